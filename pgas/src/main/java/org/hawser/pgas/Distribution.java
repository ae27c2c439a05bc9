package org.hawser.pgas;

/**
 * How the elements of a shared array are dealt out: blocks of so many elements, one after the other to thread 0, 1, …
 * and again from 0.
 *
 * <pre>{@code
 * SharedIntArray hits = pgas.ints(1 << 20, Distribution.cyclic());     // shared [1] int hits[…]
 * SharedDoubleArray rows = pgas.doubles(n * n, Distribution.even());   // shared [*] double rows[…]
 * }</pre>
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param block elements of a block; 0 for no blocks (all at thread 0), -1 for one block at each thread
 */
public record Distribution(long block) {
    private static final long INDEFINITE = 0;
    private static final long EVEN = -1;

    /** Refuses what is no length of a block. */
    public Distribution {
        if (block < EVEN) {
            throw new PgasException("a block must have at least one element: block=" + block);
        }
    }

    /** Element i is at thread i mod {@code threads()}: UPC's {@code [1]}. */
    public static Distribution cyclic() {
        return new Distribution(1);
    }

    /** Blocks of {@code elements} elements: UPC's {@code [n]}. */
    public static Distribution blocks(long elements) {
        if (elements < 1) {
            throw new PgasException("a block must have at least one element: block=" + elements);
        }
        return new Distribution(elements);
    }

    /** One block at each thread, all of the same length but the last ones: UPC's {@code [*]}. */
    public static Distribution even() {
        return new Distribution(EVEN);
    }

    /** All elements at thread 0: UPC's {@code []}. */
    public static Distribution indefinite() {
        return new Distribution(INDEFINITE);
    }

    /** Elements of a block of an array of {@code length} elements; 0 for no blocks. */
    public long blockFor(long length, int threads) {
        return block == EVEN ? Math.max(1, Math.ceilDiv(length, threads)) : block;
    }
}
