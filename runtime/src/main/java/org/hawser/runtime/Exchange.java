package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The small collective exchange that the floors above start from: everybody's bytes to everybody, and one rank's bytes
 * to all. Every rank calls the same exchanges in the same order.
 *
 * <p>Cost: up and down a binomial tree, lg p steps.
 *
 * <pre>{@code
 * byte[][] hosts = rank.exchange().allGather(hostName.getBytes(UTF_8));
 * }</pre>
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> per call.
 */
public final class Exchange {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private record Arrival(int source, int sequence) {
    }

    private final Rank rank;
    private final ProgressEngine engine;
    private final int handler;
    private final Map<Arrival, byte[]> arrivals = new HashMap<>();
    private int sequence;

    Exchange(Rank rank, ProgressEngine engine, int handler) {
        this.rank = rank;
        this.engine = engine;
        this.handler = handler;
        rank.messages().registerAny(handler, this::onHeader);
    }

    private void onHeader(int source, MemorySegment memory, long offset, int length, Delivery delivery) {
        int number = memory.get(INT, offset);
        byte[] bytes = new byte[Math.toIntExact(delivery.payloadLength())];
        delivery.into(MemorySegment.ofArray(bytes), 0).then(() -> {
            synchronized (arrivals) {
                arrivals.put(new Arrival(source, number), bytes);
            }
        });
    }

    /** Gives every rank what {@code root} gave; the others' argument is ignored. */
    public byte[] broadcast(int root, byte[] bytes) {
        rank.checkRank(root);
        int number = sequence++;
        int size = rank.size();
        int relative = (rank.number() - root + size) % size;
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

    /** Gives every rank what every rank gave, by rank. */
    public byte[][] allGather(byte[] mine) {
        int size = rank.size();
        int number = sequence++;
        byte[][] parts = new byte[size][];
        int me = rank.number();
        parts[me] = mine;
        int bit = 1;
        // Up: a rank collects the ranks of its subtree, which are the next `bit` ones, and passes them on.
        for (; bit < size && (me & bit) == 0; bit <<= 1) {
            if (me + bit < size) {
                unpack(receive(me + bit, number), parts, me + bit);
            }
        }
        if (me != 0) {
            send(me - bit, number, pack(parts, me, Math.min(me + bit, size)));
        }
        byte[] all = broadcast(0, me == 0 ? pack(parts, 0, size) : null);
        unpack(all, parts, 0);
        return parts;
    }

    private void send(int to, int number, byte[] bytes) {
        MemorySegment header = MemorySegment.ofArray(new int[] {number});
        Counter sent = new Counter();
        rank.messages().deliverAny(to, handler, header, MemorySegment.ofArray(bytes), sent, null);
        engine.await(() -> sent.value() > 0, to);
    }

    private byte[] receive(int from, int number) {
        Arrival key = new Arrival(from, number);
        engine.await(() -> {
            synchronized (arrivals) {
                return arrivals.containsKey(key);
            }
        }, from);
        synchronized (arrivals) {
            return arrivals.remove(key);
        }
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
