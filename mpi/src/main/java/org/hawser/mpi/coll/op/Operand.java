package org.hawser.mpi.coll.op;

/** The types that MPI's own operations combine. */
public enum Operand {
    /** A signed byte. */
    BYTE(1),
    /** An unsigned 16-bit number. */
    CHAR(2),
    /** A signed 16-bit number. */
    SHORT(2),
    /** A boolean: a byte, 0 or 1. */
    BOOLEAN(1),
    /** An int. */
    INT(4),
    /** A long. */
    LONG(8),
    /** A float. */
    FLOAT(4),
    /** A double. */
    DOUBLE(8),
    /** Two floats: real part, imaginary part. */
    FLOAT_COMPLEX(8),
    /** Two doubles: real part, imaginary part. */
    DOUBLE_COMPLEX(16),
    /** An int and an index. */
    INT2(4),
    /** A short and an index. */
    SHORT_INT(2),
    /** A long and an index. */
    LONG_INT(8),
    /** A float and an index. */
    FLOAT_INT(4),
    /** A double and an index. */
    DOUBLE_INT(8);

    /** The bytes of an item or, of a pair, of its value. */
    final int bytes;

    Operand(int bytes) {
        this.bytes = bytes;
    }

    /** True for whole numbers and booleans. */
    public boolean isInteger() {
        return ordinal() <= LONG.ordinal();
    }

    boolean isPair() {
        return ordinal() >= INT2.ordinal();
    }
}
