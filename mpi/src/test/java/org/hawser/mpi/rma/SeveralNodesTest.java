package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.comm.Creation;
import org.hawser.mpi.datatype.Layout;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Windows whose members are on several nodes. */
@Tag("once")
class SeveralNodesTest {
    private static final Layout LONG = Layout.contiguous(Long.BYTES);
    private static final Layout INT = Layout.contiguous(Integer.BYTES);

    static Medium[] media() {
        return new Medium[] {Medium.mixed(), Medium.twoNodes(), Medium.twoNodesWithRemoteAccess(),
            Medium.twoNodesWithRemoteAccess().onNodesInTurn(2)};
    }

    @ParameterizedTest
    @MethodSource("media")
    void memoryIsSharedInsideANodeAndRefusedAcross(Medium medium) {
        WindowJob.run(medium, 4, world -> {
            MpiFailure refused = assertThrows(MpiFailure.class, () ->
                WindowMemory.shared(world, () -> 8, 8, new Hints(Map.of())));
            assertEquals(ErrorClass.COMM, refused.errorClass());
            Communicator node = Creation.splitByNode(world, true, world.rank());
            assertEquals(2, node.size());
            Window window = WindowMemory.shared(node, () -> 8, 8, new Hints(Map.of()));
            window.fence(0);
            window.sharedMemory(1 - node.rank()).set(ValueLayout.JAVA_LONG, 0, 77 + node.rank());
            window.fence(0);
            assertEquals(78 - node.rank(), window.memory().segment().get(ValueLayout.JAVA_LONG, 0));
            window.free();
            node.end();
        });
    }

    /** Those of the node and those of the other one update the same items. */
    @ParameterizedTest
    @MethodSource("media")
    void updatesOfAllNodesAddUp(Medium medium) {
        int turns = 200;
        WindowJob.run(medium, 4, world -> {
            Window window = WindowMemory.allocate(world, 64, 1, new Hints(Map.of()));
            Update longs = Update.of(Operator.SUM, Operand.LONG);
            Update ints = Update.of(Operator.SUM, Operand.INT);
            window.lockAll(true);
            for (int i = 0; i < turns; i++) {
                int target = i % 4;
                window.accumulate(new long[] {1}, 0, null, target, 0, 1, LONG, 8, longs, null);
                window.accumulate(new int[] {1}, 0, null, target, 8, 1, INT, 4, ints, null);
                long[] fetched = new long[1];
                window.fetchAndOp(new long[] {1}, 0, fetched, 0, target, 16, longs);
                window.flush(target);
            }
            window.unlockAll();
            for (int i = 0; i < turns / 10; i++) {
                window.lock(2, true, true);
                long[] held = new long[1];
                window.getRow(held, 0, 2, 24, 8, null);
                window.flush(2);
                window.putRow(new long[] {held[0] + 1}, 0, 2, 24, 8, null);
                window.unlock(2);
            }
            world.point().rank().barrier();
            assertEquals(turns, window.memory().segment().get(ValueLayout.JAVA_LONG, 0));
            assertEquals(turns, window.memory().segment().get(ValueLayout.JAVA_INT, 8));
            assertEquals(turns, window.memory().segment().get(ValueLayout.JAVA_LONG, 16));
            if (world.rank() == 2) {
                assertEquals(4L * turns / 10, window.memory().segment().get(ValueLayout.JAVA_LONG, 24));
            }
            world.point().rank().barrier();
            window.free();
        });
    }

    /** Some are done by the fabric and some by the target's process; no flush lies between. */
    @ParameterizedTest
    @MethodSource("media")
    void updatesOfOneOriginKeepTheirOrder(Medium medium) {
        WindowJob.run(medium, 4, world -> {
            Window window = WindowMemory.allocate(world, 64, 1, new Hints(Map.of()));
            Update sum = Update.of(Operator.SUM, Operand.LONG);
            Update replace = Update.of(Operator.REPLACE, Operand.LONG);
            int target = (world.rank() + 2) % 4;
            window.lockAll(true);
            for (long i = 1; i <= 50; i++) {
                long[] fetched = new long[3];
                window.accumulate(new long[] {10 * i, 10 * i}, 0, null, target, 0, 2, LONG, 16, replace, null);
                window.fetchAndOp(new long[] {1}, 0, fetched, 0, target, 0, sum);
                window.compareAndSwap(new long[] {7}, 0, new long[] {10 * i + 1}, 0, fetched, 8, target, 0, Long.BYTES);
                window.fetchAndOp(new long[] {10 * i + 5}, 0, fetched, 16, target, 0, replace);
                window.flush(target);
                assertEquals(10 * i, fetched[0]);
                assertEquals(10 * i + 1, fetched[1]);
                assertEquals(7, fetched[2]);
            }
            window.unlockAll();
            world.point().rank().barrier();
            assertEquals(505, window.memory().segment().get(ValueLayout.JAVA_LONG, 0));
            world.point().rank().barrier();
            window.free();
        });
    }

    /** The target's program makes no call until the origin has flushed. */
    @Test
    void singleLongsAreUpdatedWhileTheTargetComputes() {
        AtomicBoolean over = new AtomicBoolean();
        WindowJob.run(Medium.twoNodesWithRemoteAccess(), 2, world -> {
            Window window = WindowMemory.allocate(world, 64, 1, new Hints(Map.of()));
            Update sum = Update.of(Operator.SUM, Operand.LONG);
            Update nothing = Update.of(Operator.NO_OP, Operand.LONG);
            window.lockAll(false);
            world.point().rank().barrier();
            if (world.rank() == 0) {
                long[] fetched = new long[2];
                for (int i = 0; i < 100; i++) {
                    window.accumulate(new long[] {3}, 0, null, 1, 8, 1, LONG, 8, sum, null);
                }
                window.getAccumulate(new long[] {5}, 0, null, fetched, 0, null, 1, 8, 1, LONG, 8, sum, null);
                window.getAccumulate(new long[1], 0, null, fetched, 8, null, 1, 8, 1, LONG, 8, nothing, null);
                window.flush(1);
                assertEquals(300, fetched[0]);
                assertEquals(305, fetched[1]);
                over.set(true);
            } else {
                for (long start = System.nanoTime(); !over.get() && System.nanoTime() - start < 20_000_000_000L;) {
                    Thread.onSpinWait();
                }
                assertTrue(over.get());
            }
            window.unlockAll();
            world.point().rank().barrier();
            window.free();
        });
    }
}
