package org.hawser.testkit.rma;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs one rank's part of a random program and compares with the model: what accesses fetch, as soon as they are over,
 * and all of the rank's memory at the end of each round. An origin's memory is spoilt as soon as it is the program's
 * again, and must be untouched beside its elements.
 *
 * <p><b>Threads:</b> one at a time.
 */
public final class RmaRun {
    private static final byte SPOILT = (byte) 0xA5;
    private static final int POOL = 2 << 20;

    /** An access that is not over yet. */
    private record Pending(Access access, int step, MemorySegment given, MemorySegment fetched,
                           RmaCalls.Waiting request) {
    }

    private final RmaProgram program;
    private final int rank;
    private final RmaCalls calls;
    private final List<Pending> pending = new ArrayList<>();
    private final MemorySegment runtime;
    private final MemorySegment foreign;
    private long used;
    private int step;

    private RmaRun(RmaProgram program, int rank, RmaCalls calls, Arena arena) {
        this.program = program;
        this.rank = rank;
        this.calls = calls;
        runtime = calls.runtimeMemory(POOL);
        foreign = arena.allocate(POOL, 64);
    }

    /** Runs it; a difference is an error whose message tells the seed and the round. */
    public static void run(RmaProgram program, int rank, RmaCalls calls) {
        try (Arena arena = Arena.ofShared()) {
            RmaRun run = new RmaRun(program, rank, calls, arena);
            try {
                run.fill();
                run.steps();
            } catch (Exception | AssertionError e) {
                throw new AssertionError(e + "\n" + program.around(rank, run.step), e);
            }
        }
    }

    private void fill() throws Exception {
        for (int i = 0; i < program.memories().size(); i++) {
            byte[] contents = program.contents()[i][rank];
            MemorySegment.copy(contents, 0, calls.memory(i), ValueLayout.JAVA_BYTE, 0, contents.length);
        }
        calls.call(Step.Call.of(Step.Kind.BARRIER, -1));
    }

    private void steps() throws Exception {
        List<Step> mine = program.steps().get(rank);
        for (step = 0; step < mine.size(); step++) {
            switch (mine.get(step)) {
                case Access access -> access(access);
                case Step.Call call -> synchronise(call);
                case Step.Check check -> check(check);
            }
        }
    }

    // Accesses

    private void access(Access access) throws Exception {
        switch (access.kind()) {
            case STORE -> scatter(access.given(), access.to(), own(access));
            case LOAD -> compare(access, access.to(), own(access));
            case COUNT -> count(access);
            default -> start(access);
        }
    }

    private MemorySegment own(Access access) {
        WindowPlan plan = program.windows().get(access.window());
        return calls.memory(plan.memory()).asSlice(plan.offset()[rank] + access.displacement() * plan.unit()[rank]);
    }

    private void start(Access access) throws Exception {
        MemorySegment given = null;
        MemorySegment compare = null;
        if (access.given() != null) {
            given = memory(access);
            scatter(access.given(), access.from(), given);
        }
        if (access.compare() != null) {
            compare = memory(access);
            scatter(access.compare(), access.from(), compare);
        }
        MemorySegment fetched = access.fetches() ? memory(access) : null;
        RmaCalls.Waiting request = calls.start(access, given, compare, fetched);
        Pending started = new Pending(access, step, given, fetched, request);
        if (access.request() == Access.Request.AT_ONCE) {
            request.await();
            over(started);
        } else {
            pending.add(started);
        }
    }

    private void count(Access access) throws Exception {
        Access get = new Access(Access.Kind.GET, access.window(), access.target(), access.displacement(),
            access.from(), access.to(), null, null, null, null, access.origin(), Access.Request.NONE);
        Access put = new Access(Access.Kind.PUT, access.window(), access.target(), access.displacement(),
            access.from(), access.to(), null, access.given(), null, null, access.origin(), Access.Request.NONE);
        MemorySegment number = memory(access);
        calls.start(get, null, null, number);
        calls.call(Step.Call.of(Step.Kind.FLUSH, access.window(), access.target()));
        ValueLayout.OfLong layout = ValueLayout.JAVA_LONG_UNALIGNED;
        long sum = number.get(layout, 0) + MemorySegment.ofArray(access.given()).get(layout, 0);
        number.set(layout, 0, sum);
        calls.start(put, number, null, null);
        // A get of the next count must find what was put, and between the two MPI promises no order.
        calls.call(Step.Call.of(Step.Kind.FLUSH, access.window(), access.target()));
    }

    /** Spoilt memory for the origin's elements, of the kind that the access wants. */
    private MemorySegment memory(Access access) {
        long bytes = access.from().span() + 8L;
        MemorySegment memory;
        if (access.origin() == Access.Origin.ARRAY) {
            memory = MemorySegment.ofArray(new byte[(int) bytes]);
        } else if (used + bytes > POOL) {
            memory = Arena.ofAuto().allocate(bytes, 8);
        } else {
            memory = (access.origin() == Access.Origin.RUNTIME ? runtime : foreign).asSlice(used, bytes);
            used += (bytes + 7) & -8;
        }
        return memory.fill(SPOILT);
    }

    private static void scatter(byte[] packed, Placing placing, MemorySegment memory) {
        int bytes = placing.element().bytes;
        for (int i = 0; i < placing.elements(); i++) {
            MemorySegment.copy(packed, i * bytes, memory, ValueLayout.JAVA_BYTE, placing.place(i), bytes);
        }
    }

    // What comes of them

    private void synchronise(Step.Call call) throws Exception {
        boolean passive = call.kind() != Step.Kind.FENCE && call.kind() != Step.Kind.COMPLETE;
        for (int i = 0; passive && i < pending.size(); i++) {
            if (completes(call, pending.get(i)) && pending.get(i).request != null) {
                pending.get(i).request.await();
            }
        }
        calls.call(call);
        for (int i = 0; i < pending.size(); i++) {
            if (completes(call, pending.get(i))) {
                over(pending.get(i));
            }
        }
        pending.removeIf(one -> completes(call, one));
        used = pending.isEmpty() && call.kind() == Step.Kind.BARRIER ? 0 : used;
    }

    private static boolean completes(Step.Call call, Pending one) {
        return one.access.window() == call.window() && switch (call.kind()) {
            case FENCE, COMPLETE, UNLOCK_ALL, FLUSH_ALL, FLUSH_LOCAL_ALL -> true;
            case UNLOCK, FLUSH, FLUSH_LOCAL -> one.access.target() == call.target();
            default -> false;
        };
    }

    private void over(Pending one) {
        if (one.fetched != null) {
            compare(one.access, one.access.from(), one.fetched);
            one.fetched.fill(SPOILT);
        }
        if (one.given != null) {
            one.given.fill(SPOILT);
        }
    }

    private static void compare(Access access, Placing placing, MemorySegment memory) {
        if (access.fetched() == null) {
            return;
        }
        int bytes = placing.element().bytes;
        for (int i = 0; i < placing.elements() * bytes; i++) {
            byte found = memory.get(ValueLayout.JAVA_BYTE, placing.place(i / bytes) + i % bytes);
            if (found != access.fetched()[i]) {
                throw new AssertionError("fetched element " + i / bytes + " differs: byte=" + i % bytes + " expected="
                    + access.fetched()[i] + " found=" + found + " of " + access);
            }
        }
        if (access.kind() != Access.Kind.LOAD) {
            checkBeside(access, placing, memory);
        }
    }

    /** What lies between the elements must be as it was. */
    private static void checkBeside(Access access, Placing placing, MemorySegment memory) {
        boolean[] covered = new boolean[(int) memory.byteSize()];
        int bytes = placing.element().bytes;
        for (int i = 0; i < placing.elements() * bytes; i++) {
            covered[placing.place(i / bytes) + i % bytes] = true;
        }
        for (int i = 0; i < covered.length; i++) {
            if (!covered[i] && memory.get(ValueLayout.JAVA_BYTE, i) != SPOILT) {
                throw new AssertionError("the origin was written beside its elements: byte=" + i + " of " + access);
            }
        }
    }

    private void check(Step.Check check) {
        MemorySegment memory = calls.memory(check.memory());
        for (int i = 0; i < check.contents().length; i++) {
            byte found = memory.get(ValueLayout.JAVA_BYTE, i);
            if (found != check.contents()[i]) {
                throw new AssertionError("memory differs: m" + check.memory() + " byte=" + i + " expected="
                    + check.contents()[i] + " found=" + found);
            }
        }
    }
}
