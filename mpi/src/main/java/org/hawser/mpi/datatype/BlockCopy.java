package org.hawser.mpi.datatype;

import org.hawser.platform.memory.RawBytes;

/**
 * Copies items to items of another layout in one pass, with nothing packed in between: each byte is loaded from where
 * it lies and stored where it belongs.
 *
 * <p>Cost: one copy; where both layouts are regular, one strided copy for many blocks.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> at construction.
 */
public final class BlockCopy {
    private final Runs from = new Runs();
    private final Runs to = new Runs();

    /** Copies for one thread at a time. */
    public BlockCopy() {
    }

    /** Copies the first {@code bytes} of the packed form of one place's items to those of another. */
    public void copy(Object source, long sourceAt, Layout sourceLayout, Object target, long targetAt,
                     Layout targetLayout, long bytes) {
        copy(source, sourceAt, sourceLayout, 0, target, targetAt, targetLayout, 0, bytes);
    }

    /** As the other, from and to given positions of the packed form on. */
    public void copy(Object source, long sourceAt, Layout sourceLayout, long position, Object target, long targetAt,
                     Layout targetLayout, long targetPosition, long bytes) {
        from.start(sourceLayout, position, position + bytes);
        to.start(targetLayout, targetPosition, targetPosition + bytes);
        while (!from.isDone()) {
            long moved = series(source, sourceAt, target, targetAt);
            from.skip(moved);
            to.skip(moved);
        }
    }

    /** As {@code copy}, with one copy for each piece that lies together on both sides; returns how many those were. */
    public long copyEach(Object source, long sourceAt, Layout sourceLayout, Object target, long targetAt,
                         Layout targetLayout, long bytes) {
        from.start(sourceLayout, 0, bytes);
        to.start(targetLayout, 0, bytes);
        long copies = 0;
        while (!from.isDone()) {
            long piece = Math.min(from.length(), to.length());
            RawBytes.copy(source, sourceAt + from.offset(), target, targetAt + to.offset(), piece);
            from.skip(piece);
            to.skip(piece);
            copies++;
        }
        return copies;
    }

    /** Copies as many blocks as one strided copy can; returns the bytes. */
    private long series(Object source, long sourceAt, Object target, long targetAt) {
        long out = from.length();
        long in = to.length();
        long unit = Math.min(out, in);
        long n;
        long step = unit;
        long targetStep = unit;
        if (out == in) {
            n = Math.min(from.blocks(), to.blocks());
            step = from.stride();
            targetStep = to.stride();
        } else if (out < in) {
            n = Math.min(from.blocks(), in / unit);
            step = from.stride();
        } else {
            n = Math.min(to.blocks(), out / unit);
            targetStep = to.stride();
        }
        StridedCopy.copy(source, sourceAt + from.offset(), step, target, targetAt + to.offset(), targetStep, unit, n);
        return n * unit;
    }
}
