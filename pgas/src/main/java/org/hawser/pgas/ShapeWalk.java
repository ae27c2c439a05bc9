package org.hawser.pgas;

/**
 * Goes through two shapes side by side and says which run of bytes of one belongs to which of the other. Chunks that
 * lie side by side in both are one run.
 *
 * <pre>{@code
 * walk.start(from, to);
 * while (walk.next(Long.MAX_VALUE)) {
 *     copy(walk.from(), walk.to(), walk.length());
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> nothing.
 */
final class ShapeWalk {
    private Shape from;
    private Shape to;
    private long fromIndex;
    private long toIndex;
    private long inFrom;
    private long inTo;
    private long left;
    private long fromAt;
    private long toAt;
    private long length;

    /** Begins; the shapes have the same number of bytes. */
    void start(Shape first, Shape second) {
        from = first;
        to = second;
        fromIndex = 0;
        toIndex = 0;
        inFrom = 0;
        inTo = 0;
        left = first.bytes();
    }

    /** Finds the next run, of up to {@code most} bytes; false when there is none. */
    boolean next(long most) {
        if (left == 0) {
            return false;
        }
        fromAt = from.offset(fromIndex) + inFrom;
        toAt = to.offset(toIndex) + inTo;
        length = 0;
        do {
            long step = Math.min(Math.min(from.chunk() - inFrom, to.chunk() - inTo), most - length);
            length += step;
            left -= step;
            inFrom += step;
            if (inFrom == from.chunk()) {
                inFrom = 0;
                fromIndex++;
            }
            inTo += step;
            if (inTo == to.chunk()) {
                inTo = 0;
                toIndex++;
            }
        } while (left > 0 && length < most && from.offset(fromIndex) + inFrom == fromAt + length
            && to.offset(toIndex) + inTo == toAt + length);
        return true;
    }

    /** Where the run begins in the first shape. */
    long from() {
        return fromAt;
    }

    /** Where it begins in the second. */
    long to() {
        return toAt;
    }

    /** Its bytes. */
    long length() {
        return length;
    }
}
