package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("once")
class StripesTest {
    @Test
    void piecesHaveTheLocksInTurn() {
        assertEquals(0, Stripes.of(0));
        assertEquals(0, Stripes.of(Stripes.PIECE - 1));
        assertEquals(1, Stripes.of(Stripes.PIECE));
        assertEquals(0, Stripes.of((long) Stripes.PIECE * Control.STRIPE_COUNT));
        assertEquals(Stripes.PIECE, Stripes.room(0));
        assertEquals(1, Stripes.room(3L * Stripes.PIECE - 1));
    }

    @Test
    void aHolderThatIsGoneIsAnErrorAndNoOtherLockSuffers() {
        LocalRanks.on(Medium.inMemory("shm")).start(2, rank -> {
            PointToPoint point = new PointToPoint(rank);
            rank.barrier();
            Region control = rank.allocate(Control.bytes(2, false));
            byte[] key = new byte[RegionKey.BYTES];
            control.key().encode(MemorySegment.ofArray(key), 0);
            byte[] told = rank.exchange().broadcast(0, rank.number() == 0 ? key : null);
            RemoteRegion locks = rank.attach(RegionKey.decode(MemorySegment.ofArray(told), 0));
            Communicator members = Communicator.of(point, Members.of(1, 0), 1 - rank.number(), 8);
            Stripes stripes = new Stripes(members, locks);
            if (rank.number() == 1) {
                stripes.lock(3);
                // Not its number in the job, which other jobs do not know.
                assertEquals(1, rank.get(locks, Control.STRIPES + 3L * Control.LINE));
                rank.barrier();
                return;
            }
            rank.barrier();
            MpiFailure failure = assertThrows(MpiFailure.class, () -> stripes.lock(3));
            assertEquals(ErrorClass.PROC_FAILED, failure.errorClass());
            stripes.lock(4);
            stripes.unlock(4);
        });
    }
}
