package org.hawser.mpi.p2p;

import static org.hawser.mpi.p2p.PointToPoint.ANY_SOURCE;
import static org.hawser.mpi.p2p.PointToPoint.ANY_TAG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;

/** What sends and receives guarantee, whatever carries them. */
abstract class PointToPointContract {
    /** Lengths of every protocol, and the limits between them. */
    static final int[] LENGTHS = {0, 1, 7, 8, 9, 63, 64, 65, 100, 1000, 1024, 1025, 4096, 8100, 8160, 8168, 8191, 8192,
        8193, 16_384, 65_535, 65_536, 65_537, 100_003, 300_000, 1 << 20};

    /** Where the ranks meet. */
    protected abstract Medium medium();

    private void run(int ranks, P2pJob.Program program) {
        P2pJob.run(medium(), ranks, program);
    }

    @Test
    void messagesOfEveryLengthGoBetweenEveryTwoKindsOfMemory() {
        run(2, (rank, p2p) -> {
            Spot.Maker places = new Spot.Maker(rank);
            Messages messages = new Messages(p2p);
            long seed = 0;
            for (Spot.Kind from : Spot.Kind.values()) {
                for (int bytes : LENGTHS) {
                    Spot.Kind to = Spot.Kind.values()[(int) (seed * 5 % Spot.Kind.values().length)];
                    Spot place = places.make(rank.number() == 0 ? from : to, bytes, (int) (seed % 9));
                    if (rank.number() == 0) {
                        Contents.fill(place.memory(), seed);
                        messages.send(1, 3, seed % 4 == 3, place);
                    } else {
                        messages.finish(p2p.receive(0, 0, 3, place.array, place.offset, place.bytes), place, 3, bytes,
                            seed);
                    }
                    seed++;
                }
            }
        });
    }

    @Test
    void messagesOfOneRankArriveInTheOrderOfTheirSendsWhateverTheirLength() {
        run(2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            if (rank.number() == 0) {
                List<Operation> sends = new ArrayList<>();
                for (int i = 0; i < 100; i++) {
                    int bytes = LENGTHS[i * 7 % LENGTHS.length];
                    sends.add(messages.startSend(1, 5, i % 3 == 0, Messages.filled(bytes, i)));
                }
                sends.forEach(messages::finish);
            } else {
                for (int i = 0; i < 100; i++) {
                    int from = i % 2 == 0 ? 0 : ANY_SOURCE;
                    assertEquals(0, messages.receive(from, i % 5 == 0 ? ANY_TAG : 5,
                        LENGTHS[i * 7 % LENGTHS.length], i));
                }
            }
        });
    }

    @Test
    void receivesPostedFirstAreMatchedInTheOrderOfTheirPosts() {
        run(2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            List<Operation> operations = new ArrayList<>();
            List<Spot> places = new ArrayList<>();
            if (rank.number() == 1) {
                for (int i = 0; i < LENGTHS.length; i++) {
                    places.add(Spot.bytes(LENGTHS[i]));
                    operations.add(messages.post(i % 2 == 0 ? 0 : ANY_SOURCE, i % 3 == 0 ? ANY_TAG : 2, places.get(i)));
                }
            }
            rank.barrier();
            for (int i = 0; i < LENGTHS.length; i++) {
                if (rank.number() == 0) {
                    messages.send(1, 2, LENGTHS[i], i);
                } else {
                    messages.finish(operations.get(i), places.get(i), 2, LENGTHS[i], i);
                }
            }
        });
    }

    @Test
    void twoRanksThatSendToEachOtherAtTheSameTimeReceiveWhatTheySend() {
        run(2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            int other = 1 - rank.number();
            for (int round = 0; round < 3; round++) {
                for (int bytes : LENGTHS) {
                    Operation send = messages.startSend(other, 1, false, Messages.filled(bytes, rank.number()));
                    assertEquals(other, messages.receive(round == 1 ? ANY_SOURCE : other, 1, bytes, other));
                    messages.finish(send);
                }
            }
        });
    }

    @Test
    void aRankSendsToItself() {
        run(1, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            for (int bytes : LENGTHS) {
                Operation send = messages.startSend(0, 1, bytes % 2 == 1, Messages.filled(bytes, bytes));
                assertEquals(0, messages.receive(ANY_SOURCE, 1, bytes, bytes));
                messages.finish(send);
                Spot place = Spot.bytes(bytes + 1);
                Operation receive = messages.post(0, ANY_TAG, place);
                messages.send(0, 1, bytes % 2 == 1, Messages.filled(bytes, 2L * bytes));
                messages.finish(receive, place, 1, bytes, 2L * bytes);
            }
        });
    }

    @Test
    void emptyMessagesCarryTheirEnvelope() {
        run(2, (rank, p2p) -> {
            if (rank.number() == 0) {
                for (int i = 0; i < 1000; i++) {
                    p2p.send(i % 3, 1, i, i % 7 == 0, null, 0, 0);
                }
            } else {
                for (int i = 0; i < 1000; i++) {
                    Operation operation = p2p.receive(i % 3, ANY_SOURCE, ANY_TAG, null, 0, 0);
                    assertEquals(0, operation.source());
                    assertEquals(i, operation.tag());
                    assertEquals(0, operation.bytes());
                    p2p.recycle(operation);
                }
            }
        });
    }

    @Test
    void aMessageLongerThanItsReceiveIsToldToTheReceiverAndHarmsNobodyElse() {
        for (boolean first : new boolean[] {true, false}) {
            run(2, (rank, p2p) -> {
                Messages messages = new Messages(p2p);
                for (int bytes : LENGTHS) {
                    Spot small = Spot.bytes(bytes / 2);
                    Operation receive = first && rank.number() == 1 && bytes > 0 ? messages.post(0, 4, small) : null;
                    rank.barrier();
                    if (rank.number() == 0) {
                        Operation send = messages.startSend(1, 4, bytes % 3 == 0, Messages.filled(bytes, 1));
                        Operation next = messages.startSend(1, 4, false, Messages.filled(bytes, 2));
                        rank.barrier();
                        messages.finish(send);
                        messages.finish(next);
                    } else {
                        rank.barrier();
                        if (bytes == 0) {
                            messages.receive(0, 4, 0, 1);
                        } else {
                            messages.finishTruncated(receive == null ? messages.post(0, 4, small) : receive, small, 0,
                                4);
                        }
                        messages.receive(0, 4, bytes, 2);
                    }
                }
            });
        }
    }

    @Test
    void aSynchronousSendIsDoneOnlyWhenItsReceiveHasMatched() {
        run(2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            for (int bytes : LENGTHS) {
                if (rank.number() == 0) {
                    Operation send = messages.startSend(1, 6, true, Messages.filled(bytes, bytes));
                    // A later message is received first; all that time the send waits.
                    messages.send(1, 7, 0, 0);
                    messages.receive(1, 8, 0, 0);
                    assertFalse(send.isDone(), "bytes=" + bytes);
                    messages.send(1, 7, 0, 0);
                    messages.finish(send);
                } else {
                    messages.receive(0, 7, 0, 0);
                    messages.send(0, 8, 0, 0);
                    messages.receive(0, 7, 0, 0);
                    messages.receive(0, 6, bytes, bytes);
                }
            }
        });
    }

    @Test
    void aPeekSeesAMessageAndLeavesItAndATakeHidesItFromOthers() {
        run(2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            for (int bytes : LENGTHS) {
                if (rank.number() == 0) {
                    Operation one = messages.startSend(1, 1, false, Messages.filled(bytes, 1));
                    Operation two = messages.startSend(1, 2, true, Messages.filled(bytes, 2));
                    messages.finish(one);
                    messages.finish(two);
                } else {
                    Envelope found = new Envelope();
                    messages.until("tag 2 is seen", () -> p2p.probes().peek(0, ANY_SOURCE, 2, found));
                    assertEquals("0 2 " + bytes, found.source() + " " + found.tag() + " " + found.bytes());
                    assertTrue(p2p.probes().peek(0, 0, ANY_TAG, found));
                    assertEquals(1, found.tag(), "the first of those that fit");
                    assertFalse(p2p.probes().peek(0, 1, ANY_TAG, found));
                    assertFalse(p2p.probes().peek(1, ANY_SOURCE, ANY_TAG, found));
                    Arrived taken = p2p.probes().take(0, ANY_SOURCE, ANY_TAG);
                    assertEquals("0 1 " + bytes, taken.source() + " " + taken.tag() + " " + taken.bytes());
                    assertNull(p2p.probes().take(0, 0, 1));
                    messages.receive(0, ANY_TAG, bytes, 2);
                    Spot place = Spot.bytes(bytes);
                    messages.finish(p2p.startReceive(taken, place.array, place.offset, place.bytes, place.whole),
                        place, 1, bytes, 1);
                }
            }
        });
    }

    @Test
    void aTakenMessageLongerThanItsPlaceIsToldToTheReceiver() {
        run(2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            for (int bytes : LENGTHS) {
                if (rank.number() == 0) {
                    messages.send(1, 1, bytes + 1, 1);
                    messages.send(1, 1, bytes, 2);
                } else {
                    Arrived[] taken = new Arrived[1];
                    messages.until("a message is taken", () -> (taken[0] = p2p.probes().take(0, 0, 1)) != null);
                    Spot place = Spot.bytes(bytes);
                    messages.finishTruncated(p2p.startReceive(taken[0], place.array, place.offset, place.bytes,
                        place.whole), place, 0, 1);
                    messages.receive(0, 1, bytes, 2);
                }
            }
        });
    }

    @Test
    void operationsThatWereLetGoEndByThemselves() {
        run(2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            int other = 1 - rank.number();
            List<Spot> places = new ArrayList<>();
            for (int i = 0; i < LENGTHS.length; i++) {
                Spot place = Spot.bytes(LENGTHS[i]);
                places.add(place);
                p2p.release(messages.post(other, i, place));
                p2p.release(messages.startSend(other, i, i % 2 == 0, Messages.filled(LENGTHS[i], i)));
            }
            assertEquals(0, p2p.pending());
            // Messages of a rank are matched in order, and this one comes last; the large ones may end later.
            messages.send(other, 1000, 0, 0);
            messages.receive(other, 1000, 0, 0);
            for (int i = 0; i < LENGTHS.length; i++) {
                int at = i;
                messages.until("released receive ends: bytes=" + LENGTHS[i], () -> holds(places.get(at), at));
            }
        });
    }

    /** True when the contents are those of {@code seed}; nobody says when a released receive is over. */
    private static boolean holds(Spot place, long seed) {
        try {
            Contents.check(place.memory(), seed, "");
            return true;
        } catch (AssertionError e) {
            return false;
        }
    }

    @Test
    void noSourceStarvesWhereReceivesTakeAnySource() {
        run(4, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            int each = 2000;
            if (rank.number() > 0) {
                for (int i = 0; i < each; i++) {
                    messages.send(0, 1, 16, (long) rank.number() << 20 | i);
                }
                return;
            }
            int[] got = new int[4];
            for (int i = 0; i < 3 * each; i++) {
                Spot place = Spot.bytes(16);
                Operation operation = p2p.receive(0, ANY_SOURCE, 1, place.array, place.offset, place.bytes);
                int source = operation.source();
                messages.finish(operation, place, 1, 16, (long) source << 20 | got[source]++);
            }
            assertEquals("[0, 2000, 2000, 2000]", Arrays.toString(got));
        });
    }
}
