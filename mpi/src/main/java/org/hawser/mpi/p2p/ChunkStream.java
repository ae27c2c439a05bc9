package org.hawser.mpi.p2p;

import org.hawser.platform.memory.RawBytes;

/**
 * Large messages between memories that neither side can map, such as arrays: the sender copies chunks into slots of its
 * staging memory while the receiver copies earlier ones out. Where there is no staging memory that peers map, chunks
 * travel in messages.
 *
 * <p>Cost: a message per chunk; two copies of each, at the same time.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> nothing per chunk.
 */
final class ChunkStream {
    private final Engine engine;
    private final PartlySent streams;

    ChunkStream(Engine engine) {
        this.engine = engine;
        streams = new PartlySent(engine, this::push);
    }

    PartlySent streams() {
        return streams;
    }

    /** Starts to send to the receive whose number is known, as far as there is room. */
    void start(Operation send) {
        engine.counts.packed += send.layout == null ? 0 : 1;
        send.state = Operation.State.STREAMING;
        send.moved = 0;
        if (send.room == 0) {
            engine.partner(send.peer).link.post(Wire.WRITTEN, send.other, 0, 0);
            engine.complete(send);
            return;
        }
        push(engine.partner(send.peer), send);
        streams.endOrKeep(send);
    }

    /** As {@link #start}, but only if at least one chunk can go now. */
    boolean tryStart(Partner to, Operation send) {
        send.moved = 0;
        push(to, send);
        if (send.moved == 0) {
            return false;
        }
        engine.counts.packed += send.layout == null ? 0 : 1;
        streams.endOrKeep(send);
        return true;
    }

    private void push(Partner to, Operation send) {
        boolean more = true;
        while (more && send.moved < send.room) {
            more = to.maps && tryPushStaged(to, send)
                || (!to.maps || engine.staging.region() == null) && tryPushPiece(to, send);
        }
    }

    private boolean tryPushStaged(Partner to, Operation send) {
        long slot = engine.staging.takeSlot(to.rank);
        if (slot < 0) {
            return false;
        }
        engine.tellStaging(to);
        long at = to.link.claim(5 * Wire.WORD);
        if (at < 0) {
            engine.staging.returnSlot();
            return false;
        }
        long length = Math.min(engine.limits.chunk(), send.room - send.moved);
        long begun = to.costs.beginIn(send);
        send.handOver(to.handover, send.moved, engine.staging.addressOf(slot), length);
        to.costs.endIn(begun, length, send.room);
        RawBytes.setLong(at, send.other);
        RawBytes.setLong(at + Wire.WORD, send.moved);
        RawBytes.setLong(at + 2 * Wire.WORD, length);
        RawBytes.setLong(at + 3 * Wire.WORD, slot);
        RawBytes.setLong(at + 4 * Wire.WORD, send.room);
        // Its release orders the copy before the message.
        to.link.commit(Wire.CHUNK);
        send.moved += length;
        return true;
    }

    private boolean tryPushPiece(Partner to, Operation send) {
        int heads = 3 * Wire.WORD;
        int length = (int) Math.min(to.link.maxBytes() - heads, send.room - send.moved);
        long at = to.link.claim(heads + length);
        if (at < 0) {
            return false;
        }
        RawBytes.setLong(at, send.other);
        RawBytes.setLong(at + Wire.WORD, send.moved);
        RawBytes.setLong(at + 2 * Wire.WORD, send.room);
        send.drain(send.moved, at + heads, length);
        to.link.commit(Wire.PIECE);
        send.moved += length;
        return true;
    }

    void onChunk(Partner from, long at) {
        long length = Wire.word(at, 2);
        long slot = Wire.word(at, 3);
        long source = from.slotAddress(slot, length);
        Operation receive = receiver(from, Wire.word(at, 0), Wire.word(at, 1), length, Wire.word(at, 4));
        if (receive != null) {
            long begun = from.costs.beginOut(receive);
            receive.fill(source, Wire.word(at, 1), length);
            from.costs.endOut(begun, length, Wire.word(at, 4));
        }
        from.freeSlot(slot);
        if (receive != null) {
            progressed(receive, length, Wire.word(at, 4));
        }
    }

    void onPiece(Partner from, long at, int bytes) {
        int heads = 3 * Wire.WORD;
        Operation receive = receiver(from, Wire.word(at, 0), Wire.word(at, 1), bytes - heads, Wire.word(at, 2));
        if (receive != null) {
            receive.fill(at + heads, Wire.word(at, 1), bytes - heads);
            progressed(receive, bytes - heads, Wire.word(at, 2));
        }
    }

    private void progressed(Operation receive, long length, long total) {
        receive.moved += length;
        if (receive.moved == total) {
            engine.complete(receive);
        }
    }

    /** The receive that a chunk is for, or null; the first chunk takes an announced one out of its queue. */
    private Operation receiver(Partner from, long number, long position, long length, long total) {
        Operation receive = engine.operations.find(number, from.rank, Operation.State.FILLING,
            Operation.State.POSTED);
        if (receive == null || receive.comesInPieces() || total > receive.room
                || position < 0 || length < 0 || position > total - length) {
            engine.endings.checkGivenUp("a chunk for no receive", from, number);
            return null;
        }
        if (receive.state == Operation.State.POSTED) {
            engine.receiveRendezvous.leaveQueue(from, receive, total);
            receive.state = Operation.State.FILLING;
            receive.moved = 0;
        }
        return receive;
    }
}
