package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.comm.Contexts;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.runtime.Handle;
import org.hawser.runtime.Rank;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;

/**
 * A window of longs of each rank of a job whose ranks are threads. Displacements are counted in longs, groups are ranks
 * of the window.
 *
 * <p><b>Threads:</b> as {@link Window}.
 */
final class LongWindow {
    private static final Layout ITEM = Layout.basic(Long.BYTES);
    private static final Update SUM = Update.of(Operator.SUM, Operand.LONG);

    final Window window;
    final int me;
    final int size;
    private final Communicator communicator;
    private final MemorySegment memory;

    private LongWindow(Communicator communicator, int longs, Map<String, String> hints) {
        this.communicator = communicator;
        me = communicator.rank();
        size = communicator.size();
        window = WindowMemory.allocate(communicator, (long) longs * Long.BYTES, Long.BYTES, new Hints(hints));
        memory = window.memory().segment();
    }

    /** What one rank does. */
    @FunctionalInterface
    interface Program {
        void run(LongWindow window) throws Exception;
    }

    /** Runs a program at all ranks, each with so many longs; the window is freed after it. */
    static void run(Medium medium, int ranks, int longs, Map<String, String> hints, Program program) {
        LocalRanks.on(medium).start(ranks, rank -> {
            LongWindow made = make(rank, longs, hints);
            program.run(made);
            made.window.free();
            made.point().finish();
            rank.barrier();
            assertEquals(0, made.point().pending(), "operations left");
        });
    }

    /** Runs a program at all ranks, each of which leaves the job as soon as it has come to the end. */
    static void runAndLeave(Medium medium, int ranks, Map<String, String> hints, Program program) {
        LocalRanks.on(medium).start(ranks, rank -> program.run(make(rank, 1, hints)));
    }

    /** The same on the standard medium. */
    static void runAndLeave(int ranks, Map<String, String> hints, Program program) {
        runAndLeave(Medium.standard(), ranks, hints, program);
    }

    private static LongWindow make(Rank rank, int longs, Map<String, String> hints) {
        PointToPoint point = new PointToPoint(rank);
        Contexts contexts = Contexts.open(rank);
        rank.barrier();
        Members all = Members.range(0, rank.size());
        LongWindow made = new LongWindow(new Communicator(point, contexts, all, all, rank.number(), 0, null), longs,
            hints);
        rank.barrier();
        return made;
    }

    /** As the other, on the standard medium and without hints. */
    static void run(int ranks, int longs, Program program) {
        run(Medium.standard(), ranks, longs, Map.of(), program);
    }

    long load(int index) {
        return memory.getAtIndex(ValueLayout.JAVA_LONG, index);
    }

    void store(int index, long value) {
        memory.setAtIndex(ValueLayout.JAVA_LONG, index, value);
    }

    /** Puts longs; the array stays untouched until the epoch ends. */
    void put(long[] values, int target, int index) {
        window.put(values, 0, null, target, index, values.length, ITEM, (long) values.length * Long.BYTES, null);
    }

    /** Puts longs by a request that nobody waits for. */
    void request(long[] values, int target, int index) {
        Handle handle = window.transfer(target).handle();
        window.put(values, 0, null, target, index, values.length, ITEM, (long) values.length * Long.BYTES, handle);
        window.keep(target, values, handle);
    }

    void get(long[] values, int target, int index) {
        window.get(values, 0, null, target, index, values.length, ITEM, (long) values.length * Long.BYTES, null);
    }

    void add(long[] values, int target, int index) {
        window.accumulate(values, 0, null, target, index, values.length, ITEM, (long) values.length * Long.BYTES, SUM,
            null);
    }

    void fetchAndAdd(long[] value, long[] result, int target, int index) {
        window.fetchAndOp(value, 0, result, 0, target, index, SUM);
    }

    void compareAndSwap(long[] value, long[] compare, long[] result, int target, int index) {
        window.compareAndSwap(value, 0, compare, 0, result, 0, target, index, Long.BYTES);
    }

    Members group(int... ranks) {
        int[] world = new int[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            world[i] = communicator.local().get(ranks[i]);
        }
        return Members.of(world);
    }

    PointToPoint point() {
        return communicator.point();
    }

    /** The class of the failure that a call ends with; 0 when it ends well. */
    static int errorOf(Runnable call) {
        try {
            call.run();
            return 0;
        } catch (MpiFailure e) {
            return e.errorClass();
        }
    }
}
