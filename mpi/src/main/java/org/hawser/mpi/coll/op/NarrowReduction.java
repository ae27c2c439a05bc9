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
    /** So many go one by one, lest the loops for many be short in the compiler's eyes. */
    private static final int FEW = 32;

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
    void arrays(Object in, Object inOut, int from, int to) {
        int[] mine = (int[]) in;
        int[] result = (int[]) inOut;
        if (to - from > FEW) {
            IntReduction.combine(operator, mine, result, from, to);
            return;
        }
        for (int i = from; i < to; i++) {
            result[i] = Numbers.combine(operator, mine[i], result[i]);
        }
    }

    @Override
    void load(Object from, long fromAt, Object to, int count) {
        int[] block = (int[]) to;
        if (count > FEW && from == null) {
            widen(fromAt, block, count);
        } else if (count > FEW && from instanceof byte[] bytes && operand.bytes == 1) {
            widen(bytes, (int) fromAt, block, count);
        } else if (count > FEW && from instanceof short[] shorts && operand == Operand.SHORT && (fromAt & 1) == 0) {
            widen(shorts, (int) (fromAt >> 1), block, count);
        } else if (count > FEW && from instanceof char[] chars && operand == Operand.CHAR && (fromAt & 1) == 0) {
            widen(chars, (int) (fromAt >> 1), block, count);
        } else {
            for (int i = 0; i < count; i++) {
                block[i] = get(from, fromAt + (long) i * operand.bytes);
            }
        }
    }

    @Override
    void store(Object from, Object to, long toAt, int count) {
        int[] block = (int[]) from;
        if (count > FEW && to == null) {
            narrow(block, toAt, count);
        } else if (count > FEW && to instanceof byte[] bytes && operand.bytes == 1) {
            narrow(block, bytes, (int) toAt, count);
        } else if (count > FEW && to instanceof short[] shorts && (toAt & 1) == 0) {
            narrow(block, shorts, (int) (toAt >> 1), count);
        } else if (count > FEW && to instanceof char[] chars && (toAt & 1) == 0) {
            narrow(block, chars, (int) (toAt >> 1), count);
        } else {
            for (int i = 0; i < count; i++) {
                set(to, toAt + (long) i * operand.bytes, block[i]);
            }
        }
    }

    private void widen(long from, int[] to, int count) {
        if (operand.bytes == 1) {
            for (int i = 0; i < count; i++) {
                to[i] = RawNumbers.getByte(from + i);
            }
        } else if (operand == Operand.SHORT) {
            for (int i = 0; i < count; i++) {
                to[i] = RawNumbers.getShort(from + ((long) i << 1));
            }
        } else {
            for (int i = 0; i < count; i++) {
                to[i] = (char) RawNumbers.getShort(from + ((long) i << 1));
            }
        }
    }

    private void narrow(int[] from, long to, int count) {
        if (operand.bytes == 1) {
            for (int i = 0; i < count; i++) {
                RawNumbers.setByte(to + i, (byte) from[i]);
            }
        } else {
            for (int i = 0; i < count; i++) {
                RawNumbers.setShort(to + ((long) i << 1), (short) from[i]);
            }
        }
    }

    private static void widen(byte[] from, int at, int[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] = from[at + i];
        }
    }

    private static void widen(short[] from, int at, int[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] = from[at + i];
        }
    }

    private static void widen(char[] from, int at, int[] to, int count) {
        for (int i = 0; i < count; i++) {
            to[i] = from[at + i];
        }
    }

    private static void narrow(int[] from, byte[] to, int at, int count) {
        for (int i = 0; i < count; i++) {
            to[at + i] = (byte) from[i];
        }
    }

    private static void narrow(int[] from, short[] to, int at, int count) {
        for (int i = 0; i < count; i++) {
            to[at + i] = (short) from[i];
        }
    }

    private static void narrow(int[] from, char[] to, int at, int count) {
        for (int i = 0; i < count; i++) {
            to[at + i] = (char) from[i];
        }
    }

    private int get(Object array, long at) {
        if (operand.bytes == 1) {
            return array == null ? RawNumbers.getByte(at) : array instanceof byte[] bytes ? bytes[(int) at]
                : ((boolean[]) array)[(int) at] ? 1 : 0;
        }
        short value = array == null ? RawNumbers.getShort(at)
            : (at & 1) == 0 && array instanceof short[] shorts ? shorts[(int) (at >> 1)]
            : (at & 1) == 0 && array instanceof char[] chars ? (short) chars[(int) (at >> 1)]
            : (short) (RawBytes.load(array, at, 2) >>> (LITTLE ? 0 : 48));
        return operand == Operand.SHORT ? value : (char) value;
    }

    private void set(Object array, long at, int value) {
        if (operand.bytes == 2) {
            setShort(array, at, (short) value);
        } else if (array == null) {
            RawNumbers.setByte(at, (byte) value);
        } else if (array instanceof byte[] bytes) {
            bytes[(int) at] = (byte) value;
        } else {
            ((boolean[]) array)[(int) at] = value != 0;
        }
    }

    private static void setShort(Object array, long at, short value) {
        if (array == null) {
            RawNumbers.setShort(at, value);
        } else if ((at & 1) == 0 && array instanceof short[] shorts) {
            shorts[(int) (at >> 1)] = value;
        } else if ((at & 1) == 0 && array instanceof char[] chars) {
            chars[(int) (at >> 1)] = (char) value;
        } else {
            RawBytes.store(LITTLE ? value : (long) value << 48, array, at, 2);
        }
    }
}
