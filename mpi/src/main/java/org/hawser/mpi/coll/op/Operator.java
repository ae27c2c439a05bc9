package org.hawser.mpi.coll.op;

/** MPI's own operations. */
public enum Operator {
    /** The larger; NaN is larger than any number, and 0.0 than -0.0, as in {@link Math#max(double, double)}. */
    MAX,
    /** The smaller; with a NaN it is NaN, and -0.0 is smaller than 0.0, as in {@link Math#min(double, double)}. */
    MIN,
    /** The sum; what does not fit the type is cut off. */
    SUM,
    /** The product; what does not fit the type is cut off. */
    PROD,
    /** 1 when both are not 0. */
    LAND,
    /** Bits that both have. */
    BAND,
    /** 1 when one is not 0. */
    LOR,
    /** Bits that one has. */
    BOR,
    /** 1 when one is 0 and the other is not. */
    LXOR,
    /** Bits that one has and the other has not. */
    BXOR,
    /** Of value and index, those with the smaller value, or the smaller index where values are equal. */
    MINLOC,
    /** Of value and index, those with the larger value, or the smaller index where values are equal. */
    MAXLOC,
    /** What comes replaces what is there; for one-sided access only. */
    REPLACE,
    /** What is there stays; for one-sided access only. */
    NO_OP;

    boolean isLogical() {
        return ordinal() >= LAND.ordinal() && ordinal() <= BXOR.ordinal();
    }

    boolean isLocation() {
        return this == MINLOC || this == MAXLOC;
    }

    boolean isOneSided() {
        return this == REPLACE || this == NO_OP;
    }
}
