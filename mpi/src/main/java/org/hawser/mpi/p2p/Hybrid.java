package org.hawser.mpi.p2p;

import org.hawser.platform.memory.RawBytes;

/**
 * HYBRID, for messages of middle size whose receiver has not come: the sender copies to its staging memory, tells the
 * receiver and is done; the receiver copies from there when it comes. Nobody waits for the other, and the receiver
 * needs no room for what it did not ask for.
 *
 * <p>Cost: one message; two copies, none of them while the other side waits.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> for messages that come before their receive.
 */
final class Hybrid {
    private final Engine engine;

    Hybrid(Engine engine) {
        this.engine = engine;
    }

    boolean trySend(Partner to, Operation send) {
        long slot = engine.staging.take(true);
        if (slot < 0) {
            return false;
        }
        engine.tellStaging(to);
        long at = to.link.claim(4 * Wire.WORD);
        if (at < 0) {
            engine.staging.untake();
            return false;
        }
        send.drain(0, engine.staging.addressOf(slot), send.room);
        RawBytes.setLong(at, Wire.head(send.key, 0));
        RawBytes.setLong(at + Wire.WORD, send.synchronous ? send.name() + 1 : 0);
        RawBytes.setLong(at + 2 * Wire.WORD, send.room);
        RawBytes.setLong(at + 3 * Wire.WORD, slot);
        // Its release orders the copy before the message.
        to.link.commit(Wire.HYBRID);
        engine.counts.hybrid++;
        if (send.synchronous) {
            send.state = Operation.State.OFFERED;
            to.addOffered(send);
        } else {
            engine.complete(send);
        }
        return true;
    }

    void onMessage(Partner from, long at) {
        long key = Wire.key(Wire.word(at, 0));
        long send = Wire.word(at, 1) - 1;
        long bytes = Wire.word(at, 2);
        long slot = Wire.word(at, 3);
        from.slotAddress(slot, bytes);
        Operation receive = engine.match(from, key, bytes);
        if (receive != null) {
            fill(from, slot, send, receive);
            return;
        }
        Arrived kept = engine.keep(from, Wire.HYBRID, key, bytes);
        kept.slot = slot;
        kept.send = send;
    }

    void take(Partner from, Arrived message, Operation receive) {
        fill(from, message.slot, message.send, receive);
    }

    private void fill(Partner from, long slot, long send, Operation receive) {
        long bytes = engine.fitted(receive);
        receive.fill(from.slotAddress(slot, bytes), 0, bytes);
        from.freeSlot(slot);
        engine.complete(receive);
        if (send >= 0) {
            from.link.post(Wire.MATCHED, send);
        }
    }
}
