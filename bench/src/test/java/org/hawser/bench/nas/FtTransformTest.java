package org.hawser.bench.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FtTransformTest {

    @ParameterizedTest
    @CsvSource({"1, 1", "2, -1", "4, 1", "32, -1", "64, 1"})
    void linesAreTransformedAsTheDefinitionSays(int length, int sign) {
        FtTransform transform = new FtTransform(length);
        NasRandom random = new NasRandom(1);
        random.fill(transform.data(), 0, length * FtTransform.ELEMENT);
        double[] given = transform.data().clone();
        transform.transform(sign);
        for (int line : new int[] {0, 7, FtTransform.LINES - 1}) {
            for (int k = 0; k < length; k++) {
                double re = 0;
                double im = 0;
                for (int i = 0; i < length; i++) {
                    double angle = sign * 2 * Math.PI * i * k / length;
                    double givenRe = given[i * FtTransform.ELEMENT + line];
                    double givenIm = given[i * FtTransform.ELEMENT + FtTransform.LINES + line];
                    re += givenRe * Math.cos(angle) - givenIm * Math.sin(angle);
                    im += givenRe * Math.sin(angle) + givenIm * Math.cos(angle);
                }
                assertEquals(re, transform.data()[k * FtTransform.ELEMENT + line], 1e-12);
                assertEquals(im, transform.data()[k * FtTransform.ELEMENT + FtTransform.LINES + line], 1e-12);
            }
        }
    }
}
