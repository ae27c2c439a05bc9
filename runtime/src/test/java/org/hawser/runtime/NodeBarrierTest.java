package org.hawser.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class NodeBarrierTest {
    @Test
    void memoryGrowsByLessThanALineARank() {
        long before = 0;
        for (int size = 1; size <= 4096; size++) {
            long bytes = NodeBarrier.bytes(size);
            assertTrue(bytes >= before && bytes <= 1024 + size * 24L, "size=" + size + " bytes=" + bytes);
            assertEquals(0, bytes % 128);
            before = bytes;
        }
    }

    /** Every access is inside the memory that was asked for, for every shape of the tree. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 9, 63, 64, 65, 100})
    void ranksOfAllShapesMeet(int size) throws InterruptedException {
        MemorySegment memory = Arena.ofAuto().allocate(NodeBarrier.bytes(size), 128);
        int rounds = 20;
        int[][] seen = new int[size][rounds];
        Thread[] threads = new Thread[size];
        AtomicIntegerArray came = new AtomicIntegerArray(rounds);
        for (int i = 0; i < size; i++) {
            int rank = i;
            threads[i] = Thread.ofPlatform().daemon().start(() -> {
                FakeDomain domain = new FakeDomain();
                ProgressEngine engine = new ProgressEngine(domain, null, size, size);
                NodeBarrier barrier = new NodeBarrier(memory, engine, domain, rank, size);
                for (int round = 0; round < rounds; round++) {
                    came.incrementAndGet(round);
                    barrier.await();
                    seen[rank][round] = came.get(round);
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (int[] rank : seen) {
            for (int all : rank) {
                assertEquals(size, all);
            }
        }
    }
}
