package org.hawser.mpi.p2p;

import org.hawser.fabric.FabricException;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;
import org.hawser.platform.settings.Settings;

/**
 * Long messages copied by both ranks at once, between memories that each maps of the other, or that the kernel copies
 * between ({@link AttachedMemory}). Whoever would have copied all of it tells the other where it is, and begins; the
 * other, when it looks for messages, takes pieces as well, as long as some are left. A rank that computes meanwhile
 * takes none, and delays nobody.
 *
 * <p>Two words in a slot of the beginner's staging memory say how many pieces have been taken and how many are over.
 * Each piece is taken once, since both count up with one atomic. Whoever finds that its piece was the last to be over
 * ends its own operation and tells the other: the sender by WRITTEN, the receiver by MATCHED, as they do when they copy
 * alone. The helper then gives the slot back; the beginner uses it only until it finds no more pieces, and takes no
 * slot meanwhile.
 *
 * <p>The last byte of mapped memory is in no piece: the receiver may watch it until it has heard that it is helped (see
 * {@link ReceiveRendezvous}), and would take the message for whole. Who ends the copy moves it: the receiver from where
 * the sender has it, the sender by WRITTEN.
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

    /** Instead of an address: the kernel copies. */
    private static final long KERNEL = 0;

    private static final long LEAST_BY_KERNEL = 64 << 10;
    /** From here on also for many messages in a row: the sender of shorter ones is at the next before it is helped. */
    private static final long MANY = 512 << 10;
    private static final long NEVER = 1L << 60;

    private final Engine engine;
    private final long leastMapped;
    private final long leastByKernel;
    /** Of mapped memory: where it pays, as {@link JointGain} finds; else wherever a message is long enough. */
    private final boolean weighs;

    JointCopy(Engine engine) {
        this.engine = engine;
        long least = Settings.number("hawser.mpi.joint", 0, 1, NEVER);
        // Where ranks share cores the other does not run now, and may be stopped with a piece in its hands.
        boolean alone = engine.rank.sharesCores();
        weighs = least == 0 && !alone;
        leastMapped = least != 0 ? least : alone ? NEVER : JointGain.LEAST;
        leastByKernel = least != 0 ? least : alone ? NEVER : LEAST_BY_KERNEL;
    }

    /** The time when this rank begins to copy alone what two might have copied, if it is to be timed; else 0. */
    long beginAlone(Partner peer, long bytes) {
        return weighs ? peer.jointGain.begin(bytes) : 0;
    }

    /** Sends to a receive that waits; false when this rank is to write all of it. */
    boolean trySend(Partner to, Operation send, Place target, long bytes) {
        boolean alone = bytes < MANY && !AttachedMemory.holds(target) && to.hasSeveralAnnouncements();
        long address = alone ? -1 : addressIfLong(to, target, bytes, true);
        long slot = address < 0 ? -1 : tell(to, Wire.HELP_TAKE, send, target, bytes);
        if (slot < 0) {
            return false;
        }
        send.state = Operation.State.OFFERED;
        to.addOffered(send);
        boolean last;
        try {
            last = copy(to, engine.staging.addressOf(slot), send, target, address, bytes, true);
        } catch (FabricException | InternalError e) {
            to.removeOffered(send);
            throw e;
        }
        if (last) {
            endSend(to, send, target, bytes);
        }
        return true;
    }

    /** Receives a message whose sender waits; false when this rank is to read all of it. */
    boolean tryReceive(Partner from, Operation receive, Place source, long bytes) {
        long address = addressIfLong(from, source, bytes, false);
        long slot = address < 0 ? -1 : tell(from, Wire.HELP_GIVE, receive, source, bytes);
        if (slot < 0) {
            return false;
        }
        receive.state = Operation.State.FILLING;
        receive.peer = from.rank;
        if (copy(from, engine.staging.addressOf(slot), receive, source, address, bytes, false)) {
            endReceive(from, receive, address, bytes);
        }
        return true;
    }

    /** Tells the other; returns the slot, or negative when one rank is to copy, for whatever reason. */
    private long tell(Partner other, int kind, Operation operation, Place theirs, long bytes) {
        Place own = operation.layout != null ? null : engine.placeOf(operation, other);
        if (own == null || AttachedMemory.holds(own) != AttachedMemory.holds(theirs)) {
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

    /**
     * Copies pieces as long as some are left; true when the last to be over was this rank's.
     *
     * @param address where the other's memory is in this rank, or {@link #KERNEL}
     */
    private boolean copy(Partner peer, long words, Operation own, Place other, long address, long bytes,
                         boolean out) {
        long all = address == KERNEL ? bytes : bytes - 1;
        long piece = pieceOf(bytes);
        long pieces = (all - 1) / piece + 1;
        boolean last = false;
        long ended = 0;
        // Atomic: each piece is one rank's. Compared without a sign: the word may be the peer's.
        long number = RawWords.getAndAdd(words + TAKEN, 1);
        while (Long.compareUnsigned(number, pieces) < 0) {
            long position = number * piece;
            long length = Math.min(piece, all - position);
            if (address != KERNEL) {
                long there = address + position;
                long here = own.offset + position;
                long begun = beginAlone(peer, bytes);
                RawBytes.copy(out ? here : there, out ? there : here, length);
                ended = peer.jointGain.end(begun, out, length, bytes);
            } else {
                long begun = peer.costs.begin();
                if (out) {
                    engine.attached.write(own, other, position, length);
                } else {
                    engine.attached.read(other, own, position, length);
                }
                peer.costs.endKernelPart(begun, length, bytes);
            }
            engine.counts.joint++;
            // Atomic, full order: all that was copied is before what the last one does, on both sides.
            last = RawWords.getAndAdd(words + OVER, 1) == pieces - 1;
            long next = RawWords.getAndAdd(words + TAKEN, 1);
            if (next > number + 1) {
                peer.jointGain.lineCame(ended);
            }
            number = next;
        }
        return last;
    }

    /**
     * Where a place of the other's is in this rank; {@link #KERNEL} for one that the kernel copies; negative when the
     * message is too short for two, or cannot be reached.
     */
    private long addressIfLong(Partner other, Place place, long bytes, boolean out) {
        if (AttachedMemory.holds(place)) {
            return bytes < leastByKernel ? -1 : KERNEL;
        }
        return bytes < leastMapped || weighs && !other.jointGain.pays(out, bytes) ? -1 : other.addressOf(place, bytes);
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
        if (receive == null || !receive.isNative() || bytes <= 0 || bytes > receive.room) {
            engine.endings.checkGivenUp("a message that is written to no receive", from, bytes);
        } else {
            engine.receiveRendezvous.leaveQueue(from, receive, bytes);
            // Before this rank writes the last byte itself: nobody is to take that for the sender's.
            engine.unwatch(receive);
            receive.state = Operation.State.FILLING;
            receive.other = Wire.word(at, 1);
            Place source = from.places.read(true, at + 4 * Wire.WORD);
            long address = reach(from, source, receive, bytes);
            if (address >= 0 && help(from, words, receive, source, address, bytes, false)) {
                endReceive(from, receive, address, bytes);
            }
        }
        from.freeSlot(Wire.word(at, 3));
    }

    /** The receiver reads, and this rank may write pieces. */
    void onHelpGive(Partner from, long at) {
        long words = from.slotAddress(Wire.word(at, 3), SLOT_BYTES);
        long bytes = Wire.word(at, 2);
        Operation send = engine.operations.find(Wire.word(at, 0), from.rank, Operation.State.OFFERED);
        if (send == null || !send.isNative() || bytes <= 0 || bytes > send.room) {
            engine.endings.checkGivenUp("a message that is read and was not offered", from, bytes);
        } else {
            send.other = Wire.word(at, 1);
            Place target = from.places.read(false, at + 4 * Wire.WORD);
            long address = reach(from, target, send, bytes);
            if (address >= 0 && help(from, words, send, target, address, bytes, true)) {
                endSend(from, send, target, bytes);
            }
        }
        from.freeSlot(Wire.word(at, 3));
    }

    /** As {@link #addressIfLong}; negative when this rank cannot reach it, and leaves the copy to the one who began. */
    private long reach(Partner from, Place place, Operation own, long bytes) {
        if (place == null) {
            return -1;
        }
        if (AttachedMemory.holds(place)) {
            return engine.attached.reaches(from, place, own) ? KERNEL : -1;
        }
        try {
            return from.addressOf(place, bytes);
        } catch (FabricException e) {
            engine.watch.hear(from.rank, e);
            return -1;
        }
    }

    private boolean help(Partner from, long words, Operation own, Place other, long address, long bytes, boolean out) {
        try {
            return copy(from, words, own, other, address, bytes, out);
        } catch (FabricException e) {
            // The operation ends with its peer, as those do that nobody helps with.
            engine.watch.hear(from.rank, e);
            return false;
        }
    }

    private void endReceive(Partner from, Operation receive, long source, long bytes) {
        if (source != KERNEL) {
            RawBytes.copy(source + bytes - 1, receive.offset + bytes - 1, 1);
        }
        engine.sendRendezvous.end(from, receive);
    }

    private void endSend(Partner to, Operation send, Place target, long bytes) {
        to.removeOffered(send);
        long last = AttachedMemory.holds(target) ? 0
            : Wire.WATCHED | RawBytes.getByteAcquire(send.offset + bytes - 1) & 0xff;
        to.link.post(Wire.WRITTEN, send.other, bytes, last);
        engine.complete(send);
    }
}
