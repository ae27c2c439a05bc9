package mpi;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.coll.Steps;
import org.hawser.mpi.datatype.Layout;

/**
 * The items of one buffer in a collective: where they are in the program's memory and, as algorithms know bytes in a
 * row only, where such bytes are. For types without gaps both are the same; others are packed and unpacked.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> nothing.
 */
final class Items {
    /** The bytes in a row: an array and an offset, or an address. */
    Object array;
    long at;
    long bytes;
    /** Null when the items lie in a row. */
    private Layout layout;
    private Object itemsArray;
    private long itemsAt;
    private boolean none;

    /** Checks that a buffer holds the items, and notes where. */
    void find(Object buffer, int count, Datatype type, boolean written) {
        check(count, type);
        itemsAt = Datatype.place(buffer, count, type, written);
        itemsArray = Datatype.array(buffer, count, type);
        bytes = Datatype.packed(count, type);
        none = false;
        layout = type.gaps();
        if (layout == null) {
            array = itemsArray;
            at = itemsAt;
        }
    }

    /** No buffer: this rank gives or gets nothing, or does so in place. */
    void none() {
        clear();
        bytes = 0;
        none = true;
    }

    /** True when items must be packed. */
    boolean hasGaps() {
        return layout != null;
    }

    boolean isNone() {
        return none;
    }

    /** These bytes, in a row. */
    void is(Object memory, long first, long length) {
        array = memory;
        at = first;
        bytes = length;
    }

    /** Forgets the buffer. */
    void clear() {
        array = null;
        itemsArray = null;
        layout = null;
        at = 0;
    }

    /** Packs the items, where they have gaps. */
    void load(Steps steps) {
        if (layout != null) {
            room(steps);
            steps.pack(layout, itemsArray, itemsAt, null, at, bytes);
        }
    }

    /** Makes room for the items, where they have gaps; {@link #store} puts them into their places. */
    void room(Steps steps) {
        if (layout != null) {
            array = null;
            at = steps.memory(bytes);
        }
    }

    /** Unpacks the items, where they have gaps; after the round that they came in. */
    void store(Steps steps) {
        if (layout != null) {
            steps.unpack(layout, null, at, itemsArray, itemsAt, bytes);
        }
    }

    /** Refuses what is no count of no type. */
    static void check(int count, Datatype type) {
        Datatype.layoutOf(type);
        if (count < 0) {
            throw new MpiFailure(ErrorClass.COUNT, "the count is negative: count=" + count);
        }
    }

    /** The bytes of an item without gaps. */
    static long size(Datatype type) {
        return type.layout().size();
    }

    /** The bytes from one item to the next. */
    static long extent(Datatype type) {
        return type.layout().extent();
    }
}
