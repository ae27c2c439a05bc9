package org.hawser.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.runtime.Delivery;
import org.hawser.runtime.Rank;
import org.hawser.runtime.RankAddress;
import org.hawser.runtime.launch.JobDescription;
import org.junit.jupiter.api.Test;

/**
 * What ranks of two jobs can do with each other once they have met.
 *
 * <p><b>Threads:</b> a thread per rank.
 */
public abstract class ForeignRanksContract {
    private static final String NODE = "hawser.node";
    private static final int HANDLER = 3;
    /** Ranks of the first job. */
    public static final int FIRST = 2;
    /** Ranks of the second job. */
    public static final int SECOND = 3;
    private static final int ALL = FIRST + SECOND;
    private static final int BLOCK = 600_000;

    /** For the tests of a provider. */
    protected ForeignRanksContract() {
    }

    /** Where the ranks of each job meet. */
    protected abstract Medium medium();

    /** Which node a rank of either job is on, both counted from 0; null when all are on one. */
    protected String nodeOf(int job, int rank) {
        return null;
    }

    /** One rank's part: ranks of the first job come first in {@code everybody}, the numbers of all ranks here. */
    private interface Part {
        void run(Rank rank, int[] everybody, CyclicBarrier together) throws Exception;
    }

    @Test
    void ranksOfTwoJobsSendMessagesToEachOther() {
        AtomicLong[] sums = new AtomicLong[ALL];
        runTwoJobs((rank, everybody, together) -> {
            AtomicLong sum = sums[indexOf(rank, everybody)] = new AtomicLong();
            rank.messages().register(HANDLER, (source, memory, offset, length) ->
                sum.addAndGet(memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset)));
            together.await();
            // More than a mailbox holds, so that lanes come and go.
            for (int i = 1; i <= 5_000; i++) {
                for (int other : everybody) {
                    rank.messages().send(other, HANDLER, i);
                }
            }
            rank.await(() -> sum.get() == ALL * 5_000L * 5_001 / 2);
        });
    }

    @Test
    void regionOfAnotherJobIsRead() {
        RegionKey[] keys = new RegionKey[ALL];
        runTwoJobs((rank, everybody, together) -> {
            int me = indexOf(rank, everybody);
            Region region = rank.allocate(64);
            region.memory().set(ValueLayout.JAVA_LONG, 8, 100 + me);
            keys[me] = region.key();
            together.await();
            for (int i = 0; i < ALL; i++) {
                RegionKey key = new RegionKey(everybody[i], keys[i].id(), keys[i].secret(), keys[i].length());
                assertEquals(100 + i, rank.get(rank.attach(key), 8));
            }
        });
    }

    /** Long enough for both ranks to copy, where the other's memory is mapped. */
    @Test
    void longBlocksGoToMemoryOfAnotherJobAndBack() {
        RegionKey[] keys = new RegionKey[ALL];
        AtomicLong ended = new AtomicLong();
        runTwoJobs((rank, everybody, together) -> {
            int me = indexOf(rank, everybody);
            keys[me] = rank.allocate(ALL * (long) BLOCK).key();
            together.await();
            MemorySegment sent = rank.allocate(BLOCK).memory();
            MemorySegment back = rank.allocate(BLOCK).memory();
            for (int i = 0; i < 4 * ALL; i++) {
                int other = (me + i) % ALL;
                RegionKey key = new RegionKey(everybody[other], keys[other].id(), keys[other].secret(),
                    keys[other].length());
                Bodies.fill(sent, 0, BLOCK, 100L * me + i);
                rank.put(rank.attach(key), me * (long) BLOCK, sent, 0, BLOCK);
                rank.get(rank.attach(key), me * (long) BLOCK, back, 0, BLOCK);
                assertEquals(-1, sent.mismatch(back));
            }
            ended.incrementAndGet();
            rank.await(() -> ended.get() == ALL);
            together.await();
        });
    }

    @Test
    void payloadFromAnotherJobIsDelivered() {
        AtomicLong delivered = new AtomicLong();
        runTwoJobs((rank, everybody, together) -> {
            int me = indexOf(rank, everybody);
            MemorySegment target = Arena.ofAuto().allocate(1 << 20);
            rank.messages().register(HANDLER, (int source, MemorySegment memory, long offset, int length,
                    Delivery delivery) -> delivery.into(target, 0).then(delivered::incrementAndGet));
            together.await();
            int next = everybody[(me + FIRST) % ALL];
            Region source = rank.allocate(1 << 20);
            rank.messages().deliver(next, HANDLER, MemorySegment.ofArray(new byte[8]), source.memory(), null, null);
            // The one whose payload is fetched may have a part in it.
            rank.await(() -> delivered.get() == ALL);
        });
    }

    /** Two threads of a rank: one is about to part, and waits for the rank, which the other holds. */
    @Test
    void whoHoldsTheRankIsToldAddressesWhileAnotherThreadParts() {
        runTwoJobs((rank, everybody, together) -> {
            int me = indexOf(rank, everybody);
            int other = me < FIRST ? me + FIRST : me - FIRST;
            together.await();
            if (other < FIRST || me < FIRST) {
                RankAddress address = rank.address(everybody[other]);
                Thread parting = new Thread(() -> rank.part(everybody[other]));
                rank.hold();
                try {
                    parting.start();
                    while (Stream.of(parting.getStackTrace()).noneMatch(call -> call.getMethodName().equals("hold"))) {
                        Thread.onSpinWait();
                    }
                    assertNotNull(rank.address(0));
                } finally {
                    rank.letGo();
                }
                parting.join();
                together.await();
                assertEquals(everybody[other], rank.meet(address));
            } else {
                together.await();
            }
            together.await();
        });
    }

    @Test
    void ranksPartAndMeetAgainUnderTheSameNumber() {
        AtomicLong[] heard = new AtomicLong[ALL];
        runTwoJobs((rank, everybody, together) -> {
            int me = indexOf(rank, everybody);
            AtomicLong count = heard[me] = new AtomicLong();
            RankAddress[] addresses = new RankAddress[ALL];
            for (int i = 0; i < ALL; i++) {
                addresses[i] = rank.address(everybody[i]);
            }
            rank.messages().register(HANDLER, (source, memory, offset, length) -> count.incrementAndGet());
            for (int round = 1; round <= 20; round++) {
                together.await();
                for (int other : everybody) {
                    for (int i = 0; i < 100; i++) {
                        rank.messages().send(other, HANDLER, i);
                    }
                }
                int expected = round * ALL * 100;
                rank.await(() -> count.get() == expected);
                together.await();
                for (int other : everybody) {
                    rank.part(other);
                }
                together.await();
                for (int i = 0; i < ALL; i++) {
                    assertEquals(everybody[i], rank.meet(addresses[i]));
                }
            }
            together.await();
        });
    }

    @Test
    void rankThatHasPartedCannotBeReached() {
        runTwoJobs((rank, everybody, together) -> {
            together.await();
            for (int other : everybody) {
                if (other >= rank.size()) {
                    rank.part(other);
                    assertThrows(FabricException.class, () -> rank.messages().send(other, HANDLER, 1));
                }
            }
            together.await();
        });
    }

    @Test
    void whoWaitsForARankOfAnotherJobThatHasLeftIsTold() {
        runTwoJobs((rank, everybody, together) -> {
            int me = indexOf(rank, everybody);
            AtomicLong heard = new AtomicLong();
            rank.messages().register(HANDLER, (source, memory, offset, length) -> heard.incrementAndGet());
            together.await();
            if (me == ALL - 1) {
                for (int other : everybody) {
                    if (other != rank.number()) {
                        rank.messages().send(other, HANDLER, 1);
                    }
                }
                together.await();
                rank.close();
            } else {
                rank.await(() -> heard.get() == 1);
                together.await();
            }
            if (me < FIRST) {
                FabricException lost = assertThrows(FabricException.class,
                    () -> rank.await(() -> heard.get() == 2, everybody[ALL - 1]));
                assertEquals(FabricException.Severity.PEER_LOST, lost.severity(), lost.toString());
            }
        });
    }

    private static int indexOf(Rank rank, int[] everybody) {
        for (int i = 0; i < everybody.length; i++) {
            if (everybody[i] == rank.number() && (i < FIRST) == (rank.size() == FIRST)) {
                return i;
            }
        }
        throw new AssertionError("not among them: " + rank);
    }

    private void runTwoJobs(Part part) {
        AtomicReferenceArray<RankAddress> addresses = new AtomicReferenceArray<>(ALL);
        CyclicBarrier together = new CyclicBarrier(ALL);
        try (Medium.Meeting first = medium().open(); Medium.Meeting second = medium().open()) {
            RankThreads.run(ALL, number -> {
                boolean inFirst = number < FIRST;
                try (Rank rank = inFirst ? join(first, number, FIRST) : join(second, number - FIRST, SECOND)) {
                    addresses.set(number, addressOf(rank, inFirst ? 0 : 1));
                    await(together);
                    int[] everybody = new int[ALL];
                    for (int i = 0; i < ALL; i++) {
                        everybody[i] = rank.meet(RankAddress.parse(addresses.get(i).toString()));
                    }
                    await(together);
                    part.run(rank, everybody, together);
                    await(together);
                }
            });
        }
    }

    /** The node is asked for when a rank first tells its address, once. */
    private RankAddress addressOf(Rank rank, int job) {
        String node = nodeOf(job, rank.number());
        if (node == null) {
            return rank.address();
        }
        synchronized (NODE) {
            System.setProperty(NODE, node);
            try {
                return rank.address();
            } finally {
                System.clearProperty(NODE);
            }
        }
    }

    private static void await(CyclicBarrier together) throws InterruptedException {
        try {
            together.await();
        } catch (BrokenBarrierException e) {
            throw new AssertionError("another rank failed", e);
        }
    }

    private Rank join(Medium.Meeting meeting, int number, int size) {
        return Rank.join(new JobDescription(meeting.job(), number, medium().nodes(size), meeting.path(),
            meeting.path() == null, false, 0), meeting.shared());
    }
}
