package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.hawser.runtime.Rank;
import org.hawser.testkit.CoreOnlyProvider;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;

/** Jobs of the point-to-point tests: each rank gets its engine, and what each last did is told when one hangs. */
final class P2pJob {
    static final Medium THREADS = Medium.standard();
    static final Medium FILES = Medium.standardInFiles();
    /** The bare core: remote access is done with messages. */
    static final Medium CORE_ONLY = Medium.inMemory(CoreOnlyProvider.NAME);
    static final Medium TCP = Medium.inMemory("tcp");
    static final Medium MIXED = Medium.mixed();
    static final Medium REMOTE = Medium.twoNodesWithRemoteAccess();
    /** Small rings: everything is full all the time. */
    static final Medium TIGHT = FILES.with("hawser.shm.mailbox", "16K").with("hawser.shm.lane", "32K")
        .with("hawser.shm.hot", 2).with("hawser.shm.lanes", 2);

    /** What one rank does. */
    @FunctionalInterface
    interface Program {
        void run(Rank rank, PointToPoint p2p) throws Exception;
    }

    private final AtomicReferenceArray<Object> doing;
    private final AtomicReferenceArray<Wait> waiting;
    private final int ranks;

    P2pJob(int ranks) {
        this.ranks = ranks;
        doing = new AtomicReferenceArray<>(ranks);
        waiting = new AtomicReferenceArray<>(ranks);
    }

    /** Runs {@code program} at {@code ranks} ranks; afterwards no operation may be left. */
    static void run(Medium medium, int ranks, Program program) {
        new P2pJob(ranks).run(LocalRanks.on(medium), program);
    }

    void run(LocalRanks local, Program program) {
        try {
            local.start(ranks, rank -> {
                PointToPoint p2p = new PointToPoint(rank);
                rank.barrier();
                program.run(rank, p2p);
                p2p.finish();
                doing(rank.number(), "last barrier");
                rank.barrier();
                assertEquals(0, p2p.pending(), "operations left");
            });
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "\nlast steps: " + doing + "\nwaits for: " + waiting, e);
        }
    }

    /** Says what {@code rank} is about to do. */
    void doing(int rank, Object what) {
        doing.set(rank, what);
        waiting.set(rank, null);
    }

    /** Waits for an operation, and says so. */
    void await(int rank, PointToPoint p2p, Operation operation) {
        waiting.set(rank, new Wait(operation));
        p2p.await(operation);
        waiting.set(rank, null);
    }

    /** An operation that somebody waits for, with all its fields when it is printed. */
    private record Wait(Operation operation) {
        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            for (Field field : Operation.class.getDeclaredFields()) {
                boolean telling = field.getType().isPrimitive() || field.getType().isEnum();
                if (telling && field.trySetAccessible()) {
                    try {
                        text.append(field.getName()).append('=').append(field.get(operation)).append(' ');
                    } catch (IllegalAccessException e) {
                        text.append(e);
                    }
                }
            }
            return text.toString();
        }
    }
}
