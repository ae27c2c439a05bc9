package org.hawser.pgas.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** The arithmetic of blocks, against dealing elements out one by one, and against whole numbers without limit. */
class BlockCyclicTest {
    @Property(tries = 2000)
    void divisionIsExact(@ForAll @LongRange(min = 0) long n, @ForAll @LongRange(min = 1) long divisor) {
        assertEquals(n / divisor, Divisor.quotient(n, Divisor.factor(divisor), Divisor.shift(divisor)));
    }

    @Example
    void divisionIsExactAtTheEdges() {
        long[] edges = {1, 2, 3, 5, 7, 10, 641, (1L << 31) - 1, 1L << 31, (1L << 32) + 1, (1L << 62) - 1, 1L << 62,
            (1L << 62) + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE};
        for (long divisor : edges) {
            for (long near : edges) {
                for (long n : new long[] {0, near - 1, near, Long.MAX_VALUE / divisor * divisor,
                        Long.MAX_VALUE / divisor * divisor - 1, near / divisor * divisor}) {
                    assertEquals(n / divisor, Divisor.quotient(n, Divisor.factor(divisor), Divisor.shift(divisor)),
                        "n=" + n + " divisor=" + divisor);
                }
            }
        }
    }

    @Property(tries = 500)
    void smallArraysAreDealtOutElementByElement(@ForAll @IntRange(max = 120) int length,
                                                @ForAll @IntRange(max = 30) int block,
                                                @ForAll @IntRange(min = 1, max = 9) int threads) {
        BlockCyclic layout = new BlockCyclic(length, block, threads);
        long[] have = new long[threads];
        for (int i = 0; i < length; i++) {
            int thread = block == 0 ? 0 : i / block % threads;
            assertEquals(thread, layout.threadOf(i));
            assertEquals(have[thread], layout.placeOf(i));
            assertEquals(block == 0 ? 0 : i % block, layout.phaseOf(i));
            assertEquals(i, layout.indexOf(thread, have[thread]));
            for (int other = 0; other < threads; other++) {
                assertEquals(have[other], layout.before(other, i));
            }
            have[thread]++;
        }
        for (int thread = 0; thread < threads; thread++) {
            assertEquals(have[thread], layout.lengthAt(thread));
            assertTrue(layout.lengthAt(thread) <= layout.lengthAt(0));
        }
    }

    @Property(tries = 2000)
    void hugeArraysFollowTheFormula(@ForAll @LongRange(min = 1) long length, @ForAll @LongRange(min = 0) long block,
                                    @ForAll @IntRange(min = 1, max = 100_000) int threads,
                                    @ForAll @LongRange(min = 0) long any) {
        BlockCyclic layout = new BlockCyclic(length, block, threads);
        long index = any % length;
        BigInteger run = BigInteger.valueOf(block == 0 ? length : block);
        BigInteger number = BigInteger.valueOf(index).divide(run);
        BigInteger[] dealt = number.divideAndRemainder(BigInteger.valueOf(threads));
        BigInteger place = dealt[0].multiply(run).add(BigInteger.valueOf(index).mod(run));
        int thread = dealt[1].intValueExact();
        assertEquals(thread, layout.threadOf(index));
        assertEquals(place.longValueExact(), layout.placeOf(index));
        assertEquals(index, layout.indexOf(thread, place.longValueExact()));
        assertEquals(place.longValueExact(), layout.before(thread, index));
        assertTrue(place.longValueExact() < layout.lengthAt(thread));
    }

    @Property(tries = 1000)
    void neighboursLieTogether(@ForAll @LongRange(min = 2, max = 1L << 40) long length,
                               @ForAll @LongRange(min = 0, max = 1000) long block,
                               @ForAll @IntRange(min = 1, max = 64) int threads,
                               @ForAll @LongRange(min = 0) long any) {
        BlockCyclic layout = new BlockCyclic(length, block, threads);
        long index = any % length;
        int thread = layout.threadOf(index);
        long place = layout.placeOf(index);
        long last = Math.min(length - 1, index + layout.together(place) - 1);
        assertEquals(thread, layout.threadOf(last));
        assertEquals(place + last - index, layout.placeOf(last));
        long next = index + layout.together(place);
        if (next < length && threads > 1) {
            assertEquals((thread + 1) % threads, layout.threadOf(next));
        }
    }
}
