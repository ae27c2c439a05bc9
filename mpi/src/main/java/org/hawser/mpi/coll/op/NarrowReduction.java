package org.hawser.mpi.coll.op;

import java.nio.ByteOrder;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawNumbers;

/**
 * An operation on bytes, shorts, chars or booleans: they are widened to ints, combined, and cut off again.
 *
 * <p><b>Threads:</b> any, on memory of their own. <b>Allocates:</b> as {@link BlockReduction}.
 */
final class NarrowReduction extends BlockReduction {
    private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private final Operator operator;
    private final Operand operand;

    NarrowReduction(Operator operator, Operand operand) {
        super(operand.bytes, operand.bytes - 1);
        this.operator = operator;
        this.operand = operand;
    }

    @Override
    Object newBlock(int bytes) {
        return new int[bytes];
    }

    /** None can be combined where it lies. */
    @Override
    boolean isOwn(Object array) {
        return false;
    }

    @Override
    void arrays(Object in, int a, Object inOut, int o, int count) {
        IntReduction.combine(operator, (int[]) in, a, (int[]) inOut, o, count);
    }

    @Override
    void load(Object from, long fromAt, Object to, int count) {
        int[] block = (int[]) to;
        switch (from) {
            case null -> load(fromAt, block, count);
            case byte[] bytes when operand.bytes == 1 -> {
                for (int i = 0; i < count; i++) {
                    block[i] = bytes[(int) fromAt + i];
                }
            }
            case short[] shorts when operand == Operand.SHORT && (fromAt & 1) == 0 -> {
                for (int i = 0; i < count; i++) {
                    block[i] = shorts[(int) (fromAt >> 1) + i];
                }
            }
            case char[] chars when operand == Operand.CHAR && (fromAt & 1) == 0 -> {
                for (int i = 0; i < count; i++) {
                    block[i] = chars[(int) (fromAt >> 1) + i];
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    block[i] = widened(from, fromAt + (long) i * operand.bytes);
                }
            }
        }
    }

    private void load(long from, int[] block, int count) {
        if (operand.bytes == 1) {
            for (int i = 0; i < count; i++) {
                block[i] = RawNumbers.getByte(from + i);
            }
        } else if (operand == Operand.SHORT) {
            for (int i = 0; i < count; i++) {
                block[i] = RawNumbers.getShort(from + ((long) i << 1));
            }
        } else {
            for (int i = 0; i < count; i++) {
                block[i] = (char) RawNumbers.getShort(from + ((long) i << 1));
            }
        }
    }

    /** Two bytes of an array of some other kind, as a short or a char; or one boolean. */
    private int widened(Object array, long at) {
        if (array instanceof boolean[] booleans) {
            return booleans[(int) at] ? 1 : 0;
        }
        int value = LITTLE ? (int) RawBytes.load(array, at, 2) : (int) (RawBytes.load(array, at, 2) >>> 48);
        return operand == Operand.SHORT ? (short) value : (char) value;
    }

    @Override
    void store(Object from, Object to, long toAt, int count) {
        int[] block = (int[]) from;
        switch (to) {
            case null -> store(block, toAt, count);
            case byte[] bytes when operand.bytes == 1 -> {
                for (int i = 0; i < count; i++) {
                    bytes[(int) toAt + i] = (byte) block[i];
                }
            }
            case short[] shorts when (toAt & 1) == 0 -> {
                for (int i = 0; i < count; i++) {
                    shorts[(int) (toAt >> 1) + i] = (short) block[i];
                }
            }
            case char[] chars when (toAt & 1) == 0 -> {
                for (int i = 0; i < count; i++) {
                    chars[(int) (toAt >> 1) + i] = (char) block[i];
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    narrow(block[i], to, toAt + (long) i * operand.bytes);
                }
            }
        }
    }

    private void store(int[] block, long to, int count) {
        if (operand.bytes == 1) {
            for (int i = 0; i < count; i++) {
                RawNumbers.setByte(to + i, (byte) block[i]);
            }
        } else {
            for (int i = 0; i < count; i++) {
                RawNumbers.setShort(to + ((long) i << 1), (short) block[i]);
            }
        }
    }

    private static void narrow(int value, Object array, long at) {
        if (array instanceof boolean[] booleans) {
            booleans[(int) at] = value != 0;
        } else {
            RawBytes.store(LITTLE ? value : (long) value << 48, array, at, 2);
        }
    }
}
