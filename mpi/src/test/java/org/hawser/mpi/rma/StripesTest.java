package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;

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
            Region control = rank.allocate(Control.bytes(2, false));
            byte[] key = new byte[RegionKey.BYTES];
            control.key().encode(MemorySegment.ofArray(key), 0);
            byte[] told = rank.exchange().broadcast(0, rank.number() == 0 ? key : null);
            Stripes stripes = new Stripes(rank, rank.attach(RegionKey.decode(MemorySegment.ofArray(told), 0)));
            if (rank.number() == 1) {
                stripes.lock(3);
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
