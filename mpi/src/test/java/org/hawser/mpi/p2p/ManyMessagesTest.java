package org.hawser.mpi.p2p;

import static org.hawser.mpi.p2p.PointToPoint.ANY_SOURCE;
import static org.hawser.mpi.p2p.PointToPoint.ANY_TAG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.hawser.runtime.Rank;
import org.junit.jupiter.api.Test;

/** Many messages wait for their receives, many receives for their messages, and nothing is kept of those gone. */
class ManyMessagesTest {
    private static final int LAST = 1_000_000;

    /** Sends {@code count} messages of 32 bytes that arrive while their receiver waits for a later one. */
    private static void unexpected(Rank rank, Messages messages, int count, int tags) {
        if (rank.number() == 0) {
            Spot place = Messages.filled(32, 7);
            for (int i = 0; i < count; i++) {
                messages.send(1, i % tags, false, place);
            }
            messages.send(1, LAST, 0, 0);
        } else {
            messages.receive(0, LAST, 0, 0);
        }
    }

    @Test
    void aHundredThousandMessagesWaitForTheirReceives() {
        P2pJob.run(P2pJob.FILES, 2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            unexpected(rank, messages, 100_000, 1000);
            if (rank.number() == 1) {
                for (int i = 0; i < 100_000; i++) {
                    Spot place = Spot.bytes(32);
                    Operation operation = p2p.receive(0, i % 2 == 0 ? 0 : ANY_SOURCE, ANY_TAG, place.array,
                        place.offset, place.bytes);
                    assertEquals(i % 1000, operation.tag());
                    messages.finish(operation, place, i % 1000, 32, 7);
                }
                assertFalse(p2p.probes().peek(0, ANY_SOURCE, ANY_TAG, new Envelope()));
            }
        });
    }

    @Test
    void messagesThatWaitAreReceivedInTheReverseOrderOfTheirTags() {
        P2pJob.run(P2pJob.THREADS, 2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            unexpected(rank, messages, 20_000, 20_000);
            for (int tag = 19_999; rank.number() == 1 && tag >= 0; tag--) {
                messages.receive(tag % 2 == 0 ? 0 : ANY_SOURCE, tag, 32, 7);
            }
        });
    }

    @Test
    void tenThousandReceivesWaitInTheReverseOrderOfTheirTags() {
        P2pJob.run(P2pJob.THREADS, 2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            int count = 10_000;
            List<Operation> receives = new ArrayList<>();
            List<Spot> places = new ArrayList<>();
            for (int i = 0; rank.number() == 1 && i < count; i++) {
                places.add(Spot.bytes(40));
                receives.add(messages.post(i % 3 == 0 ? ANY_SOURCE : 0, count - 1 - i, places.get(i)));
            }
            rank.barrier();
            for (int tag = 0; tag < count; tag++) {
                if (rank.number() == 0) {
                    messages.send(1, tag, 40, tag);
                } else {
                    int at = count - 1 - tag;
                    messages.finish(receives.get(at), places.get(at), tag, 40, tag);
                }
            }
        });
    }

    @Test
    void aMillionDifferentTagsLeaveNothingBehind() {
        P2pJob.run(P2pJob.THREADS, 2, (rank, p2p) -> {
            tags(rank, p2p, 0, 100_000);
            long before = usedHeap(rank);
            tags(rank, p2p, 100_000, 1_000_000);
            long growth = usedHeap(rank) - before;
            assertTrue(growth < 32 << 20, "heap grew: bytes=" + growth);
        });
    }

    private static void tags(Rank rank, PointToPoint p2p, int from, int to) {
        byte[] array = new byte[16];
        Envelope found = new Envelope();
        for (int tag = from; tag < to; tag++) {
            if (rank.number() == 0) {
                p2p.send(tag % 3, 1, tag, false, array, 0, 8);
            } else {
                // One in ten waits, as the receives go in the reverse order within ten.
                int reversed = tag / 10 * 10 + 9 - tag % 10;
                assertFalse(p2p.probes().peek(3, 0, tag, found));
                p2p.recycle(p2p.receive(reversed % 3, 0, reversed, array, 0, 8));
            }
            if (tag % 10_000 == 9_999) {
                rank.barrier();
            }
        }
    }

    private static long usedHeap(Rank rank) {
        rank.barrier();
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        rank.barrier();
        return least;
    }
}
