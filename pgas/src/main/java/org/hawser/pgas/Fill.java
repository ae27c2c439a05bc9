package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Arrays;
import org.hawser.fabric.RemoteRegion;
import org.hawser.pgas.layout.BlockCyclic;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawNumbers;
import org.hawser.runtime.Handle;
import org.hawser.runtime.Rank;

/**
 * Sets a run of indices of a shared array to one value. What the run has at a thread is one run of places there: stores
 * where its memory is mapped, else transfers of as many copies of the value as one takes.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> for what is not mapped.
 */
final class Fill {
    /** What one transfer takes. */
    private static final int BYTES = 64 << 10;

    private Fill() {
    }

    /** Sets {@code count} elements from {@code index} on to the low bits of {@code bits}; done when this returns. */
    static void section(SharedArray array, long index, long count, long bits) {
        BlockCyclic layout = array.layout;
        Handle handle = null;
        for (int thread = 0; thread < layout.threads() && count > 0; thread++) {
            long from = layout.before(thread, index);
            long to = layout.before(thread, index + count);
            if (from < to) {
                long base = array.base(thread);
                if (base != 0) {
                    store(base + (from << array.shift), to - from, array.shift, bits);
                } else {
                    handle = handle == null ? new Handle() : handle;
                    send(array, thread, from, to, bits, handle);
                }
            }
        }
        Reference.reachabilityFence(array);
        if (handle != null) {
            array.services.world.rank().await(handle);
        }
    }

    private static void send(SharedArray array, int thread, long from, long to, long bits, Handle handle) {
        Rank rank = array.services.world.rank();
        RemoteRegion region = array.region(thread);
        array.services.far.settle(region);
        MemorySegment copies = copies(array.shift, Math.min(BYTES, to - from << array.shift), bits);
        long end = to << array.shift;
        for (long at = from << array.shift; at < end; at += BYTES) {
            rank.put(region, at, copies, 0, Math.min(BYTES, end - at), handle);
        }
    }

    /** The value again and again. */
    private static MemorySegment copies(int shift, long bytes, long bits) {
        long word = bits;
        for (int width = 8 << shift; width < Long.SIZE; width *= 2) {
            word = word & (1L << width) - 1 | word << width;
        }
        long[] words = new long[(int) Math.ceilDiv(bytes, Long.BYTES)];
        Arrays.fill(words, word);
        return MemorySegment.ofArray(words);
    }

    /** Int loops, which are compiled to vector stores. */
    private static void store(long address, long count, int shift, long bits) {
        int part = 1 << 28;
        for (long done = 0; done < count; done += part) {
            int length = (int) Math.min(part, count - done);
            long first = address + (done << shift);
            switch (shift) {
                case 0 -> storeBytes(first, length, (byte) bits);
                case 1 -> storeShorts(first, length, (short) bits);
                case 2 -> storeInts(first, length, (int) bits);
                default -> storeLongs(first, length, bits);
            }
        }
    }

    private static void storeBytes(long address, int count, byte value) {
        for (int i = 0; i < count; i++) {
            RawNumbers.setByte(address + i, value);
        }
    }

    private static void storeShorts(long address, int count, short value) {
        for (int i = 0; i < count; i++) {
            RawNumbers.setShort(address + 2L * i, value);
        }
    }

    private static void storeInts(long address, int count, int value) {
        for (int i = 0; i < count; i++) {
            RawNumbers.setInt(address + 4L * i, value);
        }
    }

    private static void storeLongs(long address, int count, long value) {
        for (int i = 0; i < count; i++) {
            RawBytes.setLong(address + 8L * i, value);
        }
    }
}
