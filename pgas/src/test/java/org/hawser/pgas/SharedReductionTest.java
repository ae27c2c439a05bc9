package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reductions of long arrays, which go through shared memory where there is some. */
@Timeout(60)
class SharedReductionTest {
    private static final int[] LENGTHS = {SharedReduction.LONG - 1, SharedReduction.LONG, 16 << 10, 70_001};

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void longArraysAreReducedInTheOrderOfTheThreads(String name, Medium medium) {
        for (int threads : new int[] {1, 3, 4}) {
            PgasJob.run(medium, threads, pgas -> {
                for (int length : LENGTHS) {
                    check(pgas, length);
                }
            });
        }
    }

    @Test
    void teamsReduceForThemselves() {
        PgasJob.run(5, pgas -> {
            Pgas team = pgas.split(pgas.myThread() % 2, -pgas.myThread());
            for (int length : LENGTHS) {
                check(team, length);
                check(pgas, length);
            }
        });
    }

    private static void check(Pgas pgas, int length) {
        double[] expected = new double[length];
        long[] most = new long[length];
        Arrays.fill(most, Long.MIN_VALUE);
        for (int i = 0; i < length; i++) {
            expected[i] = value(0, i);
            for (int thread = 0; thread < pgas.threads(); thread++) {
                expected[i] += thread == 0 ? 0 : value(thread, i);
                most[i] = Math.max(most[i], word(thread, i));
            }
        }
        double[] doubles = new double[length];
        long[] longs = new long[length];
        for (int i = 0; i < length; i++) {
            doubles[i] = value(pgas.myThread(), i);
            longs[i] = word(pgas.myThread(), i);
        }
        pgas.collectives().allReduce(doubles, Reduction.SUM);
        pgas.collectives().allReduce(longs, Reduction.MAX);
        assertArrayEquals(expected, doubles, 1e-9);
        assertArrayEquals(most, longs);
    }

    private static double value(int thread, int i) {
        return (thread + 1.0) / (i + 3);
    }

    private static long word(int thread, int i) {
        return (thread * 7919L + i) * 104_729 % 10_007;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void arraysOfDifferentLengthsAreRefusedAtAllThreads(String name, Medium medium) {
        for (int threads : new int[] {2, 3, 4, 7}) {
            PgasJob.run(medium, threads, pgas -> {
                for (int odd = 0; odd < threads; odd++) {
                    for (int[] lengths : new int[][] {{5_000, 5_001}, {5_000, 1}, {0, 5_000}, {3, 4}}) {
                        int length = lengths[pgas.myThread() == odd ? 1 : 0];
                        refused(() -> pgas.collectives().allReduce(new double[length], Reduction.SUM), lengths);
                        refused(() -> pgas.collectives().allReduce(new long[length], Reduction.MIN), lengths);
                    }
                    assertEquals(threads, pgas.collectives().allReduce(1, Reduction.SUM));
                    check(pgas, 10);
                }
            });
        }
    }

    private static void refused(Executable reduction, int[] lengths) {
        String text = assertThrows(PgasException.class, reduction).getMessage();
        assertTrue(text.contains("different lengths"), text);
        for (int length : lengths) {
            assertTrue(text.contains("length=" + length), text);
        }
    }
}
