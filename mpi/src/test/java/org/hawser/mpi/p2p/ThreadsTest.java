package org.hawser.mpi.p2p;

import static org.hawser.mpi.p2p.PointToPoint.ANY_SOURCE;
import static org.hawser.mpi.p2p.PointToPoint.ANY_TAG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.hawser.testkit.RankThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Several threads of a rank send and receive at the same time, with and without a progress thread. */
class ThreadsTest {
    private static final int THREADS = 6;
    private static final int[] LENGTHS = {0, 8, 60, 1000, 8192, 20_000, 65_537, 200_000};

    /** How the ranks run. */
    record Setting(Medium medium, boolean progressThreads) {
        void run(int ranks, P2pJob.Program program) {
            LocalRanks local = LocalRanks.on(medium);
            new P2pJob(ranks).run(progressThreads ? local.withProgressThreads() : local, program);
        }
    }

    static List<Setting> settings() {
        Medium low = P2pJob.FILES.with("hawser.mpi.eager", 128).with("hawser.mpi.hybrid", 1024);
        return List.of(new Setting(P2pJob.THREADS, false), new Setting(P2pJob.THREADS, true), new Setting(low, false),
            new Setting(low.with("hawser.mpi.protocol", "read"), true));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void eachThreadTalksToItsPartner(Setting setting) {
        setting.run(2, (rank, p2p) -> RankThreads.run(THREADS, thread -> {
            Messages messages = new Messages(p2p);
            int other = 1 - rank.number();
            for (int round = 0; round < 100; round++) {
                int bytes = LENGTHS[(round + thread) % LENGTHS.length];
                long seed = (long) thread << 20 | round;
                if (rank.number() == 0) {
                    messages.send(other, thread, round % 4 == 0, Messages.filled(bytes, seed));
                    messages.receive(other, thread, bytes, ~seed);
                } else {
                    messages.receive(ANY_SOURCE, thread, bytes, seed);
                    messages.send(other, thread, bytes, ~seed);
                }
            }
        }));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void threadsThatReceiveAnythingGetEachMessageOnce(Setting setting) {
        int each = 60;
        setting.run(3, (rank, p2p) -> {
            ConcurrentHashMap<Long, Boolean> seen = new ConcurrentHashMap<>();
            AtomicInteger left = new AtomicInteger(3 * THREADS * each);
            RankThreads.run(2 * THREADS, thread -> {
                if (thread < THREADS) {
                    sendToAll(rank.size(), rank.number(), thread, each, new Messages(p2p));
                } else {
                    receiveAny(p2p, left, seen, thread % 3);
                }
            });
            assertEquals(3 * THREADS * each, seen.size());
        });
    }

    /** The tag tells the message, which tells its length and contents. */
    private static void sendToAll(int size, int me, int thread, int each, Messages messages) {
        for (int i = 0; i < each; i++) {
            int tag = thread * each + i;
            for (int to = 0; to < size; to++) {
                messages.send((to + me) % size, tag, LENGTHS[tag % LENGTHS.length], (long) me << 32 | tag);
            }
        }
    }

    private static void receiveAny(PointToPoint p2p, AtomicInteger left, ConcurrentHashMap<Long, Boolean> seen,
                                   int how) {
        int most = 200_000;
        Messages messages = new Messages(p2p);
        while (left.decrementAndGet() >= 0) {
            Operation operation;
            Spot place;
            if (how == 0) {
                Arrived[] taken = new Arrived[1];
                messages.until("a message comes", () -> (taken[0] = p2p.probes().take(0, ANY_SOURCE, ANY_TAG)) != null);
                place = Spot.bytes((int) taken[0].bytes());
                operation = p2p.startReceive(taken[0], place.array, place.offset, place.bytes, place.whole);
            } else {
                place = Spot.bytes(most);
                operation = how == 1 ? messages.post(ANY_SOURCE, ANY_TAG, place)
                    : p2p.receive(0, ANY_SOURCE, ANY_TAG, place.array, place.offset, place.bytes);
            }
            p2p.await(operation);
            int tag = operation.tag();
            long seed = (long) operation.source() << 32 | tag;
            messages.finish(operation, place, tag, LENGTHS[tag % LENGTHS.length], seed);
            assertTrue(seen.put(seed, true) == null, "received twice: tag=" + tag);
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void threadsThatPostAndCancelLoseNothing(Setting setting) {
        setting.run(2, (rank, p2p) -> RankThreads.run(4, thread -> {
            Messages messages = new Messages(p2p);
            List<Operation> sends = new ArrayList<>();
            int other = 1 - rank.number();
            for (int i = 0; i < 100; i++) {
                int bytes = LENGTHS[(i + thread) % LENGTHS.length];
                sends.add(messages.startSend(other, thread, i % 3 == 0, Messages.filled(bytes, i)));
                Spot place = Spot.bytes(bytes);
                Operation receive = messages.post(other, thread, place);
                p2p.cancel(receive);
                p2p.await(receive);
                if (receive.isCancelled()) {
                    place.checkUntouched(0, "cancelled receive");
                    p2p.recycle(receive);
                    messages.receive(other, thread, bytes, i);
                } else {
                    messages.finish(receive, place, thread, bytes, i);
                }
            }
            sends.forEach(messages::finish);
        }));
    }
}
