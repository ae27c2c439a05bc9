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
        int rounds = 20;
        int[][] seen = new int[size][rounds];
        AtomicIntegerArray came = new AtomicIntegerArray(rounds);
        run(size, (rank, barrier) -> {
            for (int round = 0; round < rounds; round++) {
                came.incrementAndGet(round);
                barrier.await();
                seen[rank][round] = came.get(round);
            }
        });
        for (int[] rank : seen) {
            for (int all : rank) {
                assertEquals(size, all);
            }
        }
    }

    /** One rank after the other gives another value than all others; every third gives none. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 9, 64, 65})
    void allAreToldOfValuesThatDiffer(int size) throws InterruptedException {
        String[] told = new String[size];
        run(size, (rank, barrier) -> {
            StringBuilder all = new StringBuilder();
            for (int odd = 0; odd < size; odd++) {
                barrier.come(true, rank == odd || rank % 3 != 2, rank == odd ? -1 : 7);
                barrier.finish();
                BarrierValues two = barrier.difference();
                all.append(two == null ? " none" : " " + two.rank + ":" + two.value + "," + two.otherRank + ":"
                    + two.otherValue);
                barrier.come(true, rank % 2 == 0, odd);
                barrier.finish();
                all.append(barrier.difference() == null ? "" : " late");
            }
            told[rank] = all.toString();
        });
        StringBuilder expected = new StringBuilder();
        for (int odd = 0; odd < size; odd++) {
            expected.append(size == 1 ? " none" : odd == 0 ? " 0:-1,1:7" : " 0:7," + odd + ":-1");
        }
        for (String one : told) {
            assertEquals(expected.toString(), one);
        }
    }

    private interface Program {
        void run(int rank, NodeBarrier barrier);
    }

    private static void run(int size, Program program) throws InterruptedException {
        MemorySegment memory = Arena.ofAuto().allocate(NodeBarrier.bytes(size), 128);
        Thread[] threads = new Thread[size];
        for (int i = 0; i < size; i++) {
            int rank = i;
            threads[i] = Thread.ofPlatform().daemon().start(() -> {
                FakeDomain domain = new FakeDomain();
                ProgressEngine engine = new ProgressEngine(domain, null, size, size);
                program.run(rank, new NodeBarrier(memory, engine, domain, rank, size));
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
