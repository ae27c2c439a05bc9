package org.hawser.mpi.datatype;

import java.util.concurrent.atomic.AtomicReference;
import org.hawser.platform.memory.RawBytes;

/**
 * Copies items to items of another layout in one pass, for any number of threads: with loads and stores or one general
 * copy where both lie in a row, as {@link Layout#pack} and {@link Layout#unpack} do where one of them does, and by
 * {@link BlockCopy} else. A place is an array and an offset in bytes or, when the array is null, an address; a layout
 * that is null says that the items lie in a row.
 *
 * <p>Cost: one copy, with nothing packed in between.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> a walk when several threads copy between two layouts at the same time.
 */
public final class ItemCopy {
    /** A walk over two layouts that nobody uses. */
    private final AtomicReference<BlockCopy> spare = new AtomicReference<>(new BlockCopy());

    /** Copies for any number of threads. */
    public ItemCopy() {
    }

    /** Copies {@code bytes} of the packed form; the two places do not overlap, unless both lie in a row. */
    public void copy(Object source, long sourceAt, Layout sourceLayout, Object target, long targetAt,
                     Layout targetLayout, long bytes) {
        copy(source, sourceAt, sourceLayout, 0, target, targetAt, targetLayout, 0, bytes);
    }

    /** As the other, from and to given positions of the packed form on. */
    public void copy(Object source, long sourceAt, Layout sourceLayout, long position, Object target, long targetAt,
                     Layout targetLayout, long targetPosition, long bytes) {
        if (sourceLayout == null) {
            if (targetLayout == null) {
                RawBytes.copy(source, sourceAt + position, target, targetAt + targetPosition, bytes);
            } else {
                targetLayout.unpack(source, sourceAt + position, target, targetAt, targetPosition, bytes);
            }
        } else if (targetLayout == null) {
            sourceLayout.pack(source, sourceAt, position, bytes, target, targetAt + targetPosition);
        } else {
            BlockCopy copy = spare.getAndSet(null);
            if (copy == null) {
                copy = new BlockCopy();
            }
            copy.copy(source, sourceAt, sourceLayout, position, target, targetAt, targetLayout, targetPosition, bytes);
            spare.set(copy);
        }
    }
}
