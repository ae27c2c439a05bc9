package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hawser.testkit.LocalRanks;
import org.junit.jupiter.api.Test;

/** A matched probe takes one message, however often its wait looks. */
class TakingTest {
    @Test
    void takesOneMessageHoweverOftenItIsAsked() {
        LocalRanks.run(1, rank -> {
            PointToPoint point = new PointToPoint(rank);
            for (byte content = 1; content <= 2; content++) {
                point.send(0, 0, 5, false, new byte[] {content}, 0, 1);
            }
            Taking taking = new Taking(point.probes(), 0, PointToPoint.ANY_SOURCE, 5);
            assertTrue(taking.isDone());
            Arrived first = taking.taken();
            assertTrue(taking.isDone());
            assertSame(first, taking.taken());
            byte[] received = new byte[1];
            point.recycle(point.startReceive(first, received, 0, 1, null));
            assertEquals(1, received[0]);
            point.recycle(point.receive(0, 0, 5, received, 0, 1));
            assertEquals(2, received[0]);
        });
    }
}
