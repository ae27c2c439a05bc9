package org.hawser.mpi.rma;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hawser.fabric.Region;
import org.hawser.fabric.Capability;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.group.Members;
import org.hawser.runtime.Handle;
import org.hawser.runtime.Rank;
import org.hawser.testkit.rma.Access;
import org.hawser.testkit.rma.Combination;
import org.hawser.testkit.rma.Element;
import org.hawser.testkit.rma.Placing;
import org.hawser.testkit.rma.RmaCalls;
import org.hawser.testkit.rma.RmaProgram;
import org.hawser.testkit.rma.Step;
import org.hawser.testkit.rma.WindowPlan;

/**
 * One rank's windows of a random program, below the API.
 *
 * <p><b>Threads:</b> one at a time.
 */
final class WindowsOfProgram implements RmaCalls, AutoCloseable {
    private final Communicator communicator;
    private final Rank rank;
    private final List<MemorySegment> memories = new ArrayList<>();
    private final List<Window> windows = new ArrayList<>();
    private final List<Region> regions = new ArrayList<>();
    private final Arena arena = Arena.ofShared();

    WindowsOfProgram(RmaProgram program, Communicator communicator) {
        this.communicator = communicator;
        rank = communicator.point().rank();
        int me = communicator.rank();
        for (int i = 0; i < program.memories().size(); i++) {
            memories.add(memoryOf(program.memories().get(i), program.contents()[i][me].length));
        }
        for (WindowPlan plan : program.windows()) {
            Hints hints = new Hints(plan.hints());
            if (memories.get(plan.memory()) == null) {
                long bytes = program.contents()[plan.memory()][me].length;
                // What all members can load and store is a window like any other where they cannot.
                boolean shared = communicator.isOnOneNode() && rank.has(Capability.DIRECT_MAPPING, rank.number());
                Window made = shared && program.memories().get(plan.memory()) == WindowPlan.Memory.SHARED
                    ? WindowMemory.shared(communicator, () -> bytes, plan.unit()[me], hints)
                    : WindowMemory.allocate(communicator, bytes, plan.unit()[me], hints);
                memories.set(plan.memory(), made.memory().segment());
                windows.add(made);
            } else {
                MemorySegment part = memories.get(plan.memory()).asSlice(plan.offset()[me], plan.bytes()[me]);
                windows.add(WindowMemory.create(communicator, part, plan.unit()[me], hints));
            }
        }
    }

    /** Null where the window makes it. */
    private MemorySegment memoryOf(WindowPlan.Memory kind, int bytes) {
        return switch (kind) {
            case RUNTIME -> runtimeMemory(Math.max(8, bytes)).asSlice(0, bytes);
            case FOREIGN -> arena.allocate(Math.max(8, bytes), 64).asSlice(0, bytes);
            default -> null;
        };
    }

    @Override
    public MemorySegment memory(int memory) {
        return memories.get(memory);
    }

    @Override
    public MemorySegment runtimeMemory(int bytes) {
        Region region = rank.allocate(bytes);
        regions.add(region);
        return region.memory();
    }

    private static Layout layout(Placing placing) {
        Layout element = Layout.basic(placing.element().bytes);
        if (placing.isRow()) {
            return element;
        }
        int[] ones = new int[placing.places().length];
        Arrays.fill(ones, 1);
        return element.indexed(ones, placing.places(), element.size())
            .resized(0, (long) placing.extent() * element.size());
    }

    /** Null where items lie in a row. */
    private static Layout gaps(Placing placing) {
        Layout layout = layout(placing);
        return layout.isContiguous() ? null : layout;
    }

    private static Object array(MemorySegment memory) {
        return memory == null ? null : memory.heapBase().orElse(null);
    }

    private static long at(MemorySegment memory) {
        return memory == null ? 0 : memory.address();
    }

    private static Update update(Combination combination, Element element) {
        return combination == null ? null
            : Update.of(Operator.valueOf(combination.name()), Operand.valueOf(element.name()));
    }

    @Override
    public Waiting start(Access access, MemorySegment given, MemorySegment compare, MemorySegment fetched) {
        Window window = windows.get(access.window());
        Transfer transfer = access.request() == Access.Request.NONE ? null : window.transfer(access.target());
        operate(window, access, given, compare, fetched, transfer == null ? null : transfer.handle());
        return transfer == null ? null : () -> {
            transfer.await(communicator.point());
            if (transfer.failure() != null) {
                throw transfer.failure();
            }
        };
    }

    private static void operate(Window window, Access access, MemorySegment given, MemorySegment compare,
                                MemorySegment fetched, Handle handle) {
        Layout to = layout(access.to());
        Layout from = gaps(access.from());
        long bytes = (long) access.to().elements() * access.to().element().bytes;
        int target = access.target();
        long displacement = access.displacement();
        int count = access.to().count();
        Update update = update(access.combination(), access.to().element());
        switch (access.kind()) {
            case PUT -> window.put(array(given), at(given), from, target, displacement, count, to, bytes, handle);
            case GET -> window.get(array(fetched), at(fetched), from, target, displacement, count, to, bytes, handle);
            case ACCUMULATE -> window.accumulate(array(given), at(given), from, target, displacement, count, to, bytes,
                update, handle);
            case GET_ACCUMULATE -> window.getAccumulate(array(given), at(given), from, array(fetched), at(fetched),
                from, target, displacement, count, to, bytes, update, handle);
            case FETCH_AND_OP -> window.fetchAndOp(array(given), at(given), array(fetched), at(fetched), target,
                displacement, update);
            case COMPARE_AND_SWAP -> window.compareAndSwap(array(given), at(given), array(compare), at(compare),
                array(fetched), at(fetched), target, displacement, (int) to.size());
            default -> throw new IllegalArgumentException("not an operation: " + access);
        }
        if (given != null) {
            window.keep(target, given, handle);
        }
        if (fetched != null) {
            window.keep(target, fetched, handle);
        }
    }

    @Override
    public void call(Step.Call call) {
        Window window = call.window() < 0 ? null : windows.get(call.window());
        boolean checked = (call.assertion() & Step.NO_CHECK) == 0;
        switch (call.kind()) {
            case FENCE -> window.fence(call.assertion());
            case POST -> window.post(Members.of(call.group()), call.assertion());
            case START -> window.start(Members.of(call.group()), call.assertion());
            case COMPLETE -> window.complete();
            case WAIT -> window.waitFor();
            case TEST -> {
                while (!window.test()) {
                    Thread.onSpinWait();
                }
            }
            case LOCK -> window.lock(call.target(), call.exclusive(), checked);
            case UNLOCK -> window.unlock(call.target());
            case LOCK_ALL -> window.lockAll(checked);
            case UNLOCK_ALL -> window.unlockAll();
            case FLUSH -> window.flush(call.target());
            case FLUSH_ALL -> window.flushAll();
            case FLUSH_LOCAL -> window.flushLocal(call.target());
            case FLUSH_LOCAL_ALL -> window.flushLocalAll();
            case SYNC -> VarHandle.fullFence();
            case BARRIER -> rank.barrier();
        }
    }

    @Override
    public void close() {
        windows.forEach(Window::free);
        rank.barrier();
        regions.forEach(Region::close);
        arena.close();
    }
}
