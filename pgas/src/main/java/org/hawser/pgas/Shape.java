package org.hawser.pgas;

/**
 * Which bytes of a piece of memory a transfer takes, when they are not one run.
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
    long bytes();

    /** One run. */
    record Run(long bytes) implements Shape {
    }

    /** Chunks at equal distances. */
    record Strided(long chunk, long stride, long count) implements Shape {
        @Override
        public long bytes() {
            return chunk * count;
        }
    }

    /** Chunks of equal length anywhere. */
    record Indexed(long chunk, long[] offsets) implements Shape {
        @Override
        public long bytes() {
            return chunk * offsets.length;
        }
    }
}
