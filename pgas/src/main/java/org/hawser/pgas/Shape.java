package org.hawser.pgas;

import java.util.Arrays;

/**
 * Which bytes of a piece of memory a transfer takes, when they are not one run: chunks of one length, in the order in
 * which the transfer takes them.
 *
 * <pre>{@code
 * Shape column = Shape.strided(Double.BYTES, n * Double.BYTES, n);      // of a matrix of n rows
 * pgas.memget(into, Shape.run(n * Double.BYTES), matrix, column, handle);
 * }</pre>
 *
 * <p><b>Threads:</b> immutable.
 */
public sealed interface Shape permits Shape.Run, Shape.Strided, Shape.Indexed {
    /** So many bytes in one run. */
    static Shape run(long bytes) {
        return new Run(bytes);
    }

    /** {@code count} chunks of {@code chunk} bytes, whose beginnings are {@code stride} bytes apart. */
    static Shape strided(long chunk, long stride, long count) {
        return new Strided(chunk, stride, count);
    }

    /** A chunk of {@code chunk} bytes at each of these offsets. */
    static Shape indexed(long chunk, long... offsets) {
        return new Indexed(chunk, offsets);
    }

    /** How many bytes it has. */
    default long bytes() {
        return chunk() * count();
    }

    /** The length of a chunk. */
    long chunk();

    /** How many chunks there are. */
    long count();

    /** Where a chunk begins. */
    long offset(long index);

    /** Where the chunk begins that is lowest in memory; 0 when there is none. */
    long low();

    /** Where the chunk ends that is highest in memory; 0 when there is none. */
    long high();

    /** One run. */
    record Run(long bytes) implements Shape {
        /** Refuses a negative length. */
        public Run {
            check(bytes, 1);
        }

        @Override
        public long chunk() {
            return bytes;
        }

        @Override
        public long count() {
            return 1;
        }

        @Override
        public long offset(long index) {
            return 0;
        }

        @Override
        public long low() {
            return 0;
        }

        @Override
        public long high() {
            return bytes;
        }
    }

    /** Chunks at equal distances. */
    record Strided(long chunk, long stride, long count) implements Shape {
        /** Refuses lengths that are negative or leave the range of a long. */
        public Strided {
            check(chunk, count);
            if (count > 0 && !fits(stride, count - 1, chunk)) {
                throw new PgasException("a shape is longer than memory can be: chunk=" + chunk + " stride=" + stride
                    + " count=" + count);
            }
        }

        @Override
        public long offset(long index) {
            return stride * index;
        }

        @Override
        public long low() {
            return count == 0 ? 0 : Math.min(0, stride * (count - 1));
        }

        @Override
        public long high() {
            return count == 0 ? 0 : Math.max(0, stride * (count - 1)) + chunk;
        }
    }

    /** Chunks of equal length anywhere. */
    record Indexed(long chunk, long[] offsets) implements Shape {
        /** Keeps a copy; refuses lengths that are negative or leave the range of a long. */
        public Indexed {
            check(chunk, offsets.length);
            offsets = offsets.clone();
            for (long offset : offsets) {
                if (!fits(offset, 1, chunk)) {
                    throw new PgasException("a shape is longer than memory can be: chunk=" + chunk + " offset="
                        + offset);
                }
            }
        }

        @Override
        public long[] offsets() {
            return offsets.clone();
        }

        @Override
        public long count() {
            return offsets.length;
        }

        @Override
        public long offset(long index) {
            return offsets[(int) index];
        }

        @Override
        public long low() {
            long low = offsets.length == 0 ? 0 : Long.MAX_VALUE;
            for (long offset : offsets) {
                low = Math.min(low, offset);
            }
            return low;
        }

        @Override
        public long high() {
            long high = offsets.length == 0 ? -chunk : Long.MIN_VALUE;
            for (long offset : offsets) {
                high = Math.max(high, offset);
            }
            return high + chunk;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Indexed shape && chunk == shape.chunk && Arrays.equals(offsets, shape.offsets);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(offsets) * 31 + Long.hashCode(chunk);
        }

        @Override
        public String toString() {
            return "Indexed[chunk=" + chunk + ", offsets=" + Arrays.toString(offsets) + "]";
        }
    }

    private static void check(long chunk, long count) {
        if (chunk < 0 || count < 0) {
            throw new PgasException("a length cannot be negative: chunk=" + chunk + " count=" + count);
        }
        if (!fits(chunk, count, 0)) {
            throw new PgasException("a shape is longer than memory can be: chunk=" + chunk + " count=" + count);
        }
    }

    /** Whether {@code each * times}, and that and {@code more}, are far from the ends of a long. */
    private static boolean fits(long each, long times, long more) {
        long most = Long.MAX_VALUE / 4;
        long product = each * times;
        return Math.multiplyHigh(each, times) == product >> 63 && Math.abs(product) < most && product != Long.MIN_VALUE
            && more < most;
    }
}
