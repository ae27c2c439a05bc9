package org.hawser.mpi.p2p;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;

/**
 * The receives whose last byte tells that their message is there, see {@link ReceiveRendezvous}; and what keeps that
 * true where a program has several receives wait for the same memory. MPI forbids it, and programs that measure do it.
 *
 * <p>A byte is watched only where no other receive that is under way is for it. When one is posted later, the watch
 * ends before anything can be written there: the sender hears UNWATCH and answers UNWATCHED, with the word whether it
 * had written the message by then, and no message after it. At most one can be such, since the next is sent so to a
 * receiver that has seen this one. What else comes from that sender is held back until it has answered: it may have
 * been sent after that message, and would be taken for the first of two receives of one key. After that no byte is
 * watched for a while.
 *
 * <p>Receives of at most {@link Limits#announce} bytes are not asked about: where one begins at the same place as a
 * receive that is watched, it does not reach that one's last byte.
 *
 * <p><b>Threads:</b> whoever holds the rank, but for {@link #settle}. <b>Allocates:</b> for messages that are
 * held back.
 */
final class LastBytes {
    /** More are not watched at a time: each receive is compared with all of them. */
    private static final int MOST = 32;
    /** A receive that more looks would tell about whether another one is for its memory is not watched. */
    private static final int FEW = 64;
    /** So many receives are not watched after some were for the same memory. */
    private static final int WARINESS = 16;
    private static final int LEAST_ROOM = 8 << 10;
    /** Where RECEIVER_READY says that the byte is watched. */
    private static final int WATCHED_AT = 5 * Wire.WORD;

    /** A message that has its turn when its sender has answered. */
    record HeldBack(int kind, int bits, long body, byte[] message) { }

    private final Engine engine;
    private final Operation[] watched = new Operation[MOST];
    private int count;
    private int wariness;
    /** Where a message that was held back lies while it is taken. */
    private MemorySegment again = MemorySegment.NULL;

    LastBytes(Engine engine) {
        this.engine = engine;
    }

    /** True when nobody but the sender of a receive, which is the next of its key, will write its last byte. */
    boolean mayWatch(Operation receive) {
        if (wariness > 0) {
            wariness--;
            return false;
        }
        return count < MOST && engine.operations.isOnlyOneFor(receive, receive.offset + receive.room - 1, FEW);
    }

    /** Has the last byte of a receive looked at until the message is there; returns what it is now. */
    byte watch(Partner from, Operation receive) {
        receive.watched = receive.offset + receive.room - 1;
        receive.watchedValue = RawBytes.getByteAcquire(receive.watched);
        receive.watchedAs = count;
        watched[count++] = receive;
        from.watching++;
        engine.watching++;
        return receive.watchedValue;
    }

    void unwatch(Operation receive) {
        receive.watched = 0;
        Operation last = watched[--count];
        watched[receive.watchedAs] = last;
        last.watchedAs = receive.watchedAs;
        watched[count] = null;
        engine.partner(receive.peer).watching--;
        engine.watching--;
    }

    /**
     * The last byte of a receive has changed: the message is there. Called with the rank held or not.
     *
     * <p>But for one case: thread A has seen that the receive is watched, and before it looks at the byte, thread B
     * takes a message that matches the receive and is longer than it. B ends the watch and has the sender write, all
     * bytes in any order; A then sees a byte that has changed, of a receive that is under way.
     *
     * @return whether the receive is done
     */
    boolean settle(Operation receive) {
        boolean unheld = !engine.rank.isHeld();
        if (unheld) {
            engine.rank.hold();
        }
        try {
            long last = receive.watched;
            if (last != 0 && receive.isWritten(last)) {
                written(receive);
            }
            return receive.state == Operation.State.DONE;
        } finally {
            if (unheld) {
                engine.rank.letGo();
            }
        }
    }

    private void written(Operation receive) {
        engine.receiveRendezvous.written(engine.partner(receive.peer), receive, receive.room);
    }

    /** Ends receives that were written and that nobody looks at, as those that were let go. */
    void settleAll() {
        // Downwards: who is taken out leaves its place to the last one.
        for (int i = count - 1; i >= 0; i--) {
            if (watched[i].isWritten(watched[i].watched)) {
                written(watched[i]);
            }
        }
    }

    /** What a peer wrote before it sent a message is there before the message. */
    private void settleAll(Partner from) {
        for (int i = count - 1; i >= 0 && from.watching > 0; i--) {
            Operation receive = watched[i];
            if (receive.peer == from.rank && receive.isWritten(receive.watched)) {
                written(receive);
            }
        }
    }

    /** A receive is about to be posted, or filled: bytes in its memory tell nothing any more. */
    void unwatchIn(Operation receive) {
        for (int i = count - 1; i >= 0; i--) {
            Operation other = watched[i];
            if (!receive.covers(other.watched)) {
                continue;
            }
            wariness = WARINESS;
            if (other.isWritten(other.watched)) {
                written(other);
            } else {
                doubt(other);
            }
        }
    }

    private void doubt(Operation receive) {
        Partner from = engine.partner(receive.peer);
        unwatch(receive);
        from.doubts++;
        engine.watching++;
        from.link.post(Wire.UNWATCH, receive.name());
    }

    /** A receiver watches a byte no longer, and asks whether it might have seen it change. */
    void onUnwatch(Partner from, long receive) {
        Announcement wanted = from.announcementOf(receive);
        if (wanted != null) {
            wanted.watched = 0;
        } else if (from.heldBack != null) {
            forgetWatch(from, receive);
        }
        from.link.post(Wire.UNWATCHED, receive, from.toldByByte == receive ? 1 : 0);
    }

    /** The announcement may be among what is held back here, when each doubts a receive from the other. */
    private static void forgetWatch(Partner from, long receive) {
        for (HeldBack message : from.heldBack) {
            if (message.kind == Wire.RECEIVER_READY && message.message.length >= Wire.least(Wire.RECEIVER_READY)
                    && RawBytes.load(message.message, Wire.WORD, Wire.WORD) == receive) {
                RawBytes.store(0, message.message, WATCHED_AT, Wire.WORD);
            }
        }
    }

    void onUnwatched(Partner from, long name, long written) {
        if (from.doubts == 0) {
            throw engine.broken("an answer to no question", from, name);
        }
        from.doubts--;
        engine.watching--;
        if (written != 0) {
            Operation receive = engine.operations.find(name, from.rank, Operation.State.POSTED);
            if (receive == null || !receive.isAnnounced()) {
                engine.endings.checkGivenUp("a message written to no receive", from, name);
            } else {
                written(receive);
            }
        }
        while (from.doubts == 0 && from.heldBack != null && !from.heldBack.isEmpty()) {
            HeldBack next = from.heldBack.remove();
            if (next.message == null) {
                engine.onWord(next.bits, from.rank, next.body);
            } else {
                engine.onMessage(next.kind, from.rank, lay(next.message), 0, next.message.length);
            }
        }
    }

    private MemorySegment lay(byte[] message) {
        if (again.byteSize() < message.length) {
            again = Arena.global().allocate(Math.max(LEAST_ROOM, 2L * message.length), Wire.WORD);
        }
        RawBytes.copy(message, 0, RawWords.addressOf(again), message.length);
        return again;
    }

    /** To be asked before a message is taken, while something is watched; true when it has its turn later. */
    boolean holdsBack(Partner from, int kind, long at, int length) {
        if (from.doubts == 0 || kind == Wire.UNWATCH || kind == Wire.UNWATCHED) {
            settleAll(from);
            return false;
        }
        byte[] copy = new byte[length];
        RawBytes.copy(at, copy, 0, length);
        keep(from, new HeldBack(kind, 0, 0, copy));
        return true;
    }

    /** As the other, of a message of one word. */
    boolean holdsBack(Partner from, int bits, long body) {
        if (from.doubts == 0) {
            settleAll(from);
            return false;
        }
        keep(from, new HeldBack(0, bits, body, null));
        return true;
    }

    private static void keep(Partner from, HeldBack message) {
        if (from.heldBack == null) {
            from.heldBack = new ArrayDeque<>();
        }
        from.heldBack.add(message);
    }

    /** A peer is lost and will not answer: what was held back of it nobody can tell the place of. */
    void bury(Partner gone) {
        engine.watching -= gone.doubts;
        gone.doubts = 0;
        gone.heldBack = null;
    }
}
