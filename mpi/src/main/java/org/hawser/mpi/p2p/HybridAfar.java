package org.hawser.mpi.p2p;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.hawser.platform.memory.RawBytes;

/**
 * HYBRID to a peer whose memory is not mapped, for messages of middle size that no receive has been announced for: the
 * message leaves at once, in pieces as long as the network's messages may be, and the sender is done when they are
 * copied. The first piece matches; the others go where it went, be that a receive or memory of the receiver's own.
 *
 * <p>Of a program that sends one after the other without a wait the network takes the pieces from where the program
 * has them ({@link ReferredSend}): the sender is done later, and has copied nothing.
 *
 * <p>Cost: a message per piece; two copies, or one, and one more when the receiver is late. Nobody waits for the other.
 *
 * <p>What bounds the receiver's memory: a rank has at most so many bytes of such messages under way to a peer whose
 * program has not received them ({@link Limits#afloat}); more go by {@link SendRendezvous}. The receiver says from time
 * to time how many have been received.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> per message of more than one piece, and for those that
 * come before their receive.
 */
final class HybridAfar {
    /** Bytes before the data of a piece. */
    static final int HEADS = 4 * Wire.WORD;
    /** So often in a peer's allowance it is told what was received. */
    private static final int TELLINGS = 4;

    private final Engine engine;
    private final PartlySent streams;
    /** Sends from the program's memory, and those of them of which pieces found no room. */
    private final List<ReferredSend> referred = new ArrayList<>();
    private final List<ReferredSend> unposted = new ArrayList<>();
    private final MemorySegment heads = Arena.global().allocate(HEADS, Wire.WORD);

    HybridAfar(Engine engine) {
        this.engine = engine;
        streams = new PartlySent(engine, HybridAfar::push);
    }

    /** True when something waits for room. */
    boolean isBusy() {
        return streams.isBusy() || !unposted.isEmpty();
    }

    /** Sends what there is room for; returns how many sends went on. */
    int advance() {
        return streams.advance() + advanceReferred();
    }

    private int advanceReferred() {
        int work = 0;
        for (int i = unposted.size() - 1; i >= 0; i--) {
            ReferredSend each = unposted.get(i);
            Operation send = each.send();
            long before = send.moved;
            each.push();
            work += send.moved > before ? 1 : 0;
            if (send.moved == send.room) {
                unposted.remove(i);
                // A short last piece is copied, and nothing more is told of it: the others may have been by now.
                each.endIfOver();
            }
        }
        return work;
    }

    /** A message of which pieces are to come. */
    static final class Incoming {
        private final long send;
        private long moved;
        /** Where pieces go; when both are null, nowhere. */
        private Operation receive;
        private Arrived kept;

        Incoming(long send) {
            this.send = send;
        }
    }

    /** False when the receiver has not received enough of what went before: this one goes another way. */
    boolean maySend(Partner to, Operation send) {
        return !send.synchronous && to.afloat + send.room <= engine.limits.afloat();
    }

    /** False when there is no room for any of it. The receiver makes some by looking, whatever it receives. */
    boolean trySend(Partner to, Operation send) {
        send.moved = 0;
        boolean refers = to.refers && send.leisurely && send.array == null && send.layout == null;
        boolean gone = refers ? tryRefer(to, send) : tryCopy(to, send);
        if (gone) {
            to.afloat += send.room;
            engine.counts.hybrid++;
        }
        return gone;
    }

    private boolean tryCopy(Partner to, Operation send) {
        push(to, send);
        if (send.moved > 0) {
            streams.endOrKeep(send);
        }
        return send.moved > 0;
    }

    private boolean tryRefer(Partner to, Operation send) {
        ReferredSend fresh = new ReferredSend(engine, to, send, heads);
        boolean posted = false;
        try {
            fresh.push();
            posted = send.moved > 0;
        } finally {
            if (!posted) {
                fresh.giveUp();
            }
        }
        if (posted) {
            send.state = Operation.State.STREAMING;
            referred.add(fresh);
            if (send.moved < send.room) {
                unposted.add(fresh);
                engine.rank.wantChores();
            }
            // The way to this rank itself copies all pieces.
            fresh.endIfOver();
        }
        return posted;
    }

    /** A message from the program's memory is over. */
    void forget(ReferredSend over) {
        referred.remove(over);
        unposted.remove(over);
    }

    private ReferredSend find(Operation send) {
        for (ReferredSend each : referred) {
            if (each.send() == send) {
                return each;
            }
        }
        return null;
    }

    private static void push(Partner to, Operation send) {
        boolean more = true;
        while (more && send.moved < send.room) {
            int length = (int) Math.min(to.link.maxBytes() - HEADS, send.room - send.moved);
            long at = to.link.claim(HEADS + length);
            more = at >= 0;
            if (more) {
                writeHeads(at, send);
                send.drain(send.moved, at + HEADS, length);
                send.moved += length;
                if (send.moved < send.room) {
                    to.link.commitAhead(Wire.HYBRID_PIECE);
                } else {
                    to.link.commit(Wire.HYBRID_PIECE);
                }
            }
        }
    }

    /** Writes what is before the next piece of a message. */
    static void writeHeads(long at, Operation send) {
        RawBytes.setLong(at, Wire.head(send.key, 0));
        RawBytes.setLong(at + Wire.WORD, send.name());
        RawBytes.setLong(at + 2 * Wire.WORD, send.room);
        RawBytes.setLong(at + 3 * Wire.WORD, send.moved);
    }

    void onPiece(Partner from, long at, int length) {
        long bytes = length - (long) HEADS;
        long total = bytes <= 0 ? -1 : Wire.word(at, 2);
        long position = bytes <= 0 ? -1 : Wire.word(at, 3);
        if (position < 0 || total > Integer.MAX_VALUE || position > total - bytes) {
            throw engine.broken("a piece outside its message", from, position);
        }
        Incoming message = position == 0 ? begin(from, at, total) : find(from, Wire.word(at, 1));
        if (message == null || message.moved != position) {
            throw engine.broken("a piece of no message", from, position);
        }
        message.moved += bytes;
        Operation receive = message.receive;
        if (message.kept != null) {
            message.kept.copyIn(at + HEADS, (int) position, (int) bytes);
        } else if (receive != null && position < receive.bytes) {
            receive.fill(at + HEADS, position, Math.min(bytes, receive.bytes - position));
        }
        if (message.moved == total) {
            end(from, message, total);
        } else if (position == 0) {
            from.incoming.add(message);
        }
    }

    /** The first piece has come: finds its receive, or keeps it. */
    private Incoming begin(Partner from, long at, long total) {
        Incoming message = new Incoming(Wire.word(at, 1));
        long key = Wire.key(Wire.word(at, 0));
        Operation receive = engine.match(from, key, total);
        if (receive == null) {
            message.kept = engine.keep(from, Wire.HYBRID_PIECE, key, total);
            message.kept.rest = message;
        } else {
            engine.fitted(receive);
            give(from, message, receive);
        }
        return message;
    }

    private static void give(Partner from, Incoming message, Operation receive) {
        message.receive = receive;
        receive.state = Operation.State.FILLING;
        receive.peer = from.rank;
        receive.announced(false);
        receive.comeInPieces();
    }

    private static Incoming find(Partner from, long send) {
        for (Incoming each : from.incoming) {
            if (each.send == send) {
                return each;
            }
        }
        return null;
    }

    private void end(Partner from, Incoming message, long total) {
        from.incoming.remove(message);
        if (message.kept != null) {
            message.kept.rest = null;
            return;
        }
        if (message.receive != null) {
            engine.complete(message.receive);
        }
        received(from, total);
    }

    /** Gives a message that was kept, or what has come of it, to its receive. */
    void take(Partner from, Arrived message, Operation receive) {
        Incoming rest = message.rest;
        long bytes = engine.fitted(receive);
        Eager.copy(message.payload, receive, (int) (rest == null ? bytes : Math.min(bytes, rest.moved)));
        drop(message);
        if (rest == null) {
            engine.complete(receive);
            received(from, message.bytes);
        } else {
            give(from, rest, receive);
        }
    }

    /** Nobody will receive a message that was kept. */
    void discard(Partner from, Arrived message) {
        boolean whole = message.rest == null;
        drop(message);
        if (whole) {
            received(from, message.bytes);
        }
    }

    private static void drop(Arrived message) {
        if (message.rest != null) {
            message.rest.kept = null;
            message.rest = null;
        }
        // Too long to be kept for another message.
        message.payload = null;
    }

    private void received(Partner from, long bytes) {
        from.untold += bytes;
        if (from.untold * TELLINGS >= engine.limits.afloat()) {
            from.link.post(Wire.HYBRID_TAKEN, from.untold);
            from.untold = 0;
        }
    }

    void onTaken(Partner from, long bytes) {
        if (bytes < 0 || bytes > from.afloat) {
            throw engine.broken("more was received than sent", from, bytes);
        }
        from.afloat -= bytes;
    }

    /** Forgets a send that is given up, or a receive: what comes for that one is dropped. */
    void remove(Operation operation) {
        Partner peer = operation.peer < 0 ? null : engine.known(operation.peer);
        ReferredSend own = find(operation);
        if (own != null) {
            peer.afloat -= operation.moved < operation.room ? operation.room : 0;
            peer.link.recall(RawBytes.segmentAt(operation.offset, operation.room));
            own.giveUp();
            forget(own);
        } else if (streams.remove(operation)) {
            // The receiver never has all of it, and so never says that it was received.
            peer.afloat -= operation.room;
        } else if (peer != null) {
            for (Incoming each : peer.incoming) {
                each.receive = each.receive == operation ? null : each.receive;
            }
        }
    }
}
