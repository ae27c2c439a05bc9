package org.hawser.mpi.datatype;

import java.util.Arrays;

/**
 * Walks over the contiguous pieces of items, in the order of the packed form. One object serves any number of walks.
 *
 * <pre>{@code
 * for (runs.start(layout, count); !runs.isDone(); runs.next()) {
 *     copy(at + runs.offset(), runs.length());
 * }
 * }</pre>
 *
 * <p>Pieces come in series of equal length at equal distances; who can move several at once asks for
 * {@link #blocks} and {@link #stride}. Items without gaps are one piece.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> when a layout is nested more deeply than any before.
 */
public final class Runs {
    private Program program;
    private long left;
    private long offset;
    private long length;
    private long stride;
    private long blocks;
    private long unit;
    /** The loops that the walk is in, outermost first: which instruction, its rounds still to come, its place. */
    private int depth;
    private int[] loop = new int[4];
    private long[] rounds = new long[4];
    private long[] places = new long[4];
    /** The instruction of each level that the walk is at. */
    private int[] at = new int[4];

    /** A walk over nothing yet. */
    public Runs() {
    }

    /** Starts with the first byte of {@code count} items. */
    public Runs start(Layout layout, long count) {
        return start(layout, 0, count * layout.size());
    }

    /** Starts with the packed byte {@code position} and ends before {@code end}. */
    public Runs start(Layout layout, long position, long end) {
        left = end - position;
        program = layout.program();
        depth = 0;
        if (left > 0 && layout.isContiguous()) {
            only(position, left);
        } else if (left > 0) {
            if (loop.length < program.depth) {
                loop = Arrays.copyOf(loop, program.depth);
                rounds = Arrays.copyOf(rounds, program.depth);
                places = Arrays.copyOf(places, program.depth);
                at = Arrays.copyOf(at, program.depth);
            }
            enter(program.items(), 0, position);
        }
        return this;
    }

    /** Starts with items of no layout: so many bytes in a row. */
    public Runs start(long bytes) {
        left = bytes;
        depth = 0;
        only(0, bytes);
        return this;
    }

    private void only(long from, long bytes) {
        offset = from;
        length = bytes;
        unit = bytes;
        stride = bytes;
        blocks = 1;
    }

    /** Goes into an instruction at packed byte {@code position} of it, down to the run that holds the byte. */
    private void enter(int first, long base, long position) {
        if (position == 0 && program.isRun(first)) {
            // The common step of irregular types, with no division.
            unit = program.length[first];
            length = unit;
            stride = program.stride[first];
            blocks = program.count[first];
            offset = base + program.offset[first];
            return;
        }
        int instruction = first;
        long place = base;
        long within = position;
        while (!program.isRun(instruction)) {
            long each = program.length[instruction];
            long round = within / each;
            within -= round * each;
            place += program.offset[instruction] + round * program.stride[instruction];
            loop[depth] = instruction;
            rounds[depth] = program.count[instruction] - round - 1;
            places[depth] = place;
            int inner = program.find(program.body[instruction], program.bodyEnd[instruction], within);
            at[depth++] = inner;
            within -= program.start[inner];
            instruction = inner;
        }
        unit = program.length[instruction];
        long block = within / unit;
        stride = program.stride[instruction];
        blocks = program.count[instruction] - block;
        offset = place + program.offset[instruction] + block * stride + within % unit;
        length = unit - within % unit;
    }

    /** True when there are no more pieces. */
    public boolean isDone() {
        return left <= 0;
    }

    /** Where the piece lies, from the first item's place. */
    public long offset() {
        return offset;
    }

    /** How long it is. */
    public long length() {
        return Math.min(length, left);
    }

    /** From this piece to the next of its series. */
    public long stride() {
        return stride;
    }

    /** How many pieces of this length, this one included, follow each other at equal distances. */
    public long blocks() {
        return length < unit || length > left ? 1 : Math.min(blocks, left / unit);
    }

    /**
     * Notes where the next elements lie, and goes on behind them; every piece must be a number of whole elements.
     *
     * @param base what is added to each place
     * @param element the bytes of an element
     * @return how many were noted: as many as {@code places} has room for, or as there are
     */
    public int places(long base, int element, long[] places) {
        int noted = 0;
        while (left > 0 && noted < places.length) {
            long piece = length();
            if (depth > 0 && piece == element && unit == element && blocks == program.count[at[depth - 1]]) {
                int more = runs(base, element, places, noted);
                if (more > noted) {
                    noted = more;
                    continue;
                }
            }
            int fit = (int) Math.min(piece / element, places.length - noted);
            long first = base + offset;
            for (int i = 0; i < fit; i++) {
                places[noted + i] = first + (long) i * element;
            }
            noted += fit;
            skip((long) fit * element);
        }
        return noted;
    }

    /**
     * Notes the elements of irregular types, whose runs are short and many: whole runs, as long as they fit and are of
     * single elements. The walk is at the beginning of the first. Returns how many are noted then.
     */
    private int runs(long base, int element, long[] noted, int from) {
        int level = depth - 1;
        long place = base + places[level];
        int instruction = at[level];
        int end = program.bodyEnd[loop[level]];
        long room = Math.min(noted.length, from + left / element);
        int count = from;
        while (instruction < end && program.isRun(instruction) && program.length[instruction] == element
                && count + program.count[instruction] <= room) {
            long first = place + program.offset[instruction];
            for (int i = 0; i < program.count[instruction]; i++) {
                noted[count++] = first + i * program.stride[instruction];
            }
            instruction++;
        }
        if (count > from) {
            at[level] = instruction - 1;
            left -= (long) (count - from) * element;
            if (left > 0) {
                leave();
            }
        }
        return count;
    }

    /** Goes on to the next piece. */
    public void next() {
        skip(length());
    }

    /** Goes on by {@code bytes}: at most the length of the piece, or a number of whole {@link #blocks}. */
    public void skip(long bytes) {
        left -= bytes;
        if (bytes < length) {
            offset += bytes;
            length -= bytes;
            return;
        }
        long passed = length == unit ? bytes / unit : 1;
        blocks -= passed;
        if (blocks > 0) {
            offset += passed * stride - (unit - length);
            length = unit;
        } else if (left > 0) {
            leave();
        }
    }

    /** The run is over: goes on with the next instruction of its level, or the next round of the loop around it. */
    private void leave() {
        while (true) {
            int level = depth - 1;
            int instruction = loop[level];
            if (at[level] + 1 < program.bodyEnd[instruction]) {
                at[level]++;
            } else if (rounds[level] > 0) {
                rounds[level]--;
                places[level] += program.stride[instruction];
                at[level] = program.body[instruction];
            } else {
                depth--;
                continue;
            }
            enter(at[level], places[level], 0);
            return;
        }
    }
}
