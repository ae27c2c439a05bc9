package org.hawser.testkit.rma;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/**
 * The numbers that random programs move and combine.
 *
 * <p><b>Threads:</b> immutable.
 */
public enum Element {
    /** Bytes, which are not numbers: only bitwise operations combine them. */
    BYTE(1, false),
    /** 16-bit integers. */
    SHORT(2, false),
    /** 32-bit integers. */
    INT(4, false),
    /** 64-bit integers. */
    LONG(8, false),
    /** Single precision. */
    FLOAT(4, true),
    /** Double precision. */
    DOUBLE(8, true);

    /** Up to here sums of small integers are exact in every format. */
    private static final double TAME = 100_000;

    /** The bytes of one. */
    public final int bytes;
    /** Whether it has a fraction. */
    public final boolean real;

    Element(int bytes, boolean real) {
        this.bytes = bytes;
        this.real = real;
    }

    private static ByteBuffer view(byte[] memory) {
        return ByteBuffer.wrap(memory).order(ByteOrder.nativeOrder());
    }

    long integer(byte[] memory, int at) {
        return switch (this) {
            case BYTE -> memory[at];
            case SHORT -> view(memory).getShort(at);
            case INT -> view(memory).getInt(at);
            default -> view(memory).getLong(at);
        };
    }

    void integer(byte[] memory, int at, long value) {
        switch (this) {
            case BYTE -> memory[at] = (byte) value;
            case SHORT -> view(memory).putShort(at, (short) value);
            case INT -> view(memory).putInt(at, (int) value);
            default -> view(memory).putLong(at, value);
        }
    }

    double fraction(byte[] memory, int at) {
        return this == FLOAT ? view(memory).getFloat(at) : view(memory).getDouble(at);
    }

    void fraction(byte[] memory, int at, double value) {
        if (this == FLOAT) {
            view(memory).putFloat(at, (float) value);
        } else {
            view(memory).putDouble(at, value);
        }
    }

    /** Whether what stands there can be summed in any order with the same result. */
    boolean isTame(byte[] memory, int at) {
        if (!real) {
            return true;
        }
        double value = fraction(memory, at);
        boolean minusZero = value == 0 && 1 / value < 0;
        return Math.abs(value) < TAME && value == Math.rint(value) && !minusZero;
    }

    /** So many random values, one after the other. */
    byte[] values(Random random, int count) {
        byte[] values = new byte[count * bytes];
        if (!real) {
            random.nextBytes(values);
        }
        for (int i = 0; real && i < count; i++) {
            fraction(values, i * bytes, random.nextInt(17) - 8);
        }
        return values;
    }
}
