package org.hawser.mpi.p2p;

import java.util.ArrayList;
import java.util.List;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;

/**
 * HYBRID, for messages of middle size whose receiver has not come: the sender copies to its staging memory, tells the
 * receiver and is done; the receiver copies from there when it comes. Nobody waits for the other, and the receiver
 * needs no room for what it did not ask for.
 *
 * <p>A receiver that is there already need not wait for the whole copy: the sender tells it first and copies then,
 * piece by piece, and the slot says how far it has come. A receiver that overtakes the sender looks again at its next
 * poll.
 *
 * <p>Cost: one message; two copies, side by side when both are there.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> for messages that come before their receive.
 */
final class Hybrid {
    /** A piece is long enough for a copy at full speed, and short enough that the receiver starts early. */
    private static final long LEAST_PIECE = 4 << 10;
    private static final long PIECES = 8;

    private final Engine engine;
    private final List<Operation> overtaken = new ArrayList<>();

    Hybrid(Engine engine) {
        this.engine = engine;
    }

    boolean trySend(Partner to, Operation send) {
        long slot = engine.staging.takePlace(send.room, to.rank);
        if (slot < 0) {
            return false;
        }
        engine.tellStaging(to);
        long at = to.link.claim(4 * Wire.WORD);
        if (at < 0) {
            engine.staging.returnPlace();
            return false;
        }
        RawBytes.setLong(at, Wire.head(send.key, 0));
        RawBytes.setLong(at + Wire.WORD, send.synchronous ? send.name() + 1 : 0);
        RawBytes.setLong(at + 2 * Wire.WORD, send.room);
        RawBytes.setLong(at + 3 * Wire.WORD, slot);
        to.link.commit(Wire.HYBRID);
        long begun = to.costs.beginIn(send);
        copy(to, send, engine.staging.addressOf(slot));
        to.costs.endIn(begun, send.room, send.room);
        engine.counts.hybrid++;
        if (send.synchronous) {
            send.state = Operation.State.OFFERED;
            to.addOffered(send);
        } else {
            engine.complete(send);
        }
        return true;
    }

    private void copy(Partner to, Operation send, long target) {
        // Whole lines, and so whole elements of an array.
        long most = Math.max(LEAST_PIECE, send.room / PIECES & -Staging.HEADER);
        long done = 0;
        while (done < send.room) {
            long piece = Math.min(most, send.room - done);
            send.handOver(to.handover, done, target + done, piece);
            done += piece;
            // Release: the piece first, then how far it goes. Pairs with the acquire in copyOut().
            RawWords.setRelease(target + Staging.FILLED, done);
        }
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
        engine.fitted(receive);
        receive.moved = 0;
        receive.state = Operation.State.FILLING;
        receive.peer = from.rank;
        receive.announced(false);
        if (copyOut(from, slot, receive)) {
            finish(from, slot, send, receive);
            return;
        }
        Arrived rest = engine.arrived.blank();
        rest.slot = slot;
        rest.send = send;
        receive.held = rest;
        receive.comeInPieces();
        overtaken.add(receive);
        engine.rank.wantChores();
    }

    /** Copies what the sender has copied, and follows it for a while; true when all is there. */
    private boolean copyOut(Partner from, long slot, Operation receive) {
        long source = from.slotAddress(slot, receive.bytes);
        int patience = engine.patience();
        while (receive.moved < receive.bytes) {
            // Acquire: how far it goes first, then the piece. Pairs with the release in copy().
            long filled = Math.min(receive.bytes, RawWords.getAcquire(source + Staging.FILLED));
            if (filled > receive.moved) {
                long begun = from.costs.beginOut(receive);
                receive.fill(source + receive.moved, receive.moved, filled - receive.moved);
                from.costs.endOut(begun, filled - receive.moved, receive.bytes);
                receive.moved = filled;
            } else if (--patience < 0) {
                return false;
            } else {
                Thread.onSpinWait();
            }
        }
        return true;
    }

    private void finish(Partner from, long slot, long send, Operation receive) {
        from.freeSlot(slot);
        engine.complete(receive);
        if (send >= 0) {
            from.link.post(Wire.MATCHED, send);
        }
    }

    /** Goes on with receives that overtook their sender; returns how much was done. */
    int advance() {
        int work = 0;
        for (int i = overtaken.size() - 1; i >= 0; i--) {
            Operation receive = overtaken.get(i);
            Partner from = engine.partner(receive.peer);
            Arrived rest = receive.held;
            if (copyOut(from, rest.slot, receive)) {
                overtaken.remove(i);
                finish(from, rest.slot, rest.send, receive);
                work++;
            }
        }
        return work;
    }

    boolean isBusy() {
        return !overtaken.isEmpty();
    }

    /** Forgets a receive whose sender is gone. */
    void remove(Operation receive) {
        overtaken.remove(receive);
    }
}
