package org.hawser.bench.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NasRandomTest {
    private static final long SEED = 314_159_265L;
    private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(46);

    @Test
    void theFirstNumbersAreKnown() {
        NasRandom random = new NasRandom(SEED);
        assertEquals(0x1p-46 * 55909509111989L, random.next());
        assertEquals(0x1p-46 * 61155031930969L, random.next());
        assertEquals(0x1p-46 * 45573031421645L, random.next());
        assertEquals(0x1p-46 * 55279057169489L, random.next());
        assertEquals(0x1p-46 * 1250169187877L, random.next());
        assertEquals(0x1p-46 * 32883653486115L, new NasRandom(271_828_183L).next());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 1000, 1L << 33, 1_000_000_000_000L})
    void skippingIsTheSameAsDrawing(long count) {
        BigInteger expected = BigInteger.valueOf(5).modPow(BigInteger.valueOf(13).multiply(
            BigInteger.valueOf(count + 1)), MODULUS).multiply(BigInteger.valueOf(SEED)).mod(MODULUS);
        assertEquals(0x1p-46 * expected.longValueExact(), new NasRandom(SEED).skip(count).next());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 5, 8, 1023})
    void fillingIsTheSameAsDrawing(int count) {
        NasRandom one = new NasRandom(SEED);
        NasRandom other = new NasRandom(SEED);
        double[] numbers = new double[count + 2];
        other.fill(numbers, 1, count);
        assertEquals(0, numbers[0]);
        assertEquals(0, numbers[count + 1]);
        for (int i = 0; i < count; i++) {
            assertEquals(one.next(), numbers[1 + i]);
        }
        assertEquals(one.next(), other.next());
    }
}
