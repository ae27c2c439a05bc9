package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Collectives on shared memory: where each byte goes. */
class MemoryCollectivesTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void everyByteGoesWhereItBelongs(String name, Medium medium) {
        for (int threads : new int[] {1, 2, 3, 8}) {
            PgasJob.run(medium, threads, pgas -> checkAll(pgas, threads == 3 ? 5000 : 3));
        }
    }

    @Test
    void teamsHaveThem() {
        PgasJob.run(5, pgas -> checkAll(pgas.split(pgas.myThread() % 2, -pgas.myThread()), 16));
    }

    /** One block of n longs for each thread at each thread; what a thread gives is its number and the place. */
    private static void checkAll(Pgas pgas, int n) {
        int p = pgas.threads();
        int me = pgas.myThread();
        int row = p * n;
        long bytes = n * 8L;
        SharedLongArray source = pgas.longs((long) p * row, Distribution.blocks(row));
        SharedLongArray target = pgas.longs((long) p * row, Distribution.blocks(row));
        for (int i = 0; i < row; i++) {
            source.putLocal(i, 1_000_000L * me + i);
        }
        Collectives all = pgas.collectives();
        GlobalPointer to = target.pointer(0);
        GlobalPointer from = source.pointer(0);
        int root = p - 1;
        GlobalPointer fromRoot = source.pointer((long) root * row);
        all.broadcast(to, fromRoot, bytes, Sync.ALL, Sync.NONE);
        expect(target, 0, 1_000_000L * root, n);
        all.scatter(to, fromRoot, bytes, Sync.MINE, Sync.MINE);
        expect(target, 0, 1_000_000L * root + (long) me * n, n);
        all.gather(target.pointer((long) root * row), from, bytes, Sync.ALL, Sync.ALL);
        for (int i = 0; me == root && i < p; i++) {
            expect(target, i * n, 1_000_000L * i, n);
        }
        all.gatherAll(to, from, bytes, Sync.MINE, Sync.ALL);
        for (int i = 0; i < p; i++) {
            expect(target, i * n, 1_000_000L * i, n);
        }
        all.exchange(to, from, bytes, Sync.ALL, Sync.MINE);
        for (int i = 0; i < p; i++) {
            expect(target, i * n, 1_000_000L * i + (long) me * n, n);
        }
        List<Integer> shuffled = new ArrayList<>();
        for (int i = 0; i < p; i++) {
            shuffled.add(i);
        }
        Collections.shuffle(shuffled, new Random(p));
        all.permute(to, from, shuffled.stream().mapToInt(i -> i).toArray(), bytes, Sync.ALL, Sync.ALL);
        expect(target, 0, 1_000_000L * shuffled.indexOf(me), n);
        pgas.barrier();
        source.close();
        target.close();
    }

    private static void expect(SharedLongArray target, int place, long first, int n) {
        for (int i = 0; i < n; i++) {
            assertEquals(first + i, target.getLocal(place + i));
        }
    }

    @Test
    void whatLeavesTheMemoryOrTheTeamIsRefusedAtAllThreads() {
        PgasJob.run(3, pgas -> {
            SharedLongArray array = pgas.longs(12, Distribution.blocks(4));
            GlobalPointer p = array.pointer(0);
            Collectives all = pgas.collectives();
            assertThrows(PgasException.class, () -> all.broadcast(p, p, 33, Sync.ALL, Sync.ALL));
            assertThrows(PgasException.class, () -> all.exchange(p, p, 11, Sync.ALL, Sync.ALL));
            assertThrows(PgasException.class, () -> all.gather(p, p, -1, Sync.ALL, Sync.ALL));
            assertThrows(PgasException.class,
                () -> all.permute(p, p, new int[] {0, 1, 1}, 8, Sync.ALL, Sync.ALL));
            Collectives other = pgas.split(0, 0).collectives();
            assertThrows(PgasException.class, () -> other.broadcast(p, p, 8, Sync.ALL, Sync.ALL));
            array.close();
            assertThrows(PgasException.class, () -> all.broadcast(p, p, 8, Sync.ALL, Sync.ALL));
            pgas.barrier();
        });
    }
}
