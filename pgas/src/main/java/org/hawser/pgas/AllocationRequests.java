package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.hawser.fabric.FabricException;
import org.hawser.pgas.team.Kind;
import org.hawser.pgas.team.Team;
import org.hawser.pgas.team.World;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Link;

/**
 * One thread has memory made, or given back, at all threads of a team: it asks each, and waits for their answers.
 *
 * <pre>
 *   ALLOCATE:   what | request | number | secret | bytes | team     words; RECLAIM: what | number | start
 *   ALLOCATED:  request | why it was not done, as text
 * </pre>
 *
 * <p><b>Threads:</b> any; handlers answer. <b>Allocates:</b> per request.
 */
final class AllocationRequests {
    static final long MAKE = 0;
    static final long END = 1;
    static final long RECLAIM = 2;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int ANSWER = Long.BYTES;
    private static final int ANYBODY = -1;
    /** The least bytes of each wish. */
    private static final int[] LENGTHS = {6 * Long.BYTES, 3 * Long.BYTES, 3 * Long.BYTES};
    private static final String FREED_BEFORE = "freed before";

    private record Wish(int source, long request, long number, long secret, long bytes, long team) {
    }

    private final World world;
    private final Allocations allocations;
    /** No longer than the program keeps a team; then the empty reference tells that it was there. */
    private final Map<Long, WeakReference<Team>> teams = new ConcurrentHashMap<>();
    private final Map<Long, Request> requests = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();
    /** For teams that this rank is still making. */
    private final List<Wish> early = new ArrayList<>();

    AllocationRequests(World world, Allocations allocations) {
        this.world = world;
        this.allocations = allocations;
        world.register(Kind.ALLOCATE, this::onWish);
        world.register(Kind.ALLOCATED, this::onAnswer);
    }

    /** A team is there; what others wanted of it is done. */
    void know(Team team) {
        List<Wish> now = new ArrayList<>();
        synchronized (early) {
            teams.put(team.id(), new WeakReference<>(team));
            early.removeIf(wish -> wish.team() == team.id() && now.add(wish));
        }
        now.forEach(this::make);
    }

    /** Has a piece made at each thread; returns nothing, or the reason why there is one missing. */
    String make(Team team, long number, long secret, long bytes) {
        Request request = new Request(team, ANYBODY);
        long id = open(request);
        for (int thread = 0; thread < team.size(); thread++) {
            if (thread == team.me()) {
                request.answered(world.rank().number(), allocations.make(team, number, secret, bytes));
            } else {
                post(team, thread, MAKE, id, number, secret, bytes, team.id());
            }
        }
        await(id, request);
        return request.trouble;
    }

    /** Has all pieces given back; false when somebody had done so before. */
    boolean end(Team team, long number) {
        // Two who free at once both reach all threads; thread 0 says who was first.
        Request request = new Request(team, team.rankOf(0));
        long id = open(request);
        for (int thread = 0; thread < team.size(); thread++) {
            if (thread == team.me()) {
                request.answered(world.rank().number(), allocations.end(number) ? "" : FREED_BEFORE);
            } else {
                post(team, thread, END, id, number);
            }
        }
        await(id, request);
        return request.trouble.isEmpty();
    }

    private long open(Request request) {
        long id = last.incrementAndGet();
        requests.put(id, request);
        return id;
    }

    private void await(long id, Request request) {
        try {
            world.rank().await(request, -2);
        } finally {
            requests.remove(id);
        }
    }

    private void post(Team team, int thread, long... words) {
        world.link(team.rankOf(thread)).post(Kind.ALLOCATE.ordinal(), words);
    }

    private void onWish(int source, MemorySegment memory, long offset, int length) {
        long what = length < Long.BYTES ? -1 : memory.get(LONG, offset);
        if (what < MAKE || what > RECLAIM || length < LENGTHS[(int) what]) {
            throw notOurs("ALLOCATE", source, length);
        }
        if (what == RECLAIM) {
            allocations.reclaim(memory.get(LONG, offset + 8), memory.get(LONG, offset + 16));
            return;
        }
        long request = memory.get(LONG, offset + 8);
        long number = memory.get(LONG, offset + 16);
        if (what == END) {
            answer(source, request, allocations.end(number) ? "" : FREED_BEFORE);
            return;
        }
        Wish wish = new Wish(source, request, number, memory.get(LONG, offset + 24), memory.get(LONG, offset + 32),
            memory.get(LONG, offset + 40));
        synchronized (early) {
            if (!teams.containsKey(wish.team())) {
                early.add(wish);
                return;
            }
        }
        make(wish);
    }

    private void make(Wish wish) {
        Team team = teams.get(wish.team()).get();
        String trouble = team == null ? "it has left the team"
            : allocations.make(team, wish.number(), wish.secret(), wish.bytes());
        answer(wish.source(), wish.request(), trouble.isEmpty() ? "" : "rank=" + world.rank().number() + " " + trouble);
    }

    private void answer(int to, long request, String trouble) {
        Link link = world.link(to);
        byte[] text = trouble.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, link.maxBytes() - ANSWER);
        MemorySegment message = MemorySegment.ofArray(new byte[ANSWER + length]);
        message.set(LONG, 0, request);
        MemorySegment.copy(text, 0, message, ValueLayout.JAVA_BYTE, ANSWER, length);
        link.post(Kind.ALLOCATED.ordinal(), message, 0, ANSWER + length);
    }

    private void onAnswer(int source, MemorySegment memory, long offset, int length) {
        if (length < ANSWER) {
            throw notOurs("ALLOCATED", source, length);
        }
        Request request = requests.get(memory.get(LONG, offset));
        if (request != null) {
            byte[] text = memory.asSlice(offset + ANSWER, length - ANSWER).toArray(ValueLayout.JAVA_BYTE);
            request.answered(source, new String(text, StandardCharsets.UTF_8));
        }
    }

    private static FabricException notOurs(String kind, int source, int length) {
        return new FabricException(FabricException.Severity.FATAL, "a message about memory that is none of ours: kind="
            + kind + " source=" + source + " length=" + length);
    }

    /** Answers that are awaited. */
    private static final class Request implements Awaitable {
        private final Team team;
        private final int decides;
        private int missing;
        private volatile String trouble = "";

        /** Of all threads; {@code decides} is whose reason counts. */
        Request(Team team, int decides) {
            this.team = team;
            missing = team.size();
            this.decides = decides;
        }

        synchronized void answered(int source, String reason) {
            missing--;
            if (!reason.isEmpty() && (decides == ANYBODY || decides == source)) {
                trouble = reason;
            }
        }

        @Override
        public synchronized boolean isDone() {
            return missing == 0;
        }

        @Override
        public boolean concerns(int rank) {
            return team.threadOf(rank) >= 0;
        }
    }
}
