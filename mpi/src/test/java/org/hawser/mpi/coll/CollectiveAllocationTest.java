package org.hawser.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.hawser.mpi.coll.algorithm.Algorithm;
import org.hawser.mpi.coll.algorithm.Algorithms;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.coll.op.Reduction;
import org.hawser.mpi.coll.op.Reductions;
import org.hawser.testkit.AllocatedBytes;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The budget of collectives that are waited for, on basic types: no object per call, whatever the algorithm. */
@Tag("once")
class CollectiveAllocationTest {
    private static final int CALLS = 1_000;
    /** So many that the compiler has come to the end. */
    private static final int RUNS = 12;
    private static final int RANKS = 3;
    private static final int COUNT = 16;
    private static final long BYTES = 8L * COUNT;

    /** A collective by name. */
    private record Call(String name, Consumer<Steps> steps) {
    }

    /**
     * Bytes of a run are fewer than its calls: none per call, and room for what happens now and then. It is over when
     * every rank has had such a run.
     */
    private static void assertAllocatesNothing(Collectives collectives, Call call, AtomicIntegerArray content) {
        Direct direct = collectives.direct();
        long least = Long.MAX_VALUE;
        boolean isOver = false;
        for (int run = 0; run < RUNS && !isOver; run++) {
            long before = AllocatedBytes.ofThisThread();
            for (int i = 0; i < CALLS; i++) {
                collectives.begin(direct);
                call.steps.accept(direct);
                direct.end();
            }
            least = Math.min(least, AllocatedBytes.ofThisThread() - before);
            content.addAndGet(run, least < CALLS ? 1 : 0);
            collectives.communicator().point().rank().barrier();
            isOver = content.get(run) == RANKS;
        }
        assertTrue(least < CALLS, call.name + " allocates: bytes=" + least + " calls=" + CALLS);
    }

    private static boolean fits(Algorithm algorithm) {
        return (algorithm.cannot() & (Algorithm.PART | Algorithm.ODD)) == 0 || algorithm.name().equals("node");
    }

    private static List<Call> moving() {
        double[] own = new double[COUNT];
        double[] all = new double[RANKS * COUNT];
        double[] more = new double[RANKS * COUNT];
        Blocks blocks = new Blocks().equal(all, 0, BYTES);
        Blocks others = new Blocks().equal(more, 0, BYTES);
        List<Call> calls = new ArrayList<>();
        Algorithms.BARRIER.stream().filter(CollectiveAllocationTest::fits).forEach(one ->
            calls.add(new Call("barrier " + one.name(), one::run)));
        Algorithms.BCAST.forEach(one -> calls.add(new Call("bcast " + one.name(),
            steps -> one.run(steps, own, 0, BYTES, 1))));
        Algorithms.GATHER.forEach(one -> calls.add(new Call("gather " + one.name(),
            steps -> one.run(steps, own, 0, BYTES, blocks, 1))));
        Algorithms.SCATTER.forEach(one -> calls.add(new Call("scatter " + one.name(),
            steps -> one.run(steps, blocks, own, 0, BYTES, 1))));
        Algorithms.ALLGATHER.stream().filter(CollectiveAllocationTest::fits).forEach(one ->
            calls.add(new Call("allgather " + one.name(), steps -> one.run(steps, blocks))));
        Algorithms.ALLTOALL.forEach(one -> calls.add(new Call("alltoall " + one.name(),
            steps -> one.run(steps, blocks, others))));
        return calls;
    }

    private static List<Call> combining() {
        Reduction sum = Reductions.of(Operator.SUM, Operand.DOUBLE, false);
        double[] own = new double[COUNT];
        double[] result = new double[COUNT];
        double[] all = new double[RANKS * COUNT];
        Blocks blocks = new Blocks().equal(all, 0, BYTES);
        List<Call> calls = new ArrayList<>();
        Algorithms.REDUCE.forEach(one -> calls.add(new Call("reduce " + one.name(),
            steps -> one.run(steps, sum, own, 0, result, 0, BYTES, 1))));
        Algorithms.ALLREDUCE.forEach(one -> calls.add(new Call("allreduce " + one.name(),
            steps -> one.run(steps, sum, own, 0, result, 0, BYTES))));
        Algorithms.REDUCE_SCATTER.forEach(one -> calls.add(new Call("reducescatter " + one.name(),
            steps -> one.run(steps, sum, blocks, result, 0))));
        Algorithms.SCAN.forEach(one -> calls.add(new Call("scan " + one.name(),
            steps -> one.run(steps, sum, own, 0, BYTES))));
        Algorithms.EXSCAN.forEach(one -> calls.add(new Call("exscan " + one.name(),
            steps -> one.run(steps, sum, own, 0, BYTES))));
        return calls;
    }

    static Stream<Arguments> calls() {
        return Stream.concat(moving().stream(), combining().stream()).map(call -> Arguments.of(call.name));
    }

    /** Each rank has calls of its own, as the buffers in them are its own. */
    @ParameterizedTest
    @MethodSource("calls")
    void aCallThatIsWaitedForAllocatesNothing(String name) {
        boolean nodes = name.endsWith(" hierarchical");
        // How many ranks were content after each run.
        AtomicIntegerArray content = new AtomicIntegerArray(RUNS);
        // The budget is that of ranks that share memory, whatever medium other tests are told to use.
        Medium medium = nodes ? CollectiveJob.TWO_NODES : Medium.inMemory("shm");
        CollectiveJob.run(medium, RANKS, rank -> null, communicator -> {
            Collectives collectives = Collectives.of(communicator);
            assertTrue(nodes || collectives.direct().node().carries(RANKS * BYTES, 8), "shared memory is there");
            Call mine = Stream.concat(moving().stream(), combining().stream()).filter(call -> call.name.equals(name))
                .findFirst().orElseThrow();
            assertAllocatesNothing(collectives, mine, content);
        });
    }
}
