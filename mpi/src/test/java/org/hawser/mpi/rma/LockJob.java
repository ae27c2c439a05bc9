package org.hawser.mpi.rma;

import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.comm.Contexts;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.testkit.CoreOnlyProvider;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;

/** Jobs whose ranks are threads, each of which gets a window of a few words at every rank. */
final class LockJob {
    static final int WORDS = 8;
    /** Instead of the ranks of a node: each rank can map its own memory only. */
    static final int NOTHING_MAPPED = -1;
    private static final String FABRIC = "fabric of the test";
    private static final Layout WORD = Layout.basic(Long.BYTES);

    final Communicator world;
    final Window window;
    final int me;
    private final long[] moved = new long[1];

    private LockJob(Communicator world, Window window) {
        this.world = world;
        this.window = window;
        me = world.rank();
    }

    /** What one rank does. */
    @FunctionalInterface
    interface Program {
        void run(LockJob job) throws Exception;
    }

    /** Instead of a design of locks: those of {@code history}, which become a member's own with its first turn. */
    static final String OWN = "own";

    /** Hints for a design of locks; {@code node} as the hint of that name, or {@link #NOTHING_MAPPED}. */
    static Hints hints(String locks, int node) {
        return hints(locks, node, 8);
    }

    /** The same with the hint of turns after which a lock may move. */
    static Hints hints(String locks, int node, int turns) {
        Map<String, String> given = new HashMap<>();
        given.put("hawser_lock_turns", Integer.toString(turns));
        given.put("hawser_locks", locks.equals(OWN) ? "history" : locks);
        if (locks.equals(OWN)) {
            given.put("hawser_bias", "1");
        }
        given.put("hawser_node", Integer.toString(Math.max(node, 0)));
        if (node == NOTHING_MAPPED) {
            given.put(FABRIC, CoreOnlyProvider.NAME);
        }
        return new Hints(given);
    }

    /** Runs a program at all ranks; the window is freed at the end. */
    static void run(int ranks, Hints hints, Program program) {
        run(medium(hints), ranks, hints, program);
    }

    /** The same on shared memory, for what is so only where ranks map each other's memory. */
    static void runMapped(int ranks, Hints hints, Program program) {
        run(Medium.inMemory("shm"), ranks, hints, program);
    }

    private static void run(Medium medium, int ranks, Hints hints, Program program) {
        start(medium, ranks, hints, job -> {
            program.run(job);
            job.window.free();
            job.world.point().finish();
            job.world.point().rank().barrier();
        });
    }

    /** Runs a program at all ranks, of which some may leave early: nothing at the end needs all of them. */
    static void start(int ranks, Hints hints, Program program) {
        start(medium(hints), ranks, hints, program);
    }

    /** The same on shared memory, as {@link #runMapped}. */
    static void startMapped(int ranks, Hints hints, Program program) {
        start(Medium.inMemory("shm"), ranks, hints, program);
    }

    private static Medium medium(Hints hints) {
        String fabric = hints.text(FABRIC);
        return fabric == null ? Medium.standard() : Medium.inMemory(fabric);
    }

    private static void start(Medium medium, int ranks, Hints hints, Program program) {
        LocalRanks.on(medium).start(ranks, rank -> {
            PointToPoint point = new PointToPoint(rank);
            Contexts contexts = Contexts.open(rank);
            rank.barrier();
            Members all = Members.range(0, ranks);
            Communicator world = new Communicator(point, contexts, all, all, rank.number(), 0, null);
            program.run(new LockJob(world, WindowMemory.allocate(world, WORDS * Long.BYTES, Long.BYTES, hints)));
        });
    }

    void barrier() {
        world.point().rank().barrier();
    }

    /** A word of a target's window, by a get. */
    long get(int target, int word) {
        window.get(moved, 0, null, target, word, 1, WORD, Long.BYTES, null);
        window.flush(target);
        return moved[0];
    }

    /** Writes a word of a target's window, by a put. */
    void put(int target, int word, long value) {
        moved[0] = value;
        window.put(moved, 0, null, target, word, 1, WORD, Long.BYTES, null);
        window.flushLocal(target);
    }

    /** A word of this rank's own memory. */
    long own(int word) {
        return window.memory().segment().get(ValueLayout.JAVA_LONG, (long) word * Long.BYTES);
    }
}
