package org.hawser.mpi.datatype;

/**
 * How far an item reaches. Bounds that a program has set win over those that follow from the elements, as the standard
 * has it: in a type made of both, only the set ones count.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param lb the lower bound
 * @param ub the upper bound
 * @param trueLb where the first byte lies
 * @param trueUb where the last byte ends
 * @param alignment what an extent that was not set is a multiple of
 * @param lbSet a program has set the lower bound
 * @param ubSet a program has set the upper bound
 */
record Bounds(long lb, long ub, long trueLb, long trueUb, int alignment, boolean lbSet, boolean ubSet) {
    static final Bounds EMPTY = new Bounds(0, 0, 0, 0, 1, false, false);

    static Bounds of(long bytes, int alignment) {
        return new Bounds(0, bytes, 0, bytes, alignment, false, false);
    }

    Bounds resized(long newLb, long newUb) {
        return new Bounds(newLb, newUb, trueLb, trueUb, alignment, true, true);
    }

    /** The same from the first of {@code count} items at {@code offset} to the last. */
    Bounds repeated(long offset, long count, long stride) {
        long last = Math.addExact(offset, Math.multiplyExact(count - 1, stride));
        long low = Math.min(offset, last);
        long high = Math.max(offset, last);
        return new Bounds(Math.addExact(low, lb), Math.addExact(high, ub), Math.addExact(low, trueLb),
            Math.addExact(high, trueUb), alignment, lbSet, ubSet);
    }

    /** These with the true bounds of others. */
    Bounds withTrueOf(Bounds other) {
        return new Bounds(lb, ub, other.trueLb, other.trueUb, alignment, lbSet, ubSet);
    }

    /** What two parts reach together. */
    Bounds and(Bounds other) {
        return new Bounds(
            lbSet == other.lbSet ? Math.min(lb, other.lb) : lbSet ? lb : other.lb,
            ubSet == other.ubSet ? Math.max(ub, other.ub) : ubSet ? ub : other.ub,
            Math.min(trueLb, other.trueLb), Math.max(trueUb, other.trueUb), Math.max(alignment, other.alignment),
            lbSet || other.lbSet, ubSet || other.ubSet);
    }

    /** The upper bound moved up, unless it was set, so that the next item is aligned as well. */
    Bounds aligned() {
        long over = Math.floorMod(Math.subtractExact(ub, lb), (long) alignment);
        return ubSet || over == 0 ? this
            : new Bounds(lb, Math.addExact(ub, alignment - over), trueLb, trueUb, alignment, lbSet, false);
    }
}
