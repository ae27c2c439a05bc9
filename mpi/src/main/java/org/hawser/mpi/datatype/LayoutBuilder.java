package org.hawser.mpi.datatype;

/**
 * Makes a layout of others, in the order in which they are packed.
 *
 * <pre>{@code
 * Layout pair = new LayoutBuilder().add(Layout.basic(8), 0, 1, 0).add(Layout.basic(4), 8, 1, 0).build();
 * }</pre>
 *
 * <p>All numbers that would be no long are an {@link ArithmeticException}.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> by nature.
 */
public final class LayoutBuilder {
    private final ProgramBuilder program = new ProgramBuilder();
    private final Signature.Builder signature = new Signature.Builder();
    private Bounds bounds;
    /** No part has had an element yet. */
    private boolean hollow = true;

    /** A layout of nothing yet. */
    public LayoutBuilder() {
    }

    /** Adds {@code count} items, the first at {@code offset}, each {@code stride} bytes after the one before. */
    public LayoutBuilder add(Layout part, long offset, long count, long stride) {
        if (count == 0 || part.isNothing()) {
            return this;
        }
        program.repeat(part.program(), offset, count, stride);
        signature.add(part.signature(), count);
        extend(part.bounds().repeated(offset, count, stride), part.size() == 0);
        return this;
    }

    private void extend(Bounds reach, boolean empty) {
        // What has no elements has bounds when a program has set them, but true ones only its elements could give it.
        Bounds more = !empty ? reach : reach.withTrueOf(bounds == null ? Bounds.EMPTY : bounds);
        Bounds before = hollow && !empty && bounds != null ? bounds.withTrueOf(reach) : bounds;
        bounds = before == null ? more : before.and(more);
        hollow &= empty;
    }

    /** The layout. */
    public Layout build() {
        return new Layout(program, signature.build(), bounds == null ? Bounds.EMPTY : bounds.aligned());
    }
}
