package org.hawser.mpi.p2p;

import org.hawser.fabric.FabricException;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;
import org.hawser.platform.settings.Settings;

/**
 * Long messages in {@link AttachedMemory}, copied by both ranks at once. Whoever would have the kernel copy all of it
 * tells the other where it is, and begins; the other, when it looks for messages, takes pieces as well, as long as some
 * are left. A rank that computes meanwhile takes none, and delays nobody.
 *
 * <p>Two words in a slot of the beginner's staging memory say how many pieces have been taken and how many are over.
 * Each piece is taken once, since both count up with one atomic. Whoever finds that its piece was the last to be over
 * ends its own operation and tells the other: the sender by WRITTEN, the receiver by MATCHED, as they do when they copy
 * alone. The helper then gives the slot back; the beginner uses it only until it finds no more pieces, and takes no
 * slot meanwhile.
 *
 * <p>Cost: a message more than one rank alone, and half of the copy's time where both wait for it.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> as {@link AttachedMemory}, per piece.
 */
final class JointCopy {
    /** A piece is half of a message, of long ones less: calls of the kernel cost more than an uneven end. */
    private static final long LONGEST_PIECE = 512 << 10;
    private static final long PAGE = 4 << 10;
    /** In the slot: pieces that have been taken, and that are over. */
    private static final int TAKEN = 0;
    private static final int OVER = 8;
    private static final int SLOT_BYTES = 16;
    private static final int WORDS = 4 + Place.WORDS;

    private static final long LEAST = 64 << 10;
    private static final long NEVER = 1L << 60;

    private final Engine engine;
    private final long least;

    JointCopy(Engine engine) {
        this.engine = engine;
        // Where ranks share cores the other does not run now, and may be stopped with a piece in its hands.
        least = Settings.number("hawser.mpi.joint", engine.rank.sharesCores() ? NEVER : LEAST, 1, NEVER);
    }

    /** Sends to a receive that waits; false when this rank is to write all of it. */
    boolean trySend(Partner to, Operation send, Place target, long bytes) {
        long slot = begin(to, Wire.HELP_TAKE, send, bytes);
        if (slot < 0) {
            return false;
        }
        send.state = Operation.State.OFFERED;
        to.addOffered(send);
        boolean last;
        try {
            last = copy(engine.staging.addressOf(slot), send, target, bytes, true);
        } catch (FabricException e) {
            to.removeOffered(send);
            throw e;
        }
        if (last) {
            endSend(to, send, bytes);
        }
        return true;
    }

    /** Receives a message whose sender waits; false when this rank is to read all of it. */
    boolean tryReceive(Partner from, Operation receive, Place source, long bytes) {
        long slot = begin(from, Wire.HELP_GIVE, receive, bytes);
        if (slot < 0) {
            return false;
        }
        receive.state = Operation.State.FILLING;
        receive.peer = from.rank;
        if (copy(engine.staging.addressOf(slot), receive, source, bytes, false)) {
            engine.sendRendezvous.end(from, receive);
        }
        return true;
    }

    /** Tells the other; returns the slot, or negative when one rank is to copy, for whatever reason. */
    private long begin(Partner other, int kind, Operation operation, long bytes) {
        Place own = bytes < least ? null : engine.attached.placeOf(operation, other);
        if (own == null) {
            return -1;
        }
        long slot = engine.staging.takeSlot(other.rank);
        if (slot < 0) {
            return slot;
        }
        engine.tellStaging(other);
        long at = other.link.claim(WORDS * Wire.WORD);
        if (at < 0) {
            engine.staging.returnSlot();
            return at;
        }
        long words = engine.staging.addressOf(slot);
        RawWords.setLong(words + TAKEN, 0);
        RawWords.setLong(words + OVER, 0);
        RawBytes.setLong(at, operation.other);
        RawBytes.setLong(at + Wire.WORD, operation.name());
        RawBytes.setLong(at + 2 * Wire.WORD, bytes);
        RawBytes.setLong(at + 3 * Wire.WORD, slot);
        SendRendezvous.write(own, at + 4 * Wire.WORD);
        // Its release orders the two words before the message.
        other.link.commit(kind);
        return slot;
    }

    /** Copies pieces as long as some are left; true when the last to be over was this rank's. */
    private boolean copy(long words, Operation own, Place other, long bytes, boolean out) {
        long piece = pieceOf(bytes);
        long pieces = (bytes - 1) / piece + 1;
        boolean last = false;
        // Atomic: each piece is one rank's.
        for (long number = RawWords.getAndAdd(words + TAKEN, 1); number < pieces;
                number = RawWords.getAndAdd(words + TAKEN, 1)) {
            long position = number * piece;
            long length = Math.min(piece, bytes - position);
            if (out) {
                engine.attached.write(own, other, position, length);
            } else {
                engine.attached.read(other, own, position, length);
            }
            engine.counts.joint++;
            // Atomic, full order: all that was copied is before what the last one does, on both sides.
            last = RawWords.getAndAdd(words + OVER, 1) == pieces - 1;
        }
        return last;
    }

    /** Bytes of a piece, the same at both ranks: whole pages. */
    static long pieceOf(long bytes) {
        return Math.min(LONGEST_PIECE, ((bytes - 1) / 2 | PAGE - 1) + 1);
    }

    /** The sender writes, and this rank may take pieces. */
    void onHelpTake(Partner from, long at) {
        long words = from.slotAddress(Wire.word(at, 3), SLOT_BYTES);
        long bytes = Wire.word(at, 2);
        Operation receive = engine.operations.find(Wire.word(at, 0), from.rank, Operation.State.POSTED);
        if (receive == null || bytes <= 0 || bytes > receive.room) {
            engine.endings.checkGivenUp("a message that is written to no receive", from, bytes);
        } else {
            engine.receiveRendezvous.leaveQueue(from, receive, bytes);
            receive.state = Operation.State.FILLING;
            receive.other = Wire.word(at, 1);
            if (help(from, words, receive, from.places.read(true, at + 4 * Wire.WORD), bytes, false)) {
                engine.sendRendezvous.end(from, receive);
            }
        }
        from.freeSlot(Wire.word(at, 3));
    }

    /** The receiver reads, and this rank may write pieces. */
    void onHelpGive(Partner from, long at) {
        long words = from.slotAddress(Wire.word(at, 3), SLOT_BYTES);
        long bytes = Wire.word(at, 2);
        Operation send = engine.operations.find(Wire.word(at, 0), from.rank, Operation.State.OFFERED);
        if (send == null || bytes <= 0 || bytes > send.room) {
            engine.endings.checkGivenUp("a message that is read and was not offered", from, bytes);
        } else {
            send.other = Wire.word(at, 1);
            if (help(from, words, send, from.places.read(false, at + 4 * Wire.WORD), bytes, true)) {
                endSend(from, send, bytes);
            }
        }
        from.freeSlot(Wire.word(at, 3));
    }

    private boolean help(Partner from, long words, Operation own, Place other, long bytes, boolean out) {
        if (other == null || !engine.attached.reaches(from, other, own)) {
            return false;
        }
        try {
            return copy(words, own, other, bytes, out);
        } catch (FabricException e) {
            if (e.severity() != FabricException.Severity.PEER_LOST) {
                throw e;
            }
            // The operation ends with its peer, as those do that nobody helps with.
            engine.watch.hear(from.rank);
            return false;
        }
    }

    private void endSend(Partner to, Operation send, long bytes) {
        to.removeOffered(send);
        to.link.post(Wire.WRITTEN, send.other, bytes, 0);
        engine.complete(send);
    }
}
