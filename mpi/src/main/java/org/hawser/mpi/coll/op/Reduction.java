package org.hawser.mpi.coll.op;

/**
 * An operation on items of one type, ready to combine them. Memory is an array and an offset in bytes from its first
 * element or, when the array is null, an address; arrays are of the type's elements, or of bytes.
 *
 * <p>Items lie next to each other, {@link #item} bytes each. Where the items of a type have gaps in the program's
 * memory ({@link org.hawser.mpi.datatype.Layout#isContiguous} is false), they are combined in their packed form.
 *
 * <pre>{@code
 * reduction.combine(null, arrived, mine, 0, bytes);   // mine[i] = arrived[i] op mine[i]
 * }</pre>
 *
 * <p><b>Threads:</b> any, on memory of their own. <b>Allocates:</b> nothing for MPI's own operations.
 */
public interface Reduction {
    /** True when the order of the items does not matter. */
    boolean isCommutative();

    /** The bytes of one item; nothing is combined in parts of items. */
    int item();

    /**
     * What to combine {@code bytes} at a time with: where all of them should be combined in one call, a reduction that
     * takes them for one item. The same at all ranks.
     */
    default Reduction together(long bytes) {
        return this;
    }

    /**
     * Sets each item of {@code inOut} to that of {@code in} combined with it, in this order.
     *
     * @throws org.hawser.mpi.MpiFailure when it is the program's function that combines, and it has failed
     */
    void combine(Object in, long inAt, Object inOut, long inOutAt, long bytes);

    /**
     * Sets each item of {@code out} to that of {@code first} combined with that of {@code second}, in this order;
     * {@code out} is apart from both, or the same place as one of them.
     */
    void combine(Object first, long firstAt, Object second, long secondAt, Object out, long outAt, long bytes);
}
