package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Exchanges of a few bytes among members that are numbered from 0: everybody's to everybody, and one member's to all.
 * Every member calls the same exchanges in the same order. Who the members are, and how bytes go from one to another,
 * is for those who extend it.
 *
 * <p>Cost: up and down a binomial tree, lg p steps.
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> per call.
 */
public abstract class TreeExchange {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private final int me;
    private final int size;
    private int sequence;

    /**
     * For one of so many members.
     *
     * @param sequence how many exchanges they have had
     */
    protected TreeExchange(int me, int size, int sequence) {
        this.me = me;
        this.size = size;
        this.sequence = sequence;
    }

    /** Sends a copy to a member, for the exchange with this number. */
    protected abstract void send(int to, int number, byte[] bytes);

    /** Waits for the bytes of a member, for the exchange with this number. */
    protected abstract byte[] receive(int from, int number);

    /** A number for an exchange, the same at all members. */
    protected final int nextNumber() {
        return sequence++;
    }

    /** Gives every member what {@code root} gave; the others' argument is ignored. */
    public byte[] broadcast(int root, byte[] bytes) {
        int number = nextNumber();
        int relative = (me - root + size) % size;
        byte[] data = bytes;
        int bit = 1;
        while (bit < size && (relative & bit) == 0) {
            bit <<= 1;
        }
        if (relative != 0) {
            data = receive((relative - bit + root) % size, number);
        }
        for (bit >>= 1; bit > 0; bit >>= 1) {
            if (relative + bit < size) {
                send((relative + bit + root) % size, number, data);
            }
        }
        return data;
    }

    /** Gives every member what every member gave, by member; each may give as many bytes as it likes. */
    public byte[][] allGather(byte[] mine) {
        int number = nextNumber();
        byte[][] parts = new byte[size][];
        parts[me] = mine;
        int bit = 1;
        // Up: a member collects those of its subtree, which are the next `bit` ones, and passes them on.
        for (; bit < size && (me & bit) == 0; bit <<= 1) {
            if (me + bit < size) {
                unpack(receive(me + bit, number), parts, me + bit);
            }
        }
        if (me != 0) {
            send(me - bit, number, pack(parts, me, Math.min(me + bit, size)));
        }
        unpack(broadcast(0, me == 0 ? pack(parts, 0, size) : null), parts, 0);
        return parts;
    }

    private static byte[] pack(byte[][] parts, int from, int to) {
        int bytes = 0;
        for (int i = from; i < to; i++) {
            bytes += Integer.BYTES + parts[i].length;
        }
        byte[] packed = new byte[bytes];
        MemorySegment memory = MemorySegment.ofArray(packed);
        long at = 0;
        for (int i = from; i < to; i++) {
            memory.set(INT, at, parts[i].length);
            MemorySegment.copy(parts[i], 0, memory, ValueLayout.JAVA_BYTE, at + Integer.BYTES, parts[i].length);
            at += Integer.BYTES + parts[i].length;
        }
        return packed;
    }

    private static void unpack(byte[] packed, byte[][] parts, int from) {
        MemorySegment memory = MemorySegment.ofArray(packed);
        int at = 0;
        for (int i = from; at < packed.length; i++) {
            int length = memory.get(INT, at);
            parts[i] = Arrays.copyOfRange(packed, at + Integer.BYTES, at + Integer.BYTES + length);
            at += Integer.BYTES + length;
        }
    }
}
