package org.hawser.pgas.team;

import java.lang.foreign.MemorySegment;
import org.hawser.platform.memory.RawBytes;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Link;

/**
 * Messages of a program's own making: one that finds no room waits for it and makes progress, so that a flood does not
 * fill the memory of its sender. In a handler, where nothing may wait, it is kept instead.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> for messages that find no room, and in handlers.
 */
public final class Outbox {
    /** Writes a message where it goes. */
    @FunctionalInterface
    public interface Writer {
        /** Fills {@code message}; no call of Hawser may be made here. */
        void write(MemorySegment message);
    }

    private final World world;

    /** For messages of one rank. */
    public Outbox(World world) {
        this.world = world;
    }

    /**
     * Sends a message of {@code bytes} bytes; what the writer reads is free when this returns.
     *
     * @throws org.hawser.fabric.FabricException when the receiver is lost
     */
    public void send(int to, Kind kind, int bytes, Writer writer) {
        Link link = world.link(to);
        if (world.rank().isHeld()) {
            MemorySegment copy = MemorySegment.ofArray(new long[bytes + Long.BYTES - 1 >>> 3]).asSlice(0, bytes);
            writer.write(copy);
            link.post(kind.ordinal(), copy, 0, bytes);
        } else if (!offer(link, kind, bytes, writer)) {
            world.rank().await(new Unsent(link, kind, bytes, writer));
        }
    }

    private static boolean offer(Link link, Kind kind, int bytes, Writer writer) {
        long at = link.claim(bytes);
        if (at < 0) {
            return false;
        }
        try {
            writer.write(RawBytes.segmentAt(at, bytes));
        } catch (RuntimeException | Error e) {
            link.abandon();
            throw e;
        }
        link.commit(kind.ordinal());
        return true;
    }

    /** A message that is sent when somebody asks whether it has been. */
    private static final class Unsent implements Awaitable {
        private final Link link;
        private final Kind kind;
        private final int bytes;
        private final Writer writer;
        private boolean sent;

        Unsent(Link link, Kind kind, int bytes, Writer writer) {
            this.link = link;
            this.kind = kind;
            this.bytes = bytes;
            this.writer = writer;
        }

        @Override
        public boolean isDone() {
            sent = sent || offer(link, kind, bytes, writer);
            return sent;
        }
    }
}
