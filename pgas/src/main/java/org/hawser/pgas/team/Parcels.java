package org.hawser.pgas.team;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.fabric.FabricException;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Link;

/**
 * Bytes from one rank to another that are found by name: the sender, a number both know, and which of that number it
 * is. They may arrive before anybody asks for them.
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
    private final Map<Name, Parcel> arrivals = new ConcurrentHashMap<>();

    Parcels(World world) {
        this.world = world;
        world.register(Kind.EXCHANGE, this::onPiece);
    }

    /** Sends a copy; never waits. */
    void send(int to, long number, int sequence, byte[] bytes) {
        Link link = world.link(to);
        int piece = link.maxBytes() - HEADER;
        int from = 0;
        do {
            int length = Math.min(piece, bytes.length - from);
            MemorySegment message = MemorySegment.ofArray(new byte[HEADER + length]);
            message.set(LONG, 0, number);
            message.set(INT, SEQUENCE, sequence);
            message.set(INT, TOTAL, bytes.length);
            MemorySegment.copy(bytes, from, message, ValueLayout.JAVA_BYTE, HEADER, length);
            link.post(Kind.EXCHANGE.ordinal(), message, 0, HEADER + length);
            from += length;
        } while (from < bytes.length);
    }

    /** Waits for a parcel, and takes it. */
    byte[] receive(int from, long number, int sequence) {
        Name name = new Name(from, number, sequence);
        Parcel parcel = arrivals.computeIfAbsent(name, unknown -> new Parcel());
        world.rank().await(parcel, from);
        arrivals.remove(name);
        return parcel.bytes;
    }

    /** Pieces of a parcel come in order, as all that one thread sends. */
    private void onPiece(int source, MemorySegment memory, long offset, int length) {
        int total = length < HEADER ? -1 : memory.get(INT, offset + TOTAL);
        Name name = total < 0 ? null
            : new Name(source, memory.get(LONG, offset), memory.get(INT, offset + SEQUENCE));
        if (name == null || !arrivals.computeIfAbsent(name, unknown -> new Parcel())
                .add(memory, offset + HEADER, length - HEADER, total)) {
            throw new FabricException(FabricException.Severity.FATAL, "a piece of an exchange fits nowhere: source="
                + source + " length=" + length + " total=" + total);
        }
    }

    /** One of them, whole or on its way. */
    private static final class Parcel implements Awaitable {
        private byte[] bytes;
        private int received;
        private volatile boolean whole;

        /** In a handler; false when the piece cannot be one of this. */
        boolean add(MemorySegment memory, long offset, int length, int total) {
            if (bytes == null) {
                bytes = new byte[total];
            }
            if (whole || total != bytes.length || length > total - received) {
                return false;
            }
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, bytes, received, length);
            received += length;
            whole = received == total;
            return true;
        }

        @Override
        public boolean isDone() {
            return whole;
        }
    }
}
