package org.hawser.mpi.rma;

import java.nio.ByteOrder;
import org.hawser.mpi.coll.op.Numbers;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawInts;
import org.hawser.platform.memory.RawNumbers;
import org.hawser.platform.memory.RawWords;

/**
 * Updates of single numbers of 8 and 4 bytes at aligned addresses, each by one atomic instruction of the processor or,
 * where it has none, by compare-and-swap until nobody came between. So every update of such a number is atomic to every
 * other, whatever the two do. Floats and doubles are handled as their bits.
 *
 * <p><b>Threads:</b> any, any process. <b>Allocates:</b> nothing.
 */
final class WordUpdates {
    private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private WordUpdates() {
    }

    /** Updates 8 bytes and returns what was there. */
    static long update(Update update, long address, long value) {
        if (update.adds) {
            return RawWords.getAndAdd(address, value);
        }
        return switch (update.operator) {
            case REPLACE -> RawWords.getAndSet(address, value);
            case NO_OP -> RawWords.getVolatile(address);
            case BAND -> RawWords.getAndBitwiseAnd(address, value);
            case BOR -> RawWords.getAndBitwiseOr(address, value);
            case BXOR -> RawWords.getAndBitwiseXor(address, value);
            default -> retry(update, address, value);
        };
    }

    private static long retry(Update update, long address, long value) {
        long held = RawWords.getVolatile(address);
        while (true) {
            // Also when nothing changes: the swap is what orders this before later loads, see StoreOrder.
            long seen = RawWords.compareAndExchange(address, held, combine(update, value, held));
            if (seen == held) {
                return held;
            }
            held = seen;
        }
    }

    /** What 8 bytes become. */
    static long combine(Update update, long value, long held) {
        return switch (update.operator) {
            case REPLACE -> value;
            case NO_OP -> held;
            default -> update.real
                ? Double.doubleToRawLongBits(Numbers.combine(update.operator, Double.longBitsToDouble(value),
                    Double.longBitsToDouble(held)))
                : Numbers.combine(update.operator, value, held);
        };
    }

    /** Updates 4 bytes and returns what was there. */
    static int update(Update update, long address, int value) {
        if (update.adds) {
            return RawInts.getAndAdd(address, value);
        }
        return switch (update.operator) {
            case REPLACE -> RawInts.getAndSet(address, value);
            case NO_OP -> RawInts.getVolatile(address);
            case BAND -> RawInts.getAndBitwiseAnd(address, value);
            case BOR -> RawInts.getAndBitwiseOr(address, value);
            case BXOR -> RawInts.getAndBitwiseXor(address, value);
            default -> retry(update, address, value);
        };
    }

    private static int retry(Update update, long address, int value) {
        int held = RawInts.getVolatile(address);
        while (true) {
            int seen = RawInts.compareAndExchange(address, held, combine(update, value, held));
            if (seen == held) {
                return held;
            }
            held = seen;
        }
    }

    /** What 4 bytes become. */
    static int combine(Update update, int value, int held) {
        return switch (update.operator) {
            case REPLACE -> value;
            case NO_OP -> held;
            default -> update.real
                ? Float.floatToRawIntBits(Numbers.combine(update.operator, Float.intBitsToFloat(value),
                    Float.intBitsToFloat(held)))
                : Numbers.combine(update.operator, value, held);
        };
    }

    /** 8 bytes of this process's own memory. */
    static long load(Object array, long at) {
        return array == null ? RawBytes.getLong(at) : RawBytes.load(array, at, Long.BYTES);
    }

    /** Writes what {@link #load} reads. */
    static void store(Object array, long at, long value) {
        if (array == null) {
            RawBytes.setLong(at, value);
        } else {
            RawBytes.store(value, array, at, Long.BYTES);
        }
    }

    /** 4 bytes of this process's own memory. */
    static int loadInt(Object array, long at) {
        if (array == null) {
            return RawNumbers.getInt(at);
        }
        long bits = RawBytes.load(array, at, Integer.BYTES);
        return (int) (LITTLE ? bits : bits >>> Integer.SIZE);
    }

    /** Writes what {@link #loadInt} reads. */
    static void storeInt(Object array, long at, int value) {
        if (array == null) {
            RawNumbers.setInt(at, value);
        } else {
            RawBytes.store(LITTLE ? value : (long) value << Integer.SIZE, array, at, Integer.BYTES);
        }
    }
}
