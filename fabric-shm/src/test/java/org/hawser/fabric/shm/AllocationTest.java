package org.hawser.fabric.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.hawser.fabric.NodeMap;
import org.hawser.fabric.Region;
import org.hawser.fabric.RemoteRegion;
import org.hawser.runtime.ActiveMessages;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.MessageHandler;
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;
import org.hawser.runtime.launch.JobDescription;
import org.hawser.testkit.AllocatedBytes;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The budget of the hot paths: not one byte per message, put, get, atomic or barrier, with all that waiting brings. */
class AllocationTest {
    private static final int OPERATIONS = 100_000;
    /** Operations that wait for another rank are slow where cores are busy. */
    private static final int WAITS = 10_000;
    private static final int WARM_UPS = 3;
    private static final int RUNS = 7;

    static Medium[] media() {
        return new Medium[] {ShmMedia.FILES, ShmMedia.THREADS};
    }

    /**
     * The least of several runs is exactly nothing: a compiler that comes late may allocate in one of them, the code
     * under test allocates in all.
     */
    private static void assertAllocatesNothing(String what, Runnable operations) {
        for (int i = 0; i < WARM_UPS; i++) {
            operations.run();
        }
        long least = Long.MAX_VALUE;
        for (int i = 0; i < RUNS; i++) {
            long before = AllocatedBytes.ofThisThread();
            operations.run();
            least = Math.min(least, AllocatedBytes.ofThisThread() - before);
        }
        assertEquals(0, least, what + " allocates: bytes=" + least);
    }

    @ParameterizedTest
    @MethodSource("media")
    void oneSidedOperations(Medium medium) {
        LocalRanks.on(medium).start(2, rank -> {
            Symmetric memory = rank.symmetric(4096);
            if (rank.number() == 0) {
                words(rank, memory.at(1));
                copies(rank, memory.at(1), MemorySegment.ofArray(new byte[128]));
                copies(rank, memory.at(1), Arena.ofAuto().allocate(128));
            }
            rank.barrier();
        });
    }

    private static void words(Rank rank, RemoteRegion region) {
        assertAllocatesNothing("put of a word", () -> {
            for (int i = 0; i < OPERATIONS; i++) {
                rank.put(region, i & 0xff8, i);
            }
        });
        long[] sum = new long[1];
        assertAllocatesNothing("get of a word", () -> {
            for (int i = 0; i < OPERATIONS; i++) {
                sum[0] += rank.get(region, i & 0xff8);
            }
        });
        assertAllocatesNothing("fetchAdd", () -> {
            for (int i = 0; i < OPERATIONS; i++) {
                sum[0] += rank.fetchAdd(region, 0, 1);
            }
        });
        assertAllocatesNothing("compareSwap", () -> {
            for (int i = 0; i < OPERATIONS; i++) {
                sum[0] += rank.compareSwap(region, 8, i - 1, i);
            }
        });
        assertAllocatesNothing("signal", () -> {
            for (int i = 0; i < OPERATIONS; i++) {
                rank.signal(region, 16, i);
            }
        });
    }

    private static void copies(Rank rank, RemoteRegion region, MemorySegment local) {
        assertAllocatesNothing("put of 128 bytes", () -> {
            for (int i = 0; i < OPERATIONS; i++) {
                rank.put(region, i & 0x7ff, local, 0, 128);
            }
        });
        assertAllocatesNothing("get of 128 bytes", () -> {
            for (int i = 0; i < OPERATIONS; i++) {
                rank.get(region, i & 0x7ff, local, 0, 128);
            }
        });
        assertAllocatesNothing("put with no handle, and fences", () -> {
            for (int i = 0; i < OPERATIONS; i++) {
                rank.put(region, i & 0x7ff, local, 0, 128, null);
                rank.fence(1);
                rank.fence();
            }
        });
    }

    @ParameterizedTest
    @MethodSource("media")
    void findingARegion(Medium medium) {
        LocalRanks.on(medium).start(1, rank -> {
            for (int i = 0; i < 10; i++) {
                rank.allocate(4096);
            }
            Region[] found = {rank.allocate(4096)};
            long address = found[0].memory().address();
            assertAllocatesNothing("regionOf", () -> {
                for (int i = 0; i < OPERATIONS; i++) {
                    found[0] = rank.regionOf(address + (i & 0x7ff), 8);
                }
            });
        });
    }

    @ParameterizedTest
    @MethodSource("media")
    void shortAndMediumMessagesSentAndReceived(Medium medium) {
        LocalRanks.on(medium).start(2, rank -> {
            Inbound inbound = new Inbound();
            ActiveMessages messages = rank.messages();
            messages.register(1, inbound);
            rank.barrier();
            int other = 1 - rank.number();
            MemorySegment body = MemorySegment.ofArray(new byte[100]);
            flood(rank, inbound, OPERATIONS, "8 bytes", i -> messages.send(other, 1, i));
            flood(rank, inbound, OPERATIONS, "16 bytes", i -> messages.send(other, 1, i, i));
            flood(rank, inbound, OPERATIONS, "100 bytes", i -> messages.send(other, 1, body, 0, 100));
            rank.barrier();
        });
    }

    /** So many messages at a time. */
    private static void flood(Rank rank, Inbound inbound, int window, String what, Send send) {
        assertAllocatesNothing("flood of " + what, () -> {
            for (int i = 0; i < OPERATIONS; i++) {
                inbound.wanted++;
                send.send(i);
                if (i % window == window - 1) {
                    rank.await(inbound);
                }
            }
        });
    }

    /** A handler must not wait. What it sends when rings are full is kept, and that costs no object either. */
    @Test
    void repliesOfHandlersWhenRingsAreFull() {
        LocalRanks.on(ShmMedia.TIGHT).start(2, rank -> {
            Inbound inbound = new Inbound();
            ActiveMessages messages = rank.messages();
            messages.register(1, inbound);
            messages.register(2, (source, memory, offset, length) -> messages.send(source, 1, 1));
            messages.register(3, (source, memory, offset, length) -> messages.send(source, 1, 1, 1));
            messages.register(4, (source, memory, offset, length) -> messages.send(source, 1, memory, offset, length));
            rank.barrier();
            int other = 1 - rank.number();
            MemorySegment body = MemorySegment.ofArray(new byte[100]);
            flood(rank, inbound, 4_000, "replies of 8 bytes", i -> messages.send(other, 2, i));
            flood(rank, inbound, 4_000, "replies of 16 bytes", i -> messages.send(other, 3, i));
            flood(rank, inbound, 1_000, "replies of 100 bytes", i -> messages.send(other, 4, body, 0, 100));
            rank.barrier();
        });
    }

    @ParameterizedTest
    @MethodSource("media")
    void everyMessageWaitedFor(Medium medium) {
        LocalRanks.on(medium).start(2, rank -> {
            Inbound inbound = new Inbound();
            rank.messages().register(1, inbound);
            rank.barrier();
            int other = 1 - rank.number();
            assertAllocatesNothing("ping-pong", () -> {
                for (int i = 0; i < WAITS; i++) {
                    inbound.wanted++;
                    rank.messages().send(other, 1, i);
                    rank.await(inbound);
                }
            });
            rank.barrier();
        });
    }

    @ParameterizedTest
    @MethodSource("media")
    void barriersOfMoreRanksThanCores(Medium medium) {
        LocalRanks.on(medium).start(2 * Runtime.getRuntime().availableProcessors(), rank ->
            assertAllocatesNothing("barrier", () -> {
                for (int i = 0; i < WAITS; i++) {
                    rank.barrier();
                }
            }));
    }

    /** A thousand ranks may live in one JVM: what each has in the heap must be little. */
    @Test
    void joiningAJobTakesLittleHeap() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < RUNS; i++) {
            JobDescription job = new JobDescription("test-" + i, 0, NodeMap.single(1), null, true, false, 0);
            long before = AllocatedBytes.ofThisThread();
            Rank rank = Rank.join(job, new ConcurrentHashMap<>());
            least = Math.min(least, AllocatedBytes.ofThisThread() - before);
            rank.close();
        }
        assertTrue(least < 64 << 10, "joining allocates: bytes=" + least);
    }

    /** Sends the i-th message. */
    private interface Send {
        void send(int i);
    }

    /** Counts what comes; done when as much as wanted has. */
    private static final class Inbound implements MessageHandler, Awaitable {
        private final AtomicLong received = new AtomicLong();
        private long wanted;

        @Override
        public void onMessage(int source, MemorySegment memory, long offset, int length) {
            received.incrementAndGet();
        }

        @Override
        public boolean isDone() {
            return received.get() >= wanted;
        }
    }
}
