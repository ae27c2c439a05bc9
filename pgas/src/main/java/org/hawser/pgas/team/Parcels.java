package org.hawser.pgas.team;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.hawser.fabric.FabricException;
import org.hawser.runtime.Link;

/**
 * Bytes from one rank to another that are found by name: the sender, a number both know, and which of that number it
 * is. They may arrive before anybody asks for them; several of one name are found in the order in which they were sent.
 *
 * <pre>
 *   0: number   8: sequence   12: bytes in all   16: the bytes; those that find no room follow in further messages
 * </pre>
 *
 * <p><b>Threads:</b> any; one at a time for a name. <b>Allocates:</b> per parcel.
 */
final class Parcels {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final int SEQUENCE = 8;
    private static final int TOTAL = 12;
    private static final int HEADER = 16;

    private record Name(int source, long number, int sequence) {
    }

    private final World world;
    private final Map<Name, Deque<Parcel>> arrivals = new ConcurrentHashMap<>();

    Parcels(World world) {
        this.world = world;
        world.register(Kind.EXCHANGE, this::onPiece);
    }

    /** Sends a copy; never waits. */
    void send(int to, long number, int sequence, MemorySegment bytes) {
        Link link = world.link(to);
        int total = Math.toIntExact(bytes.byteSize());
        int piece = link.maxBytes() - HEADER;
        int from = 0;
        do {
            int length = Math.min(piece, total - from);
            MemorySegment message = MemorySegment.ofArray(new byte[HEADER + length]);
            message.set(LONG, 0, number);
            message.set(INT, SEQUENCE, sequence);
            message.set(INT, TOTAL, total);
            MemorySegment.copy(bytes, from, message, HEADER, length);
            link.post(Kind.EXCHANGE.ordinal(), message, 0, HEADER + length);
            from += length;
        } while (from < total);
    }

    /** Waits for a parcel, and takes it. */
    byte[] receive(int from, long number, int sequence) {
        Name name = new Name(from, number, sequence);
        Deque<Parcel> parcels = arrivals.computeIfAbsent(name, unknown -> new ConcurrentLinkedDeque<>());
        world.rank().await(() -> {
            Parcel next = parcels.peek();
            return next != null && next.whole;
        }, from);
        byte[] bytes = parcels.remove().bytes;
        arrivals.computeIfPresent(name, (same, left) -> left.isEmpty() ? null : left);
        return bytes;
    }

    /** Pieces of a parcel come in order, as all that one thread sends. */
    private void onPiece(int source, MemorySegment memory, long offset, int length) {
        int total = length < HEADER ? -1 : memory.get(INT, offset + TOTAL);
        if (total < 0 || length - HEADER > total) {
            throw new FabricException(FabricException.Severity.FATAL, "a piece of an exchange makes no sense: source="
                + source + " length=" + length + " total=" + total);
        }
        Name name = new Name(source, memory.get(LONG, offset), memory.get(INT, offset + SEQUENCE));
        arrivals.compute(name, (same, known) -> {
            Deque<Parcel> parcels = known == null ? new ConcurrentLinkedDeque<>() : known;
            Parcel last = parcels.peekLast();
            if (last == null || last.whole) {
                last = new Parcel(total);
                parcels.add(last);
            }
            last.add(memory, offset + HEADER, length - HEADER);
            return parcels;
        });
    }

    /** One of them, whole or on its way. */
    private static final class Parcel {
        private final byte[] bytes;
        private int received;
        private volatile boolean whole;

        Parcel(int total) {
            bytes = new byte[total];
        }

        /** In a handler. */
        void add(MemorySegment memory, long offset, int length) {
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, bytes, received, length);
            received += length;
            whole = received == bytes.length;
        }
    }
}
