package org.hawser.mpi.p2p;

import org.hawser.platform.memory.RawBytes;

/**
 * RECV_RNDV, for messages beyond the eager limit whose receiver came first: the receive is announced to its sender with
 * its place, and the sender writes straight into it.
 *
 * <p>Which message an announcement is for, {@link Partner} finds by counting. Three rules keep both sides of one mind:
 * <ul>
 * <li>A receive with a wildcard is never announced, nor one that an earlier wildcard might rob of its message.</li>
 * <li>When the sender has said SENDER_READY before the announcement came (both at once), the sender writes if the
 *     message fits and the place is known, and the receiver, who can tell as much, waits for that. In every other case
 *     the sender drops the announcement and the receiver goes on as if there had been none.</li>
 * <li>A sender that can no longer tell which message is meant says so (REFUSED), and so does one that may have given
 *     that message up.</li>
 * </ul>
 *
 * <p>No last message: the receiver watches the last byte of its buffer, whose value the announcement carried. Where the
 * message fills the buffer, ends with another byte, and the receiver had seen everything that this sender sent before,
 * the write itself is the notice. In all other cases the last byte stays as it is and travels in WRITTEN. Why this is
 * safe:
 * <ul>
 * <li>The sender writes all bytes but the last, then the last with release; the receiver reads it with acquire. Who
 *     sees it changed sees all. Nobody else writes the buffer while it is watched: where other receives are for the
 *     same memory the watch ends before, see {@link LastBytes}, and it does before some other message that the receive
 *     matches is put there.</li>
 * <li>Order and count. With everything earlier seen, the message is the next one whenever it is noticed, so what the
 *     receiver has seen is always a beginning of what the sender sent, which is what {@link Partner} counts on. A
 *     later message cannot pass it: before any is taken the watched bytes are looked at, and they were written before
 *     it was sent.</li>
 * </ul>
 * This needs memory that both map, as the place does.
 *
 * <p>Cost: one message before the sender comes, none or one after; one copy.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> for places that were not named last.
 */
final class ReceiveRendezvous {
    /** How a message goes to a receive that was announced. */
    enum Way {
        /** By another protocol. */
        OTHER,
        /** One copy, made here, into the receive's memory. */
        WRITE,
        /** In chunks. */
        STREAM
    }

    private final Engine engine;

    /** What an announcement says; used again for the next one. */
    private final long[] announcement = new long[11];

    ReceiveRendezvous(Engine engine) {
        this.engine = engine;
    }

    /** Tells the sender of a receive, just posted behind {@code ahead} others of its key, and where it is, if known. */
    void announce(Partner to, Operation receive, int ahead, Place place) {
        receive.announced(true);
        receive.placed = place != null;
        receive.attached = place != null && AttachedMemory.holds(place);
        long watched = 0;
        // Nobody looks at a receive whose end makes something go on: its sender says when it has written. So it does of
        // one that is not the next of its key: not all that was sent before has been seen.
        if (ahead == 0 && place != null && !receive.attached && to.maps && receive.then() == null
                && receive.layout == null && engine.lastBytes.mayWatch(receive)) {
            watched = Wire.WATCHED | engine.lastBytes.watch(to, receive) & 0xff;
        } else if (receive.attached) {
            watched = to.costs.out(receive.room);
        }
        long layout = to.layouts.tell(place == null ? null : receive.layout);
        long[] words = announcement;
        words[0] = Wire.head(receive.key, 0);
        words[1] = receive.name();
        words[2] = receive.room;
        words[3] = to.received;
        words[4] = ahead;
        words[5] = watched;
        words[6] = place == null ? 0 : place.key().id();
        words[7] = place == null ? 0 : place.key().secret();
        words[8] = place == null ? 0 : place.key().length();
        words[9] = place == null ? 0 : place.offset();
        words[10] = layout;
        to.link.post(Wire.RECEIVER_READY, words);
        to.layouts.named();
    }

    void onReceiverReady(Partner from, long at) {
        long key = Wire.key(Wire.word(at, 0));
        long where = from.place(key, Wire.word(at, 3), Wire.word(at, 4));
        if (where == Long.MIN_VALUE) {
            from.link.post(Wire.REFUSED, Wire.word(at, 1));
            return;
        }
        Announcement wanted = from.newAnnouncement();
        wanted.key = key;
        wanted.receive = Wire.word(at, 1);
        wanted.room = Wire.word(at, 2);
        wanted.seen = Wire.word(at, 3);
        wanted.place = from.places.read(false, at + 6 * Wire.WORD);
        wanted.watched = Wire.word(at, 5);
        if (wanted.place != null && AttachedMemory.holds(wanted.place)) {
            from.costs.learnOut(wanted.room, wanted.watched);
            wanted.watched = 0;
        }
        wanted.layout = from.layouts.find(Wire.word(at, 6 + Place.WORDS));
        if (where < 0) {
            wanted.ahead = (int) (-1 - where);
            from.keep(wanted);
            return;
        }
        from.cameLate();
        Operation send = from.offeredWith(where);
        if (send != null && send.rendezvous && wanted.place != null && !AttachedMemory.holds(wanted.place)
                && send.room <= wanted.room) {
            from.removeOffered(send);
            if (from.maps) {
                engine.counts.sendRendezvous--;
                deliver(from, send, wanted);
            } else {
                send.other = wanted.receive;
                engine.remoteWrites.start(from, send, wanted.place);
            }
        } else if (send == null && engine.endings.givesUp()) {
            // Maybe a send that said SENDER_READY and was given up, whose receiver waits for it to be written here.
            from.link.post(Wire.REFUSED, wanted.receive);
        }
        from.giveBack(wanted);
    }

    /** How a message goes to such a receive; to be asked once for each. */
    Way wayOf(Partner to, Operation send, Announcement wanted) {
        if (wanted == null || send.room > wanted.room) {
            return Way.OTHER;
        }
        Place place = wanted.place;
        if (place != null && to.maps && !AttachedMemory.holds(place)) {
            return Way.WRITE;
        }
        if (place != null && to.maps && send.room > to.eager && engine.attached.reaches(to, place, send)) {
            return engine.attached.isChosen(to, place, send.room) ? Way.WRITE
                : send.room > engine.limits.placeless(to) ? Way.STREAM : Way.OTHER;
        }
        return send.room > engine.limits.placeless(to) && engine.placeOf(send, to) == null ? Way.STREAM : Way.OTHER;
    }

    /** Sends so; false when there is no room, and nothing has changed then. */
    boolean trySend(Partner to, Operation send, Announcement wanted, Way way) {
        if (wanted.place != null && !to.maps) {
            send.other = wanted.receive;
            if (!engine.remoteWrites.tryStart(to, send, wanted.place)) {
                return false;
            }
            engine.counts.receiveRendezvous++;
            return true;
        }
        if (way == Way.WRITE) {
            send.other = wanted.receive;
            if (wanted.layout == null && engine.jointCopy.trySend(to, send, wanted.place, send.room)) {
                engine.counts.receiveRendezvous++;
            } else {
                deliver(to, send, wanted);
            }
            return true;
        }
        send.other = wanted.receive;
        if (!engine.chunks.tryStart(to, send)) {
            return false;
        }
        engine.counts.receiveRendezvous++;
        return true;
    }

    private void deliver(Partner to, Operation send, Announcement wanted) {
        engine.counts.receiveRendezvous++;
        if (AttachedMemory.holds(wanted.place)) {
            long begun = to.costs.begin();
            engine.attached.write(send, wanted.place, 0, send.room);
            to.costs.endKernel(begun, send.room);
            to.link.post(Wire.WRITTEN, wanted.receive, send.room, 0);
        } else if (wanted.layout == null) {
            deliverBytes(to, send, wanted);
        } else {
            long target = checked(to, to.addressOf(wanted.place, wanted.layout, send.room));
            engine.paths.write(send, target, wanted.layout, send.room);
            to.link.post(Wire.WRITTEN, wanted.receive, send.room, 0);
        }
        engine.complete(send);
    }

    private void deliverBytes(Partner to, Operation send, Announcement wanted) {
        long bytes = send.room;
        long target = checked(to, to.addressOf(wanted.place, bytes));
        engine.counts.gatherScatter += send.layout == null ? 0 : 1;
        boolean lastWatched = wanted.watched != 0 && bytes == wanted.room;
        long begun = engine.jointCopy.beginAlone(to, bytes);
        send.drain(0, target, lastWatched ? bytes - 1 : bytes);
        to.jointGain.end(begun, true, bytes, bytes);
        byte last = engine.lastByte(send);
        if (lastWatched && last != (byte) wanted.watched && wanted.seen == to.nextSequence()) {
            to.toldByByte = wanted.receive;
            // Release: all other bytes first, then the last. Pairs with the acquire in Operation.isWritten.
            RawBytes.setByteRelease(target + bytes - 1, last);
            engine.rank.wake(to.rank);
        } else {
            // The message's release orders the copy before it.
            to.link.post(Wire.WRITTEN, wanted.receive, bytes, lastWatched ? Wire.WATCHED | last & 0xff : 0);
        }
    }

    private long checked(Partner to, long target) {
        if (target < 0) {
            throw engine.broken("a receive in memory that is not mapped", to, target);
        }
        return target;
    }

    void onWritten(Partner from, long at) {
        Operation receive = engine.operations.find(Wire.word(at, 0), from.rank, Operation.State.POSTED,
            Operation.State.FILLING);
        long bytes = Wire.word(at, 1);
        if (receive == null || receive.comesInPieces() || bytes < 0 || bytes > receive.room) {
            engine.endings.checkGivenUp("a message written to no receive", from, bytes);
            return;
        }
        long last = Wire.word(at, 2);
        if (last != 0) {
            if (bytes == 0 || !receive.isNative()) {
                throw engine.broken("the last byte of a message that was not written", from, bytes);
            }
            RawBytes.store(last & 0xff, receive.offset + bytes - 1, 1);
        }
        written(from, receive, bytes);
    }

    /** The sender has written the message into the receive. */
    void written(Partner from, Operation receive, long bytes) {
        if (receive.state == Operation.State.POSTED) {
            leaveQueue(from, receive, bytes);
        }
        engine.complete(receive);
    }

    /** An announced receive has its message, which no other message told of. */
    void leaveQueue(Partner from, Operation receive, long bytes) {
        from.received++;
        from.learn(true);
        engine.posted.remove(receive);
        if (receive.cancelling) {
            receive.cancelling = false;
        }
        receive.matched(from.rank, receive.key, bytes);
    }

    void onRefused(Partner from, long at) {
        Operation receive = engine.operations.find(Wire.word(at, 0), from.rank, Operation.State.POSTED,
            Operation.State.FILLING);
        if (receive == null || !receive.isAnnounced()) {
            // It has had its message meanwhile.
            return;
        }
        unannounce(receive);
        if (receive.held != null) {
            Arrived message = receive.held;
            receive.held = null;
            engine.sendRendezvous.answer(from, message, receive);
            engine.arrived.spare(message);
        }
    }

    private void unannounce(Operation receive) {
        receive.announced(false);
        receive.placed = false;
        engine.unwatch(receive);
    }

    /** True when this receive, or a later one of its key, has been announced. */
    boolean isAnnouncedFrom(Operation receive) {
        Operation each = receive;
        while (each != null && !each.isAnnounced()) {
            each = engine.posted.nextOf(each);
        }
        return each != null;
    }

    /**
     * Takes the announcements of a key back, because a receive of it is to be cancelled. Until the sender confirms,
     * the receives stay as they are: what it sent before it heard of this is for the receives it knew.
     */
    void retract(Partner from, Operation receive) {
        from.link.post(Wire.RETRACT, Wire.head(receive.key, 0), receive.name());
    }

    void onRetract(Partner from, long at) {
        from.forget(Wire.key(Wire.word(at, 0)));
        from.link.post(Wire.RETRACTED, Wire.word(at, 0), Wire.word(at, 1));
    }

    void onRetracted(Partner from, long at) {
        if (from.retracting == 0) {
            throw engine.broken("announcements taken back that nobody wanted back", from, Wire.word(at, 1));
        }
        from.retracting--;
        long key = Wire.key(Wire.word(at, 0));
        for (Operation each = engine.posted.firstOf(from.rank, key); each != null; each = engine.posted.nextOf(each)) {
            unannounce(each);
        }
        Operation receive = engine.operations.find(Wire.word(at, 1), from.rank, Operation.State.POSTED);
        if (receive != null && receive.key == key && receive.cancelling) {
            engine.posted.remove(receive);
            receive.cancelled();
            engine.complete(receive);
        }
    }
}
