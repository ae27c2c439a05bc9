package org.hawser.pgas;

import java.lang.ref.Reference;
import org.hawser.pgas.team.World;
import org.hawser.platform.memory.RawInts;
import org.hawser.platform.memory.RawWords;

/**
 * Operations on one number in shared memory that nobody can come between. Atomic among each other, from whatever
 * thread, and not with plain puts. A pointer is at a multiple of the number's length; where it knows the length of its
 * elements, the operation has that length.
 *
 * <pre>{@code
 * long ticket = pgas.atomics().fetchAdd(counter, 1L);
 * }</pre>
 *
 * <p>What this thread wrote before an operation, to memory of its node, is visible to whoever sees its result.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing where ranks share memory.
 */
public final class Atomics {
    private final FarAtomics far;

    Atomics(World world) {
        far = new FarAtomics(world.rank());
    }

    /** Adds and returns what was there. */
    public long fetchAdd(GlobalPointer at, long delta) {
        long address = address(at, Long.BYTES);
        return address == 0 ? far.fetchAdd(at, delta) : held(RawWords.getAndAdd(address, delta), at);
    }

    /** Adds and returns what was there. */
    public int fetchAdd(GlobalPointer at, int delta) {
        long address = address(at, Integer.BYTES);
        return address == 0 ? far.updateInt(at, FarAtomics.ADD, delta) : held(RawInts.getAndAdd(address, delta), at);
    }

    /** Adds and returns what was there. */
    public double fetchAdd(GlobalPointer at, double delta) {
        long address = address(at, Long.BYTES);
        if (address == 0) {
            return Double.longBitsToDouble(far.update(at, FarAtomics.ADD_DOUBLE, Double.doubleToRawLongBits(delta)));
        }
        long bits = RawWords.getOpaque(address);
        while (true) {
            double old = Double.longBitsToDouble(bits);
            long found = RawWords.compareAndExchange(address, bits, Double.doubleToRawLongBits(old + delta));
            if (found == bits) {
                Reference.reachabilityFence(at.area());
                return old;
            }
            bits = found;
        }
    }

    /** Adds; to an int where the pointer's elements are 4 bytes long. */
    public void add(GlobalPointer at, long delta) {
        if (at.elementBytes() == Integer.BYTES && delta == (int) delta) {
            fetchAdd(at, (int) delta);
        } else {
            fetchAdd(at, delta);
        }
    }

    /** Adds. */
    public void add(GlobalPointer at, double delta) {
        fetchAdd(at, delta);
    }

    /** Keeps these bits and returns what was there. */
    public long fetchAnd(GlobalPointer at, long bits) {
        long address = address(at, Long.BYTES);
        return address == 0 ? far.update(at, FarAtomics.AND, bits) : held(RawWords.getAndBitwiseAnd(address, bits), at);
    }

    /** Sets these bits and returns what was there. */
    public long fetchOr(GlobalPointer at, long bits) {
        long address = address(at, Long.BYTES);
        return address == 0 ? far.update(at, FarAtomics.OR, bits) : held(RawWords.getAndBitwiseOr(address, bits), at);
    }

    /** Turns these bits over and returns what was there. */
    public long fetchXor(GlobalPointer at, long bits) {
        long address = address(at, Long.BYTES);
        return address == 0 ? far.update(at, FarAtomics.XOR, bits) : held(RawWords.getAndBitwiseXor(address, bits), at);
    }

    /** Keeps these bits and returns what was there. */
    public int fetchAnd(GlobalPointer at, int bits) {
        long address = address(at, Integer.BYTES);
        return address == 0 ? far.updateInt(at, FarAtomics.AND, bits)
            : held(RawInts.getAndBitwiseAnd(address, bits), at);
    }

    /** Sets these bits and returns what was there. */
    public int fetchOr(GlobalPointer at, int bits) {
        long address = address(at, Integer.BYTES);
        return address == 0 ? far.updateInt(at, FarAtomics.OR, bits) : held(RawInts.getAndBitwiseOr(address, bits), at);
    }

    /** Turns these bits over and returns what was there. */
    public int fetchXor(GlobalPointer at, int bits) {
        long address = address(at, Integer.BYTES);
        return address == 0 ? far.updateInt(at, FarAtomics.XOR, bits)
            : held(RawInts.getAndBitwiseXor(address, bits), at);
    }

    /** Replaces and returns what was there. */
    public long swap(GlobalPointer at, long value) {
        long address = address(at, Long.BYTES);
        return address == 0 ? far.update(at, FarAtomics.SET, value) : held(RawWords.getAndSet(address, value), at);
    }

    /** Replaces and returns what was there. */
    public int swap(GlobalPointer at, int value) {
        long address = address(at, Integer.BYTES);
        return address == 0 ? far.updateInt(at, FarAtomics.SET, value) : held(RawInts.getAndSet(address, value), at);
    }

    /** Replaces what is {@code expected} and returns what was there. */
    public long compareSwap(GlobalPointer at, long expected, long value) {
        long address = address(at, Long.BYTES);
        return address == 0 ? far.compareSwap(at, expected, value)
            : held(RawWords.compareAndExchange(address, expected, value), at);
    }

    /** Replaces what is {@code expected} and returns what was there. */
    public int compareSwap(GlobalPointer at, int expected, int value) {
        long address = address(at, Integer.BYTES);
        return address == 0 ? far.compareSwapInt(at, expected, value)
            : held(RawInts.compareAndExchange(address, expected, value), at);
    }

    /** Reads, after everything that was there before. */
    public long read(GlobalPointer at) {
        long address = address(at, Long.BYTES);
        return address == 0 ? far.fetchAdd(at, 0) : held(RawWords.getVolatile(address), at);
    }

    /** Reads an int, after everything that was there before. */
    public int readInt(GlobalPointer at) {
        long address = address(at, Integer.BYTES);
        return address == 0 ? far.updateInt(at, FarAtomics.ADD, 0) : held(RawInts.getVolatile(address), at);
    }

    /** Writes, whole. */
    public void write(GlobalPointer at, long value) {
        swap(at, value);
    }

    /** Writes, whole. */
    public void write(GlobalPointer at, int value) {
        swap(at, value);
    }

    /** Where a number is; 0 where it is not mapped. */
    private static long address(GlobalPointer at, int bytes) {
        if ((at.offset() & bytes - 1) != 0) {
            throw new PgasException("an atomic operation needs a place at a multiple of its length: length=" + bytes
                + " at " + at);
        }
        if (at.elementBytes() != bytes && at.elementBytes() != 1) {
            throw new PgasException("an atomic operation of another length than the elements: length=" + bytes
                + " element=" + at.elementBytes() + " at " + at + "; give a value of the elements' type");
        }
        return at.address(bytes);
    }

    private static long held(long value, GlobalPointer at) {
        Reference.reachabilityFence(at.area());
        return value;
    }

    private static int held(int value, GlobalPointer at) {
        Reference.reachabilityFence(at.area());
        return value;
    }
}
