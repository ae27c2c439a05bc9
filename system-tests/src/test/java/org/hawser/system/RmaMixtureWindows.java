package org.hawser.system;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Datatype;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.Win;
import org.hawser.testkit.rma.Access;
import org.hawser.testkit.rma.Combination;
import org.hawser.testkit.rma.Element;
import org.hawser.testkit.rma.Placing;
import org.hawser.testkit.rma.RmaCalls;
import org.hawser.testkit.rma.RmaProgram;
import org.hawser.testkit.rma.Step;
import org.hawser.testkit.rma.WindowPlan;

/** One rank's windows of a random program, by the API. Types and groups are freed as soon as they were given. */
final class RmaMixtureWindows implements RmaCalls {
    private static final Map<Element, Datatype> TYPES = Map.of(Element.BYTE, MPI.BYTE, Element.SHORT, MPI.SHORT,
        Element.INT, MPI.INT, Element.LONG, MPI.LONG, Element.FLOAT, MPI.FLOAT, Element.DOUBLE, MPI.DOUBLE);
    /** Made once: memory of the runtime goes back with its buffer only. */
    private static ByteBuffer pool;

    private final Intracomm comm;
    private final List<Object> buffers = new ArrayList<>();
    private final List<MemorySegment> memories = new ArrayList<>();
    private final List<Win> windows = new ArrayList<>();

    RmaMixtureWindows(RmaProgram program, Intracomm comm) throws MPIException {
        this.comm = comm;
        int me = comm.getRank();
        for (int i = 0; i < program.memories().size(); i++) {
            memories.add(memoryOf(program.memories().get(i), program.contents()[i][me].length));
        }
        for (WindowPlan plan : program.windows()) {
            windows.add(make(program, plan, me));
        }
    }

    private Win make(RmaProgram program, WindowPlan plan, int me) throws MPIException {
        Info info = new Info();
        for (Map.Entry<String, String> hint : plan.hints().entrySet()) {
            info.set(hint.getKey(), hint.getValue());
        }
        int unit = plan.unit()[me];
        Win made;
        if (memories.get(plan.memory()) != null) {
            made = new Win(memories.get(plan.memory()).asSlice(plan.offset()[me], plan.bytes()[me]), unit, info, comm);
        } else {
            int bytes = program.contents()[plan.memory()][me].length;
            made = program.memories().get(plan.memory()) == WindowPlan.Memory.SHARED && allShareMemory()
                ? Win.allocateShared(bytes, unit, info, comm) : Win.allocate(bytes, unit, info, comm);
            memories.set(plan.memory(), made.getMemory());
        }
        info.free();
        return made;
    }

    /** Collective: elsewhere a shared window is one like any other. */
    private boolean allShareMemory() throws MPIException {
        Intracomm node = comm.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
        boolean all = node.getSize() == comm.getSize();
        node.free();
        return all;
    }

    /** Null where the window makes it. */
    private MemorySegment memoryOf(WindowPlan.Memory kind, int bytes) throws MPIException {
        ByteBuffer buffer = switch (kind) {
            case RUNTIME -> MPI.newByteBuffer(Math.max(8, bytes));
            case FOREIGN -> ByteBuffer.allocateDirect(Math.max(8, bytes));
            default -> null;
        };
        buffers.add(buffer);
        return buffer == null ? null : MemorySegment.ofBuffer(buffer).asSlice(0, bytes);
    }

    @Override
    public MemorySegment memory(int memory) {
        return memories.get(memory);
    }

    @Override
    public MemorySegment runtimeMemory(int bytes) {
        if (pool == null || pool.capacity() < bytes) {
            pool = MPI.newByteBuffer(bytes);
        }
        return MemorySegment.ofBuffer(pool).asSlice(0, bytes);
    }

    /** Arrays as such; of native memory half as buffers, half as segments. */
    private static Object origin(MemorySegment memory, Access access) {
        if (memory == null) {
            return null;
        }
        return memory.heapBase().orElseGet(() -> access.displacement() % 2 == 0 ? memory
            : memory.asByteBuffer().order(ByteOrder.nativeOrder()));
    }

    /** The type of an item; a basic one is nobody's to free. */
    private static Datatype type(Placing placing) throws MPIException {
        Datatype element = TYPES.get(placing.element());
        if (placing.isRow()) {
            return element;
        }
        int[] ones = IntStream.range(0, placing.places().length).map(i -> 1).toArray();
        Datatype scattered = Datatype.createIndexed(ones, placing.places(), element);
        Datatype type = Datatype.createResized(scattered, 0, placing.extent() * placing.element().bytes);
        scattered.free();
        type.commit();
        return type;
    }

    private static void free(Datatype type) throws MPIException {
        if (!TYPES.containsValue(type)) {
            type.free();
        }
    }

    private static Op op(Combination combination) {
        return combination == null ? null : switch (combination) {
            case SUM -> MPI.SUM;
            case PROD -> MPI.PROD;
            case MIN -> MPI.MIN;
            case MAX -> MPI.MAX;
            case BAND -> MPI.BAND;
            case BOR -> MPI.BOR;
            case BXOR -> MPI.BXOR;
            case LAND -> MPI.LAND;
            case LOR -> MPI.LOR;
            case REPLACE -> MPI.REPLACE;
            case NO_OP -> MPI.NO_OP;
        };
    }

    @Override
    public Waiting start(Access access, MemorySegment given, MemorySegment compare, MemorySegment fetched)
            throws MPIException {
        Win win = windows.get(access.window());
        Datatype from = type(access.from());
        Datatype to = type(access.to());
        Object origin = origin(given, access);
        Object result = origin(fetched, access);
        Waiting waiting = null;
        if (access.request() == Access.Request.NONE) {
            operate(win, access, origin, origin(compare, access), result, from, to);
        } else {
            Request request = request(win, access, origin, result, from, to);
            waiting = request::waitFor;
        }
        free(from);
        free(to);
        return waiting;
    }

    private static void operate(Win win, Access access, Object origin, Object compare, Object result, Datatype from,
                                Datatype to) throws MPIException {
        int count = access.from().count();
        int target = access.target();
        long at = access.displacement();
        int targetCount = access.to().count();
        Op op = op(access.combination());
        switch (access.kind()) {
            case PUT -> win.put(origin, count, from, target, at, targetCount, to);
            case GET -> win.get(result, count, from, target, at, targetCount, to);
            case ACCUMULATE -> win.accumulate(origin, count, from, target, at, targetCount, to, op);
            case GET_ACCUMULATE -> win.getAccumulate(origin, count, from, result, count, from, target, at, targetCount,
                to, op);
            case FETCH_AND_OP -> win.fetchAndOp(origin, result, to, target, at, op);
            case COMPARE_AND_SWAP -> win.compareAndSwap(origin, compare, result, to, target, at);
            default -> throw new IllegalArgumentException("not an operation: " + access);
        }
    }

    private static Request request(Win win, Access access, Object origin, Object result, Datatype from, Datatype to)
            throws MPIException {
        int count = access.from().count();
        int target = access.target();
        long at = access.displacement();
        int targetCount = access.to().count();
        Op op = op(access.combination());
        return switch (access.kind()) {
            case PUT -> win.rPut(origin, count, from, target, at, targetCount, to);
            case GET -> win.rGet(result, count, from, target, at, targetCount, to);
            case ACCUMULATE -> win.rAccumulate(origin, count, from, target, at, targetCount, to, op);
            case GET_ACCUMULATE -> win.rGetAccumulate(origin, count, from, result, count, from, target, at,
                targetCount, to, op);
            default -> throw new IllegalArgumentException("has no form with a request: " + access);
        };
    }

    @Override
    public void call(Step.Call call) throws MPIException {
        Win win = call.window() < 0 ? null : windows.get(call.window());
        int assertion = (call.assertion() & Step.NO_CHECK) != 0 ? MPI.MODE_NOCHECK : 0;
        switch (call.kind()) {
            case FENCE -> win.fence(fenceAssertion(call.assertion()));
            case POST, START -> {
                Group all = win.getGroup();
                Group group = all.incl(call.group());
                if (call.kind() == Step.Kind.POST) {
                    win.post(group, assertion);
                } else {
                    win.start(group, assertion);
                }
                all.free();
                group.free();
            }
            case COMPLETE -> win.complete();
            case WAIT -> win.waitFor();
            case TEST -> {
                while (!win.test()) {
                    Thread.onSpinWait();
                }
            }
            case LOCK -> win.lock(call.exclusive() ? MPI.LOCK_EXCLUSIVE : MPI.LOCK_SHARED, call.target(), assertion);
            case UNLOCK -> win.unlock(call.target());
            case LOCK_ALL -> win.lockAll(assertion);
            case UNLOCK_ALL -> win.unlockAll();
            case FLUSH -> win.flush(call.target());
            case FLUSH_ALL -> win.flushAll();
            case FLUSH_LOCAL -> win.flushLocal(call.target());
            case FLUSH_LOCAL_ALL -> win.flushLocalAll();
            case SYNC -> win.sync();
            case BARRIER -> comm.barrier();
        }
    }

    private static int fenceAssertion(int given) {
        return ((given & Step.NO_PRECEDE) != 0 ? MPI.MODE_NOPRECEDE : 0)
            | ((given & Step.NO_SUCCEED) != 0 ? MPI.MODE_NOSUCCEED : 0)
            | ((given & Step.NO_STORE) != 0 ? MPI.MODE_NOSTORE : 0)
            | ((given & Step.NO_PUT) != 0 ? MPI.MODE_NOPUT : 0);
    }

    void free() throws MPIException {
        for (Win win : windows) {
            win.free();
        }
    }

    @Override
    public String toString() {
        return "windows=" + windows.size() + " buffers=" + Arrays.toString(buffers.toArray());
    }
}
