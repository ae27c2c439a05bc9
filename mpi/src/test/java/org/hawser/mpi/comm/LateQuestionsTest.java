package org.hawser.mpi.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.Collectives;
import org.hawser.mpi.coll.Direct;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A rank that waits in a collective asks others about it, wherever they are meanwhile. In shared memory, where the two
 * lengths have different algorithms.
 */
@Tag("once")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LateQuestionsTest {
    private static final int LONGER_THAN_PATIENCE_MILLIS = 200;
    private static final int MANY = 300;
    /** Bytes for which gather on a node is not what it is for {@link #FEW_BYTES}. */
    private static final int MORE_BYTES = 3072;
    private static final int FEW_BYTES = 1024;

    private static void gather(Collectives collectives, int bytes) {
        Direct steps = collectives.direct();
        byte[] all = new byte[bytes * collectives.communicator().size()];
        collectives.begin(steps);
        collectives.gather(steps, new byte[bytes], 0, bytes, new Blocks().equal(all, 0, bytes), 0);
        steps.end();
    }

    /** This communicator had other calls than the one that had its context before: nobody takes them for each other. */
    @Test
    void whatWasCalledInAnEarlierCommunicatorOfTheContextAccusesNobody() {
        CommJob.run(CommJob.THREADS, 2, world -> {
            Communicator first = Creation.duplicate(world);
            gather(Collectives.of(first), FEW_BYTES);
            int context = first.context();
            first.end();
            world.point().rank().barrier();
            if (world.rank() == 1) {
                // Meanwhile rank 0 has the copy, waits in it, and asks a rank that knows the earlier one alone.
                Thread.sleep(LONGER_THAN_PATIENCE_MILLIS);
            }
            Communicator second = Creation.duplicate(world);
            assertEquals(context, second.context());
            gather(Collectives.of(second), MORE_BYTES);
        });
    }

    /** Rank 3 has sent and gone on; it has freed the communicator before rank 0 asks. */
    @Test
    void whoHasFreedTheCommunicatorStillTellsWhatItCalled() {
        CommJob.run(CommJob.THREADS, 4, world -> {
            Communicator copy = Creation.duplicate(world);
            Collectives collectives = Collectives.of(copy);
            if (world.rank() == 0) {
                assertEquals(ErrorClass.TRUNCATE, assertThrows(MpiFailure.class,
                    () -> gather(collectives, MORE_BYTES)).errorClass());
            } else {
                gather(collectives, FEW_BYTES);
            }
            copy.end();
            world.point().rank().barrier();
            assertTrue(Creation.duplicate(world).context() != copy.context(), "late words may come");
        });
    }

    @Test
    void whoIsFarAheadStillTellsWhatItCalled() {
        CommJob.run(CommJob.THREADS, 4, world -> {
            Collectives collectives = Collectives.of(Creation.duplicate(world));
            for (int i = 0; i < MANY; i++) {
                if (world.rank() == 0 && i == 0) {
                    assertEquals(ErrorClass.TRUNCATE, assertThrows(MpiFailure.class,
                        () -> gather(collectives, MORE_BYTES)).errorClass());
                } else {
                    gather(collectives, FEW_BYTES);
                }
            }
        });
    }
}
