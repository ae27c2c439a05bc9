package org.hawser.mpi.p2p;

import static org.hawser.mpi.p2p.PointToPoint.ANY_SOURCE;
import static org.hawser.mpi.p2p.PointToPoint.ANY_TAG;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;

/** A cancelled receive is over, gets nothing and hides nothing; one that was matched gets its message. */
abstract class CancelContract {
    private static final int[] LENGTHS = {0, 8, 64, 1000, 8192, 65_536, 300_000, 1 << 20};

    /** Where the ranks meet. */
    protected abstract Medium medium();

    private void run(int ranks, P2pJob.Program program) {
        P2pJob.run(medium(), ranks, program);
    }

    private static void cancelled(PointToPoint p2p, Operation operation, Spot place) {
        p2p.cancel(operation);
        p2p.await(operation);
        assertTrue(operation.isCancelled());
        assertNull(operation.failure());
        place.checkUntouched(0, "cancelled receive");
        p2p.recycle(operation);
    }

    @Test
    void aCancelledReceiveGetsNothingAndLaterReceivesGetTheMessages() {
        run(2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            for (int bytes : LENGTHS) {
                if (rank.number() == 1) {
                    for (int tag : new int[] {1, ANY_TAG}) {
                        Spot place = Spot.bytes(bytes);
                        Operation specific = messages.post(0, tag, place);
                        Spot second = Spot.bytes(bytes);
                        Operation any = messages.post(ANY_SOURCE, tag, second);
                        p2p.progress();
                        cancelled(p2p, any, second);
                        cancelled(p2p, specific, place);
                    }
                }
                rank.barrier();
                if (rank.number() == 0) {
                    messages.send(1, 1, bytes, bytes);
                } else {
                    messages.receive(0, 1, bytes, bytes);
                }
                rank.barrier();
            }
        });
    }

    @Test
    void receivesOnBothSidesOfACancelledOneKeepTheirOrder() {
        run(2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            for (int bytes : LENGTHS) {
                List<Spot> places = new ArrayList<>();
                List<Operation> receives = new ArrayList<>();
                if (rank.number() == 1) {
                    for (int i = 0; i < 5; i++) {
                        places.add(Spot.bytes(bytes));
                        receives.add(messages.post(i % 2 == 0 ? 0 : ANY_SOURCE, 1, places.get(i)));
                    }
                    cancelled(p2p, receives.remove(3), places.remove(3));
                    cancelled(p2p, receives.remove(0), places.remove(0));
                }
                rank.barrier();
                for (int i = 0; i < 3; i++) {
                    if (rank.number() == 0) {
                        messages.send(1, 1, bytes, i);
                    } else {
                        messages.finish(receives.get(i), places.get(i), 1, bytes, i);
                    }
                }
                rank.barrier();
            }
        });
    }

    @Test
    void aReceiveThatHasItsMessageIsNotCancelled() {
        run(2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            for (int bytes : LENGTHS) {
                if (rank.number() == 0) {
                    Operation send = messages.startSend(1, 1, false, Messages.filled(bytes, bytes));
                    messages.send(1, 2, 0, 0);
                    messages.finish(send);
                } else {
                    messages.receive(0, 2, 0, 0);
                    Spot place = Spot.bytes(bytes);
                    Operation receive = messages.post(0, 1, place);
                    p2p.cancel(receive);
                    messages.finish(receive, place, 1, bytes, bytes);
                }
            }
        });
    }

    /** The cancel and the send pass each other on the way; either the receive or the next one gets the message. */
    @Test
    void aCancelThatMeetsItsMessageLosesNothing() {
        run(2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            for (int round = 0; round < 400; round++) {
                int bytes = LENGTHS[round % LENGTHS.length];
                boolean late = round / LENGTHS.length % 2 == 0;
                if (rank.number() == 0) {
                    rank.barrier();
                    pause(round % 50);
                    messages.send(1, 1, round % 5 == 0, Messages.filled(bytes, round));
                    messages.send(1, 2, 0, 0);
                } else {
                    Spot place = Spot.bytes(bytes);
                    Operation receive = messages.post(late ? 0 : ANY_SOURCE, 1, place);
                    rank.barrier();
                    pause(round * 7 % 50);
                    p2p.cancel(receive);
                    p2p.await(receive);
                    if (receive.isCancelled()) {
                        place.checkUntouched(0, "cancelled receive");
                        p2p.recycle(receive);
                        messages.receive(0, 1, bytes, round);
                    } else {
                        messages.finish(receive, place, 1, bytes, round);
                    }
                    messages.receive(0, 2, 0, 0);
                    place.checkUntouched(bytes, "later");
                }
            }
        });
    }

    private static void pause(int turns) {
        for (int i = 0; i < turns * 20; i++) {
            Thread.onSpinWait();
        }
    }
}
