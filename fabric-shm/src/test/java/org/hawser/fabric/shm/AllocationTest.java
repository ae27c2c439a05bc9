package org.hawser.fabric.shm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import org.hawser.fabric.RemoteRegion;
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;
import org.hawser.testkit.AllocatedBytes;
import org.hawser.testkit.LocalRanks;
import org.junit.jupiter.api.Test;

/** The budget of the hot paths: no object per short message, put, get or atomic. */
class AllocationTest {
    private static final int OPERATIONS = 100_000;

    /** Bytes of a run are fewer than its operations: none per operation, and room for what happens now and then. */
    private static void assertAllocatesNothing(String what, Runnable operations) {
        operations.run();
        operations.run();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long before = AllocatedBytes.ofThisThread();
            operations.run();
            least = Math.min(least, AllocatedBytes.ofThisThread() - before);
        }
        assertTrue(least < OPERATIONS, what + " allocates: bytes=" + least + " operations=" + OPERATIONS);
    }

    @Test
    void oneSidedOperations() {
        LocalRanks.on(ShmMedia.FILES).start(2, rank -> {
            Symmetric memory = rank.symmetric(4096);
            if (rank.number() == 0) {
                oneSided(rank, memory.at(1));
            }
            rank.barrier();
        });
    }

    private static void oneSided(Rank rank, RemoteRegion region) {
        MemorySegment local = MemorySegment.ofArray(new byte[128]);
        assertAllocatesNothing("put of a word", () -> {
            for (int i = 0; i < OPERATIONS; i++) {
                rank.put(region, i & 0xff8, i);
            }
        });
        assertAllocatesNothing("put of 128 bytes", () -> {
            for (int i = 0; i < OPERATIONS; i++) {
                rank.put(region, i & 0x7ff, local, 0, 128);
            }
        });
        long[] sum = new long[1];
        assertAllocatesNothing("get", () -> {
            for (int i = 0; i < OPERATIONS; i++) {
                sum[0] += rank.get(region, i & 0xff8);
            }
        });
        assertAllocatesNothing("fetchAdd", () -> {
            for (int i = 0; i < OPERATIONS; i++) {
                sum[0] += rank.fetchAdd(region, 0, 1);
            }
        });
        assertAllocatesNothing("fence", () -> {
            for (int i = 0; i < OPERATIONS; i++) {
                rank.fence(1);
            }
        });
    }

    @Test
    void shortMessagesSentAndReceived() {
        LocalRanks.on(ShmMedia.FILES).start(2, rank -> {
            AtomicLong received = new AtomicLong();
            rank.messages().register(1, (source, memory, offset, length) -> received.incrementAndGet());
            rank.barrier();
            int other = 1 - rank.number();
            long[] wanted = new long[1];
            assertAllocatesNothing("flood of short messages", () -> {
                wanted[0] += OPERATIONS;
                for (int i = 0; i < OPERATIONS; i++) {
                    rank.messages().send(other, 1, i);
                }
                rank.await(() -> received.get() >= wanted[0]);
            });
            rank.barrier();
        });
    }
}
