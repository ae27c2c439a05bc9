package org.hawser.pgas.team;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import org.hawser.fabric.FabricException;
import org.hawser.runtime.Link;

/**
 * Messages of any length and one kind: what is too long for one goes in several, and is put together again.
 *
 * <pre>
 *   0: number   8: note   12: bytes in all   16: position of these   20: unused   24: the bytes
 * </pre>
 *
 * <p>What one Java thread sends to a rank arrives in order.
 *
 * <p><b>Threads:</b> any; arrivals in the polling context. <b>Allocates:</b> per message.
 */
public final class Freight {
    /** Takes whole messages. */
    @FunctionalInterface
    public interface Taker {
        /**
         * Runs in the polling context and never waits.
         *
         * @param source the rank that sent it
         * @param number what the sender calls it
         * @param note the sender's word beside it
         * @param bytes the receiver's own
         */
        void take(int source, long number, int note, byte[] bytes);
    }

    private record Name(int source, long number) {
    }

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final int NOTE = 8;
    private static final int TOTAL = 12;
    private static final int POSITION = 16;
    private static final int HEADER = 24;

    private final World world;
    private final Kind kind;
    private final long most;
    private final Outbox outbox;
    private final Taker taker;
    /** Those that have begun to arrive; of the polling thread. */
    private final Map<Name, Arrival> arrivals = new HashMap<>();

    /** Takes messages of {@code kind} from now on, of {@code most} bytes at most. */
    public Freight(World world, Kind kind, long most, Taker taker) {
        this.world = world;
        this.kind = kind;
        this.most = most;
        this.taker = taker;
        outbox = new Outbox(world);
        world.register(kind, this::onPiece);
    }

    /** Sends; waits for room, but not in a handler. A number is one message's at a time. */
    public void send(int to, long number, int note, byte[] bytes) {
        Link link = world.link(to);
        int most = link.maxBytes() - HEADER;
        int from = 0;
        do {
            int position = from;
            int length = Math.min(most, bytes.length - from);
            outbox.send(to, kind, HEADER + length, message -> {
                message.set(LONG, 0, number);
                message.set(INT, NOTE, note);
                message.set(INT, TOTAL, bytes.length);
                message.set(INT, POSITION, position);
                MemorySegment.copy(bytes, position, message, ValueLayout.JAVA_BYTE, HEADER, length);
            });
            from += length;
        } while (from < bytes.length);
    }

    private void onPiece(int source, MemorySegment memory, long offset, int length) {
        int total = length < HEADER ? -1 : memory.get(INT, offset + TOTAL);
        int position = length < HEADER ? -1 : memory.get(INT, offset + POSITION);
        if (total < 0 || total > most || position < 0 || position > total - (length - HEADER)) {
            throw malformed(source, length, total, position);
        }
        Name name = new Name(source, memory.get(LONG, offset));
        Arrival arrival = position == 0 ? new Arrival(new byte[total]) : arrivals.get(name);
        if (arrival == null || arrival.bytes.length != total || arrival.received != position) {
            throw malformed(source, length, total, position);
        }
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset + HEADER, arrival.bytes, position, length - HEADER);
        arrival.received += length - HEADER;
        if (arrival.received < total) {
            arrivals.put(name, arrival);
            return;
        }
        arrivals.remove(name);
        taker.take(source, name.number, memory.get(INT, offset + NOTE), arrival.bytes);
    }

    private FabricException malformed(int source, int length, int total, int position) {
        return new FabricException(FabricException.Severity.FATAL, "a piece that fits nowhere: kind=" + kind
            + " source=" + source + " length=" + length + " total=" + total + " position=" + position);
    }

    /** One of which more is to come. */
    private static final class Arrival {
        private final byte[] bytes;
        private int received;

        Arrival(byte[] bytes) {
            this.bytes = bytes;
        }
    }
}
