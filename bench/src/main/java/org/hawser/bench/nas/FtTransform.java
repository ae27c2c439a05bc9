package org.hawser.bench.nas;

/**
 * Fourier transforms of many lines side by side, after Stockham: each step reads one array and writes the other, so
 * there is no reordering, and its innermost loop runs over lines, which lie next to each other.
 *
 * <pre>
 *   element e:   re of line 0 … {@value #LINES} - 1,   im of line 0 … {@value #LINES} - 1
 * </pre>
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> at construction.
 */
final class FtTransform {
    /** Lines that are transformed at a time. */
    static final int LINES = 32;
    /** From one element of the lines to the next. */
    static final int ELEMENT = 2 * LINES;

    private final int length;
    private final double[] cosines;
    private final double[] sines;
    private double[] data;
    private double[] spare;

    /** For lines of so many elements, a power of two. */
    FtTransform(int length) {
        this.length = length;
        cosines = new double[length / 2];
        sines = new double[length / 2];
        for (int i = 0; i < length / 2; i++) {
            cosines[i] = Math.cos(2 * Math.PI * i / length);
            sines[i] = Math.sin(2 * Math.PI * i / length);
        }
        data = new double[length * ELEMENT];
        spare = new double[length * ELEMENT];
    }

    /** The lines, to be filled before a transform and read after it; another array each time. */
    double[] data() {
        return data;
    }

    /** Transforms the lines; with sign +1 or −1 in the exponent. */
    void transform(int sign) {
        for (int half = length / 2, stride = 1; half >= 1; half /= 2, stride *= 2) {
            for (int k = 0; k < half; k++) {
                // With this step's root of unity to the power k.
                double re = cosines[k * stride];
                double im = sign * sines[k * stride];
                butterflies(data, k * stride * ELEMENT, (k + half) * stride * ELEMENT, spare,
                    2 * k * stride * ELEMENT, (2 * k + 1) * stride * ELEMENT, stride, re, im);
            }
            double[] written = spare;
            spare = data;
            data = written;
        }
    }

    private static void butterflies(double[] in, int first, int second, double[] out, int sum, int difference,
                                    int count, double re, double im) {
        for (int i = 0; i < count * ELEMENT; i += ELEMENT) {
            for (int x = 0; x < LINES; x++) {
                double firstRe = in[first + i + x];
                double secondRe = in[second + i + x];
                double firstIm = in[first + i + LINES + x];
                double secondIm = in[second + i + LINES + x];
                out[sum + i + x] = firstRe + secondRe;
                out[sum + i + LINES + x] = firstIm + secondIm;
                double differenceRe = firstRe - secondRe;
                double differenceIm = firstIm - secondIm;
                out[difference + i + x] = re * differenceRe - im * differenceIm;
                out[difference + i + LINES + x] = re * differenceIm + im * differenceRe;
            }
        }
    }
}
