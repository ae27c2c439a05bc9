package org.hawser.mpi.p2p;

import org.hawser.fabric.FabricException;
import org.hawser.mpi.datatype.Layout;
import org.hawser.platform.memory.RawBytes;

/**
 * SEND_RNDV, for large messages whose sender came first, and the traditional rendezvous. The sender says what it has
 * and where; the receiver, when it comes, either reads it (where it can map the sender's memory) or says where the
 * sender is to write. Where neither can map the other's memory, the sender writes over the network
 * ({@link RemoteWrites}), or the message goes in chunks ({@link ChunkStream}).
 *
 * <p>Cost: two messages and one copy when read; three and one copy when written; two copies, side by side, in chunks.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> per message.
 */
final class SendRendezvous {
    private final Engine engine;

    SendRendezvous(Engine engine) {
        this.engine = engine;
    }

    boolean trySend(Partner to, Operation send) {
        Place place = engine.placeOf(send, to);
        long layout = to.layouts.tell(place == null ? null : send.layout);
        long at = to.link.claim((4 + Place.WORDS) * Wire.WORD);
        if (at < 0) {
            return false;
        }
        RawBytes.setLong(at, Wire.head(send.key, 0));
        RawBytes.setLong(at + Wire.WORD, send.name());
        RawBytes.setLong(at + 2 * Wire.WORD, send.room);
        write(place, at + 3 * Wire.WORD);
        RawBytes.setLong(at + (3 + Place.WORDS) * Wire.WORD, layout);
        to.link.commit(Wire.SENDER_READY);
        to.layouts.named();
        engine.counts.sendRendezvous++;
        send.state = Operation.State.OFFERED;
        send.rendezvous = true;
        to.addOffered(send);
        return true;
    }

    static void write(Place place, long at) {
        RawBytes.setLong(at, place == null ? 0 : place.key().id());
        RawBytes.setLong(at + Wire.WORD, place == null ? 0 : place.key().secret());
        RawBytes.setLong(at + 2 * Wire.WORD, place == null ? 0 : place.key().length());
        RawBytes.setLong(at + 3 * Wire.WORD, place == null ? 0 : place.offset());
    }

    void onSenderReady(Partner from, long at) {
        long key = Wire.key(Wire.word(at, 0));
        long bytes = Wire.word(at, 2);
        if (bytes < 0) {
            throw engine.broken("a message of negative length", from, bytes);
        }
        Place place = from.places.read(true, at + 3 * Wire.WORD);
        Layout layout = from.layouts.find(Wire.word(at, 3 + Place.WORDS));
        Operation receive = engine.match(from, key, bytes);
        Arrived message = receive != null ? engine.arrived.blank() : engine.keep(from, Wire.SENDER_READY, key, bytes);
        message.send = Wire.word(at, 1);
        message.place = place;
        message.layout = layout;
        if (receive == null) {
            return;
        }
        if (receive.isAnnounced() && receive.placed && !receive.attached && bytes <= receive.room) {
            // Both came at once. The sender finds the announcement and writes; its readiness is old news here.
            receive.state = Operation.State.FILLING;
            receive.held = message;
        } else {
            answer(from, message, receive);
            engine.arrived.spare(message);
        }
    }

    /** Answers a sender whose message has been matched. */
    void answer(Partner from, Arrived message, Operation receive) {
        long bytes = engine.fitted(receive);
        // Memory that was announced is lent already.
        Place place = engine.placeOfReceive(receive, from);
        receive.other = message.send;
        receive.state = Operation.State.FILLING;
        receive.peer = from.rank;
        if (isStreamed(from, message.place, receive, bytes)) {
            clearToSend(from, message, receive, bytes, null);
            return;
        }
        boolean read = message.place != null
            && (engine.limits.readFirst() && !engine.paths.prefersWrites(receive) || place == null);
        if (!read || !tryRead(from, message, receive, bytes)) {
            clearToSend(from, message, receive, bytes, place);
        }
    }

    /** True when the kernel could copy a message, and it goes through staging memory all the same. */
    private boolean isStreamed(Partner from, Place source, Operation receive, long bytes) {
        return source != null && AttachedMemory.holds(source) && bytes > from.eager
            && engine.attached.reaches(from, source, receive) && !engine.attached.isChosen(from, source, bytes);
    }

    /** Tells the sender where to write, or, without a place, to send the message in chunks. */
    private void clearToSend(Partner from, Arrived message, Operation receive, long bytes, Place place) {
        long layout = from.layouts.tell(place == null ? null : receive.layout);
        from.link.post(Wire.CLEAR_TO_SEND, message.send, receive.name(), bytes,
            place == null ? 0 : place.key().id(), place == null ? 0 : place.key().secret(),
            place == null ? 0 : place.key().length(), place == null ? 0 : place.offset(), layout);
        from.layouts.named();
    }

    /** Reads a message where the sender has it, and tells it so; false when that cannot be reached. */
    private boolean tryRead(Partner from, Arrived message, Operation receive, long bytes) {
        Layout layout = message.layout;
        long source;
        try {
            if (AttachedMemory.holds(message.place)) {
                return tryReadAttached(from, message.place, receive, bytes);
            }
            source = layout == null ? from.addressOf(message.place, bytes)
                : from.addressOf(message.place, layout, bytes);
        } catch (FabricException e) {
            engine.watch.hear(from.rank, e);
            // The receive waits for a sender that is lost.
            return false;
        }
        if (source < 0) {
            return false;
        }
        if (layout != null || !engine.jointCopy.tryReceive(from, receive, message.place, bytes)) {
            long begun = layout == null ? engine.jointCopy.beginAlone(from, bytes) : 0;
            engine.paths.read(receive, source, layout, bytes);
            from.jointGain.end(begun, false, bytes, bytes);
            end(from, receive);
        }
        return true;
    }

    private boolean tryReadAttached(Partner from, Place place, Operation receive, long bytes) {
        if (!engine.attached.reaches(from, place, receive)) {
            return false;
        }
        if (!engine.jointCopy.tryReceive(from, receive, place, bytes)) {
            long begun = from.costs.begin();
            engine.attached.read(place, receive, 0, bytes);
            from.costs.endKernel(begun, bytes);
            end(from, receive);
        }
        return true;
    }

    /** A receive has its message: its sender is told. */
    void end(Partner from, Operation receive) {
        from.link.post(Wire.MATCHED, receive.other);
        engine.complete(receive);
    }

    void onClearToSend(Partner from, long at) {
        Operation send = engine.operations.find(Wire.word(at, 0), from.rank, Operation.State.OFFERED);
        long bytes = Wire.word(at, 2);
        if (send == null || bytes < 0 || bytes > send.room) {
            engine.endings.checkGivenUp("leave to send what was not offered", from, bytes);
            from.link.post(Wire.VOID, Wire.word(at, 1));
            return;
        }
        from.removeOffered(send);
        send.other = Wire.word(at, 1);
        if (from.writes) {
            send.room = bytes;
            engine.remoteWrites.start(from, send, from.places.read(false, at + 3 * Wire.WORD));
            return;
        }
        Place place = from.places.read(false, at + 3 * Wire.WORD);
        Layout layout = from.layouts.find(Wire.word(at, 3 + Place.WORDS));
        if (place != null && AttachedMemory.holds(place)) {
            writeAttached(from, send, place, bytes);
            return;
        }
        long target = place == null ? -1
            : layout == null ? from.addressOf(place, bytes) : from.addressOf(place, layout, bytes);
        if (target >= 0) {
            engine.paths.write(send, target, layout, bytes);
            // The message's release orders the copy before it.
            from.link.post(Wire.WRITTEN, send.other, bytes, 0);
            engine.complete(send);
        } else {
            send.room = bytes;
            engine.chunks.start(send);
        }
    }

    private void writeAttached(Partner to, Operation send, Place place, long bytes) {
        if (!engine.attached.reaches(to, place, send)) {
            send.room = bytes;
            engine.chunks.start(send);
            return;
        }
        engine.attached.write(send, place, 0, bytes);
        to.link.post(Wire.WRITTEN, send.other, bytes, 0);
        engine.complete(send);
    }
}
