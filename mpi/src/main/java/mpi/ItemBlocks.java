package mpi;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.Blocks;
import org.hawser.mpi.coll.SpacedPieces;
import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.Memory;

/**
 * The items of one buffer in a collective, a piece for each rank; see {@link Items}.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> for types with gaps and for pieces of several types.
 */
final class ItemBlocks {
    /** Where each piece's bytes are in a row. */
    final Blocks blocks = new Blocks();
    private int pieces;
    /** All pieces have one length, at every rank: the algorithms for such pieces may be used. */
    private boolean equal;
    /** From one piece to the next, when all have one length. */
    private long spacing;
    private Object itemsArray;
    private long itemsAt;
    /** From where to where in the buffer the pieces reach that were {@link #reach noted}. */
    private long first;
    private long end;
    /** Of each piece, where it must be packed; null when none must. */
    private Layout[] layouts;
    private long[] places;
    private long[] lengths;

    /** Pieces of {@code count} items each, one after the other. */
    void find(Object buffer, int count, Datatype type, int number, boolean written) {
        Items.check(count, type);
        pieces = number;
        equal = true;
        long step = count * Items.extent(type);
        spacing = step;
        first = 0;
        end = 0;
        if (number > 0) {
            reach(count, type, 0);
            reach(count, type, (number - 1) * step);
        }
        place(buffer, type.arrays(), written);
        if (type.gaps() == null) {
            // Not the step: items of no bytes may have an extent.
            blocks.equal(itemsArray, itemsAt, Datatype.packed(count, type));
            return;
        }
        begin();
        for (int i = 0; i < number; i++) {
            note(i, type, i * step, count);
        }
    }

    /** Pieces of {@code counts[i]} items, {@code displs[i]} items from the beginning. */
    void find(Object buffer, int[] counts, int[] displs, Datatype type, int number, boolean written) {
        checkLength(counts, number, "counts");
        checkLength(displs, number, "displacements");
        Items.check(0, type);
        pieces = number;
        equal = false;
        long extent = Items.extent(type);
        first = 0;
        end = 0;
        for (int i = 0; i < number; i++) {
            check(counts[i], displs[i] * extent);
            reach(counts[i], type, displs[i] * extent);
        }
        place(buffer, type.arrays(), written);
        if (type.gaps() == null) {
            blocks.counted(itemsArray, itemsAt, counts, Items.size(type), displs, extent);
            return;
        }
        begin();
        for (int i = 0; i < number; i++) {
            note(i, type, displs[i] * extent, counts[i]);
        }
    }

    /** Pieces of {@code counts[i]} items of {@code types[i]}, {@code displs[i]} bytes from the beginning. */
    void find(Object buffer, int[] counts, int[] displs, Datatype[] types, int number, boolean written) {
        checkLength(counts, number, "counts");
        checkLength(displs, number, "displacements");
        if (types == null || types.length < number) {
            throw new MpiFailure(ErrorClass.ARG, "there are fewer types than ranks: ranks=" + number);
        }
        pieces = number;
        equal = false;
        first = 0;
        end = 0;
        int arrays = -1;
        for (int i = 0; i < number; i++) {
            Items.check(counts[i], types[i]);
            check(counts[i], displs[i]);
            reach(counts[i], types[i], displs[i]);
            arrays &= counts[i] > 0 ? types[i].arrays() : -1;
        }
        place(buffer, arrays, written);
        begin();
        for (int i = 0; i < number; i++) {
            note(i, types[i], displs[i], counts[i]);
        }
        for (int i = 0; i < number; i++) {
            if (layouts[i] != null) {
                return;
            }
        }
        layouts = null;
        blocks.scattered(itemsArray, itemsAt, lengths, places);
    }

    private static void check(int count, long from) {
        if (count < 0) {
            throw new MpiFailure(ErrorClass.COUNT, "a count is negative: count=" + count);
        }
        if (count > 0 && from < 0) {
            throw new MpiFailure(ErrorClass.ARG, "a displacement leads before the buffer: bytes=" + from);
        }
    }

    /** Notes how far a piece reaches that lies {@code from} bytes into the buffer; nobody needs room for nothing. */
    private void reach(int count, Datatype type, long from) {
        long bytes = Datatype.packed(count, type);
        if (bytes > 0) {
            boolean dense = type.dense() >= 0;
            first = Math.min(first, dense ? from : from + Datatype.first(count, type));
            end = Math.max(end, from + (dense ? bytes : Datatype.end(count, type)));
        }
    }

    private void place(Object buffer, int arrays, boolean written) {
        itemsAt = Datatype.place(buffer, arrays, first, end, written);
        itemsArray = Memory.array(buffer, end);
        layouts = null;
    }

    private void begin() {
        layouts = new Layout[pieces];
        places = new long[pieces];
        lengths = new long[pieces];
    }

    private void note(int i, Datatype type, long from, int count) {
        layouts[i] = type.gaps();
        places[i] = from;
        lengths[i] = Datatype.packed(count, type);
    }

    private static void checkLength(int[] numbers, int needed, String what) {
        if (numbers == null || numbers.length < needed) {
            throw new MpiFailure(ErrorClass.ARG, "there are fewer " + what + " than ranks: ranks=" + needed + " "
                + what + "=" + (numbers == null ? "null" : numbers.length));
        }
    }

    /** True when items must be packed. */
    boolean hasGaps() {
        return layouts != null;
    }

    /** The pieces as they lie in the program's memory; null when they differ in length. */
    SpacedPieces spaced() {
        return equal && pieces > 0
            ? SpacedPieces.of(layouts == null ? null : layouts[0], itemsArray, itemsAt, spacing, bytes(0)) : null;
    }

    /** The bytes of piece {@code i} without gaps. */
    long bytes(int i) {
        return layouts == null ? blocks.bytes(i) : lengths[i];
    }

    /** Refuses a piece of this rank's own that its place does not fit; a shorter one may be allowed. */
    static void checkOwn(long given, long room, boolean shorter) {
        if (given > room || given < room && !shorter) {
            throw new MpiFailure(ErrorClass.TRUNCATE, "a rank's own piece differs in length from the place for it: "
                + "bytes=" + given + " room=" + room);
        }
    }

    /** Packs the items, where they have gaps. */
    void load(Steps steps) {
        if (layouts == null) {
            return;
        }
        room(steps);
        for (int i = 0; i < pieces; i++) {
            if (layouts[i] != null) {
                steps.pack(layouts[i], itemsArray, itemsAt + places[i], null, blocks.at(i), lengths[i]);
            } else {
                steps.copy(itemsArray, itemsAt + places[i], null, blocks.at(i), lengths[i]);
            }
        }
    }

    /** Makes room for the items, where they have gaps; {@link #store} puts them into their places. */
    void room(Steps steps) {
        if (layouts == null) {
            return;
        }
        long[] offsets = new long[pieces];
        long sum = 0;
        for (int i = 0; i < pieces; i++) {
            offsets[i] = sum;
            sum += lengths[i];
        }
        long memory = steps.memory(sum);
        if (equal) {
            blocks.equal(null, memory, pieces == 0 ? 0 : lengths[0]);
        } else {
            blocks.scattered(null, memory, lengths, offsets);
        }
    }

    /** Unpacks the items, where they have gaps; after the round that they came in. */
    void store(Steps steps) {
        if (layouts == null) {
            return;
        }
        for (int i = 0; i < pieces; i++) {
            store(steps, i);
        }
    }

    private void store(Steps steps, int i) {
        if (layouts[i] != null) {
            steps.unpack(layouts[i], null, blocks.at(i), itemsArray, itemsAt + places[i], lengths[i]);
        } else {
            steps.copy(null, blocks.at(i), itemsArray, itemsAt + places[i], lengths[i]);
        }
    }

    /** Forgets the buffer. */
    void clear() {
        blocks.clear();
        itemsArray = null;
        layouts = null;
        places = null;
        lengths = null;
    }
}
