package org.hawser.system;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.List;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.hawser.testkit.AllocatedBytes;

/** The budget of collectives that wait, on basic types, as programs call them: no object per call after some time. */
final class CollAllocation {
    private static final int CALLS = 200;
    /** The smallest object has 16 bytes: with fewer per call there is none in most, and room for a sleep. */
    private static final int LIMIT = 16 * CALLS;
    /** So many that the compiler has come to the end. */
    private static final int MOST_ROUNDS = 200;
    private static final int[] COUNTS = {16, 8_192};

    private final Intracomm world = MPI.COMM_WORLD;
    private final int ranks = world.getSize();
    private final List<Call> calls = new ArrayList<>();

    /** A collective by name. */
    private record Call(String name, Body body) {
    }

    /** One call of it. */
    private interface Body {
        void run() throws MPIException;
    }

    private CollAllocation() throws MPIException {
        calls.add(new Call("barrier", world::barrier));
        for (int count : COUNTS) {
            with("arrays of " + count, new double[count], new double[count], new double[ranks * count],
                new double[ranks * count], count);
            with("direct buffers of " + count, direct(count), direct(count), direct(ranks * count),
                direct(ranks * count), count);
            with("buffers of the runtime's of " + count, MPI.newDoubleBuffer(count), MPI.newDoubleBuffer(count),
                MPI.newDoubleBuffer(ranks * count), MPI.newDoubleBuffer(ranks * count), count);
        }
    }

    static void run() throws MPIException {
        new CollAllocation().check();
    }

    private static DoubleBuffer direct(int count) {
        return ByteBuffer.allocateDirect(count * Double.BYTES).order(ByteOrder.nativeOrder()).asDoubleBuffer();
    }

    /** The calls on memory of one kind: for one piece and a result, and for the pieces of all. */
    private void with(String memory, Object own, Object result, Object all, Object others, int count) {
        add("bcast", memory, () -> world.bcast(own, count, MPI.DOUBLE, ranks - 1));
        add("reduce", memory, () -> world.reduce(own, result, count, MPI.DOUBLE, MPI.SUM, 0));
        add("allReduce", memory, () -> world.allReduce(own, result, count, MPI.DOUBLE, MPI.MAX));
        add("allReduce in place", memory, () -> world.allReduce(result, count, MPI.DOUBLE, MPI.MAX));
        add("gather", memory, () -> world.gather(own, count, MPI.DOUBLE, all, count, MPI.DOUBLE, 0));
        add("allGather", memory, () -> world.allGather(own, count, MPI.DOUBLE, all, count, MPI.DOUBLE));
        add("scatter", memory, () -> world.scatter(all, count, MPI.DOUBLE, own, count, MPI.DOUBLE, ranks - 1));
        add("allToAll", memory, () -> world.allToAll(all, count, MPI.DOUBLE, others, count, MPI.DOUBLE));
        add("scan", memory, () -> world.scan(own, result, count, MPI.DOUBLE, MPI.MIN));
        add("exScan", memory, () -> world.exScan(own, result, count, MPI.DOUBLE, MPI.MIN));
        int[] counts = new int[ranks];
        int[] places = new int[ranks];
        for (int i = 0; i < ranks; i++) {
            counts[i] = count;
            places[i] = i * count;
        }
        add("allToAllv", memory,
            () -> world.allToAllv(all, counts, places, MPI.DOUBLE, others, counts, places, MPI.DOUBLE));
    }

    private void add(String name, String memory, Body body) {
        calls.add(new Call(name + ", " + memory, body));
    }

    private void check() throws MPIException {
        List<String> wrong = new ArrayList<>();
        for (Call call : calls) {
            long least = leastOf(call.body);
            if (least >= LIMIT) {
                wrong.add(call.name + ": bytes=" + least + " calls=" + CALLS);
            }
        }
        if (!wrong.isEmpty()) {
            throw new AssertionError("collectives allocate: " + wrong);
        }
    }

    /** The bytes of the first round with fewer than the limit, at the rank that has the most; else of the last. */
    private long leastOf(Body body) throws MPIException {
        long[] least = {Long.MAX_VALUE};
        for (int round = 0; round < MOST_ROUNDS && least[0] >= LIMIT; round++) {
            long before = AllocatedBytes.ofThisThread();
            for (int i = 0; i < CALLS; i++) {
                body.run();
            }
            least[0] = AllocatedBytes.ofThisThread() - before;
            world.allReduce(least, 1, MPI.LONG, MPI.MAX);
        }
        return least[0];
    }
}
