package org.hawser.mpi.datatype;

import org.hawser.platform.memory.RawBytes;

/**
 * Where the bytes of a datatype's items lie, and how they are packed into consecutive bytes and back. Memory is an
 * array and an offset in bytes from its first element or, when the array is null, an address; the place given is that
 * of the first item, whose elements lie from {@link #trueLb} to {@code trueLb + trueExtent} of it.
 *
 * <p>Packing works on any range of the packed bytes, so that large messages are packed piece by piece.
 *
 * <pre>{@code
 * Layout column = Layout.contiguous(8).vector(rows, 1, columns);
 * column.pack(matrix, 0, 0, column.size(), bytes, 0);
 * }</pre>
 *
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> nothing per call, but for those that make another layout.
 */
public final class Layout {
    private final Program program;
    private final Signature signature;
    private final Bounds bounds;
    private final long size;
    private final long extent;
    private final boolean contiguous;

    Layout(ProgramBuilder parts, Signature signature, Bounds bounds) {
        this.signature = signature;
        this.bounds = bounds;
        extent = Math.subtractExact(bounds.ub(), bounds.lb());
        program = parts.build(extent);
        size = signature.size();
        contiguous = size == 0 || program.isDense();
    }

    private Layout(Layout old, Bounds bounds, long extent) {
        this.signature = old.signature;
        this.bounds = bounds;
        this.extent = extent;
        size = old.size;
        program = new ProgramBuilder().repeat(old.program, 0, 1, 0).build(extent);
        contiguous = size == 0 || program.isDense();
    }

    /** Items with no gaps, of bytes. */
    public static Layout contiguous(long bytes) {
        return new Layout(new ProgramBuilder().block(0, bytes), Signature.basic(1, 1).times(bytes),
            Bounds.of(bytes, 1));
    }

    /** An item of one basic element. */
    public static Layout basic(int bytes) {
        return new Layout(new ProgramBuilder().block(0, bytes), Signature.basic(bytes, bytes), Bounds.of(bytes, bytes));
    }

    /** An item of one element that is two numbers. */
    public static Layout complex(int part) {
        return new Layout(new ProgramBuilder().block(0, 2L * part), Signature.basic(2 * part, part),
            Bounds.of(2L * part, part));
    }

    /** {@code count} items after each other. */
    public Layout repeat(long count) {
        return new LayoutBuilder().add(this, 0, count, extent).build();
    }

    /** {@code count} blocks of {@code length} items, {@code stride} items from one to the next. */
    public Layout vector(long count, long length, long stride) {
        return hvector(count, length, Math.multiplyExact(stride, extent));
    }

    /** {@code count} blocks of {@code length} items, {@code stride} bytes from one to the next. */
    public Layout hvector(long count, long length, long stride) {
        return new LayoutBuilder().add(repeat(length), 0, count, stride).build();
    }

    /** Blocks of {@code lengths[i]} items at {@code places[i]}, which are counted in units of {@code unit} bytes. */
    public Layout indexed(int[] lengths, int[] places, long unit) {
        if (contiguous && bounds.equals(Bounds.of(size, bounds.alignment())) && size > 0) {
            return blocks(lengths, places, unit);
        }
        LayoutBuilder builder = new LayoutBuilder();
        for (int i = 0; i < lengths.length; i++) {
            builder.add(this, Math.multiplyExact(places[i], unit), lengths[i], extent);
        }
        return builder.build();
    }

    /** The same for items that have no gaps, with little to do for each: programs make such types for a single call. */
    private Layout blocks(int[] lengths, int[] places, long unit) {
        ProgramBuilder blocks = new ProgramBuilder();
        long items = 0;
        long first = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (int i = 0; i < lengths.length; i++) {
            if (lengths[i] > 0) {
                long offset = Math.multiplyExact(places[i], unit);
                long bytes = Math.multiplyExact(lengths[i], size);
                blocks.block(offset, bytes);
                first = Math.min(first, offset);
                end = Math.max(end, Math.addExact(offset, bytes));
                items += lengths[i];
            }
        }
        return items == 0 ? new LayoutBuilder().build() : new Layout(blocks, signature.times(items),
            new Bounds(first, end, first, end, bounds.alignment(), false, false).aligned());
    }

    /** The same items with another lower bound and distance. */
    public Layout resized(long lb, long newExtent) {
        return new Layout(this, bounds.resized(lb, Math.addExact(lb, newExtent)), newExtent);
    }

    /** The items of which {@code bytes} of the packed form, from {@code position} of it on, are the packed form. */
    public Layout part(long position, long bytes) {
        LayoutBuilder builder = new LayoutBuilder();
        Runs runs = new Runs();
        for (runs.start(this, position, position + bytes); !runs.isDone(); runs.next()) {
            builder.add(contiguous(runs.length()), runs.offset(), 1, 0);
        }
        return builder.build();
    }

    /** True when any number of items is one run of bytes that begins at the first item's place. */
    public boolean isContiguous() {
        return contiguous;
    }

    /** The bytes of an item when it is packed. */
    public long size() {
        return size;
    }

    /** The lower bound. */
    public long lb() {
        return bounds.lb();
    }

    /** From one item to the next. */
    public long extent() {
        return extent;
    }

    /** Where an item's first byte lies. */
    public long trueLb() {
        return bounds.trueLb();
    }

    /** From an item's first byte to the end of its last. */
    public long trueExtent() {
        return bounds.trueUb() - bounds.trueLb();
    }

    /** What the places of elements should be a multiple of. */
    public int alignment() {
        return bounds.alignment();
    }

    /** The basic elements. */
    public Signature signature() {
        return signature;
    }

    /** The contiguous pieces of one item; neighbours count as one. */
    public long blocks() {
        return program.blocks;
    }

    /**
     * Where the first byte of {@code count} items lies, from the first item's place.
     *
     * @throws ArithmeticException when that is no long
     */
    public long firstOf(long count) {
        return count == 0 || size == 0 ? 0
            : Math.addExact(trueLb(), Math.min(0, Math.multiplyExact(count - 1, extent)));
    }

    /**
     * Where the last byte of {@code count} items ends, from the first item's place.
     *
     * @throws ArithmeticException when that is no long
     */
    public long endOf(long count) {
        return count == 0 || size == 0 ? 0
            : Math.addExact(bounds.trueUb(), Math.max(0, Math.multiplyExact(count - 1, extent)));
    }

    /** Copies {@code bytes} of the packed form, from {@code position} of it on, out of items. */
    public void pack(Object array, long at, long position, long bytes, Object target, long targetAt) {
        if (contiguous) {
            RawBytes.copy(array, at + position, target, targetAt, bytes);
        } else {
            program.move(array, at, target, targetAt - position, position, position + bytes, true);
        }
    }

    /** Copies {@code bytes} of the packed form, from {@code position} of it on, into items. */
    public void unpack(Object source, long sourceAt, Object array, long at, long position, long bytes) {
        if (contiguous) {
            RawBytes.copy(source, sourceAt, array, at + position, bytes);
        } else {
            program.move(array, at, source, sourceAt - position, position, position + bytes, false);
        }
    }

    /** True when there are neither elements nor bounds that a program has set: wherever it lies, it is not there. */
    boolean isNothing() {
        return size == 0 && !bounds.lbSet() && !bounds.ubSet();
    }

    Program program() {
        return program;
    }

    Bounds bounds() {
        return bounds;
    }
}
