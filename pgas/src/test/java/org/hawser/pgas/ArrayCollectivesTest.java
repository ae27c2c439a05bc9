package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reductions and prefixes of shared arrays in every layout. */
class ArrayCollectivesTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void theyAreThoseOfTheSameArrayInOnePiece(String name, Medium medium) {
        for (int threads : new int[] {1, 3, 4}) {
            PgasJob.run(medium, threads, pgas -> {
                for (int length : new int[] {0, 50, 97}) {
                    check(pgas, length, Distribution.cyclic());
                    check(pgas, length, Distribution.blocks(7));
                    check(pgas, length, Distribution.even());
                }
                check(pgas, 40, Distribution.indefinite());
            });
        }
    }

    private static void check(Pgas pgas, int length, Distribution distribution) {
        SharedLongArray longs = pgas.longs(length, distribution);
        SharedDoubleArray doubles = pgas.doubles(length, distribution);
        SharedIntArray ints = pgas.ints(length, distribution);
        if (pgas.myThread() == pgas.threads() - 1) {
            for (int i = 0; i < length; i++) {
                longs.put(i, value(i));
                doubles.put(i, value(i) / 4.0);
                ints.put(i, (int) value(i));
            }
        }
        long sum = 0;
        long least = Long.MAX_VALUE;
        int most = Integer.MIN_VALUE;
        for (int i = 0; i < length; i++) {
            sum += value(i);
            least = Math.min(least, value(i));
            most = Math.max(most, (int) value(i));
        }
        Collectives all = pgas.collectives();
        assertEquals(sum, all.reduce(longs, Reduction.SUM));
        assertEquals(least, all.reduce(longs, Reduction.MIN));
        assertEquals(most, all.reduce(ints, Reduction.MAX));
        assertEquals(sum / 4.0, all.reduce(doubles, Reduction.SUM));
        all.prefix(doubles, doubles, Reduction.SUM);
        SharedLongArray maxima = pgas.longs(length, distribution);
        all.prefix(maxima, longs, Reduction.MAX);
        double running = 0;
        long top = Long.MIN_VALUE;
        for (int i = 0; i < length; i++) {
            running += value(i) / 4.0;
            top = Math.max(top, value(i));
            assertEquals(running, doubles.get(i));
            assertEquals(top, maxima.get(i));
        }
        pgas.barrier();
        longs.close();
        doubles.close();
        ints.close();
        maxima.close();
    }

    private static long value(int i) {
        return (i * 7919L) % 101 - 30;
    }

    @Test
    void arraysOfDifferentLayoutsHaveNoPrefix() {
        PgasJob.run(2, pgas -> {
            SharedLongArray one = pgas.longs(10, Distribution.cyclic());
            SharedLongArray other = pgas.longs(10, Distribution.even());
            assertThrows(PgasException.class, () -> pgas.collectives().prefix(one, other, Reduction.SUM));
            one.close();
            other.close();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void arraysOfAnotherTeamAreRefusedAtAllThreads(String name, Medium medium) {
        PgasJob.run(medium, 4, pgas -> {
            Pgas half = pgas.split(pgas.myThread() / 2, 0);
            SharedLongArray all = pgas.longs(9, Distribution.cyclic());
            SharedLongArray part = half.longs(9, Distribution.cyclic());
            SharedDoubleArray doubles = half.doubles(9, Distribution.cyclic());
            SharedIntArray ints = pgas.ints(9, Distribution.cyclic());
            MemoryTest.refused(() -> half.collectives().reduce(all, Reduction.SUM), "another team");
            MemoryTest.refused(() -> half.collectives().reduce(ints, Reduction.SUM), "another team");
            MemoryTest.refused(() -> pgas.collectives().reduce(doubles, Reduction.SUM), "another team");
            MemoryTest.refused(() -> pgas.collectives().prefix(part, part, Reduction.SUM), "another team");
            MemoryTest.refused(() -> half.collectives().prefix(part, all, Reduction.SUM), "another team");
            MemoryTest.refused(() -> half.collectives().prefix(all, part, Reduction.SUM), "another team");
            all.forAll(i -> all.put(i, i));
            assertEquals(36, pgas.collectives().reduce(all, Reduction.SUM));
        });
    }
}
