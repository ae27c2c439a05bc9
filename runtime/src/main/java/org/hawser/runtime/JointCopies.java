package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.Post;
import org.hawser.fabric.Region;
import org.hawser.platform.memory.RawWords;
import org.hawser.platform.settings.Settings;

/**
 * Long copies between this rank's memory and a peer's, each in memory that the other maps, of which the peer copies a
 * part if it has nothing better to do. This rank begins at once, and copies all of it where the peer computes: nothing
 * ever waits for a peer that has not taken a piece.
 *
 * <p>The copy is described in the peer's slot on this rank's board, see {@link JointLayout}, its pieces are a
 * {@link JointTurn}, and the peer is asked by a message, unless an earlier one still lies there. A peer that could not
 * copy a piece says so, and this rank copies everything again. {@link JointHelp} is the peer's side.
 *
 * <p>Not where ranks share cores: the peer would be stopped with a piece in its hands.
 *
 * <p>Cost: a message, and half of the time of the copy where the peer waits.
 *
 * <p><b>Threads:</b> any; a second one that copies to the same peer does so alone. <b>Allocates:</b> the board with the
 * first copy, and two views of memory per copy.
 */
final class JointCopies {
    /** From here on two are faster than one: the peer's part must take longer than asking it. */
    private static final long LEAST = 256 << 10;
    private static final long NEVER = 1L << 60;
    /** A piece is half of a copy. Of a long one it is less: so long a peer hears nothing else. */
    private static final long LONGEST_PIECE = 512 << 10;
    private static final long PAGE = 4 << 10;
    private static final int SLOTS = 64;
    private static final long NONE = -1;
    /** Looks at the last pieces before this rank does something else meanwhile. */
    private static final int LOOKS = 10_000;
    /** After so many copies of which the peer has heard nothing: has it been lost? A power of two. */
    private static final int UNHEARD = 64;

    private final int self;
    private final Regions regions;
    private final Peers peers;
    private final ProgressEngine engine;
    private final long least;
    /** Asked for by name: also where ranks share cores. */
    private final boolean everywhere;
    /** Guarded by this, but that whoever has a slot may read the board. */
    private Region board;
    private int used;
    private boolean unavailable;

    JointCopies(int self, Regions regions, Peers peers, ProgressEngine engine) {
        this.self = self;
        this.regions = regions;
        this.peers = peers;
        this.engine = engine;
        long said = Settings.number("hawser.joint", 0, 1, NEVER);
        everywhere = said > 0;
        least = everywhere ? said : engine.sharesCores() ? NEVER : LEAST;
    }

    /** From how many bytes on a copy may be joint. */
    long least() {
        return least;
    }

    /** Copies to or from a peer's memory; false when nothing was done, and the caller has to copy, or to refuse. */
    boolean copy(boolean out, MemorySegment mine, long at, MappedRegion theirs, long offset, long bytes) {
        return mine.isNative() && mine.scope().isAlive() && (out || !mine.isReadOnly())
            && at >= 0 && bytes <= mine.byteSize() - at
            && offset >= 0 && bytes <= theirs.key().length() - offset
            && copy(out, mine.address() + at, theirs, offset, bytes);
    }

    /** The same, where the caller has checked the bounds. */
    boolean copy(boolean out, long address, MappedRegion theirs, long offset, long bytes) {
        Region mine = regions.mappedRegionOf(address, bytes);
        // A handler must not wait. Whether ranks share cores changes when those of other jobs come and go.
        if (mine == null || theirs.owner() == self || engine.isPolling() || !everywhere && engine.sharesCores()) {
            return false;
        }
        MemorySegment there = theirs.map().asSlice(offset, bytes);
        long at = address - mine.memory().address();
        MemorySegment here = mine.memory().asSlice(at, bytes);
        Peer peer = peers.get(theirs.owner());
        long slot = slotOf(peer);
        if (slot == NONE || !RawWords.compareAndSet(slot + JointLayout.LOCK, 0, 1)) {
            return false;
        }
        long piece = pieceOf(bytes);
        RawWords.setLong(slot + JointLayout.BYTES, bytes);
        RawWords.setLong(slot + JointLayout.PIECE, piece);
        RawWords.setLong(slot + JointLayout.OUT, out ? 1 : 0);
        JointLayout.setPlace(slot + JointLayout.OFFERED, mine.key(), at);
        JointLayout.setPlace(slot + JointLayout.WANTED, theirs.key(), offset);
        copyWith(peer, slot, out ? here : there, out ? there : here, piece);
        return true;
    }

    /** By segments: memory that is closed meanwhile, or read only, is an exception, with or without native access. */
    private void copyWith(Peer peer, long slot, MemorySegment from, MemorySegment to, long piece) {
        int pieces = (int) ((from.byteSize() - 1) / piece + 1);
        boolean well = false;
        JointTurn.begin(slot + JointLayout.TURN, pieces);
        try {
            ask(peer, slot);
            copyPieces(slot + JointLayout.TURN, from, to, piece);
        } finally {
            // Also where memory has gone meanwhile: the peer may have a piece in its hands.
            well = end(peer, slot, pieces);
        }
        if (!well) {
            MemorySegment.copy(from, 0, to, 0, from.byteSize());
        }
    }

    /** Waits for the pieces that the peer has taken, and gives the slot back; false when it could not copy one. */
    private boolean end(Peer peer, long slot, int pieces) {
        long turn = slot + JointLayout.TURN;
        int taken = JointTurn.close(turn, pieces);
        boolean over = JointTurn.areOver(turn, taken);
        for (int i = 0; i < LOOKS && !over; i++) {
            Thread.onSpinWait();
            over = JointTurn.areOver(turn, taken);
        }
        if (!over) {
            // The slot of a peer that is lost here is never used again.
            engine.awaitLooking(() -> JointTurn.areOver(turn, taken), peer.rank);
        }
        boolean well = JointTurn.isWell(turn);
        // Release: the next thread finds the slot as this one leaves it.
        RawWords.setRelease(slot + JointLayout.LOCK, 0);
        return well;
    }

    /** Bytes of a piece: whole pages, and no more pieces than can be counted. */
    private static long pieceOf(long bytes) {
        return Math.max(Math.min(LONGEST_PIECE, share(bytes, 2)), share(bytes, JointTurn.MOST_PIECES));
    }

    private static long share(long bytes, int pieces) {
        return ((bytes - 1) / pieces | PAGE - 1) + 1;
    }

    /** Tells the peer to look, unless it has been told and has not looked yet. */
    private void ask(Peer peer, long slot) {
        // Full order: the turn is out before we look whether the peer has been asked. Pairs with the one in JointHelp.
        if (RawWords.getAndSet(slot + JointLayout.ASKED, 1) != 0) {
            lookAfter(peer);
            return;
        }
        long at = peer.hasBacklog() ? Post.BUSY : peer.endpoint.claim(JointLayout.MESSAGE_BYTES);
        if (at < 0) {
            RawWords.setRelease(slot + JointLayout.ASKED, 0);
            lookAfter(peer);
            return;
        }
        JointLayout.setPlace(RawWords.addressOf(peer.endpoint.memory()) + at, board.key(),
            slot - RawWords.addressOf(board.memory()));
        peer.endpoint.commit(Forms.word(Forms.JOINT_COPY, 0));
    }

    /**
     * Memory of a peer that was killed stays mapped, and takes what is copied there: nothing but a look tells. The slot
     * is the caller's, and the peer's count with it.
     */
    private void lookAfter(Peer peer) {
        if ((++peer.unheardCopies & UNHEARD - 1) == 0) {
            engine.checkNotLost(peer.rank);
        }
    }

    /** Copies pieces as long as some are left. */
    private static void copyPieces(long turn, MemorySegment from, MemorySegment to, long piece) {
        int taken = JointTurn.takeFirst(turn);
        while (taken != JointTurn.NO_PIECE) {
            long position = taken * piece;
            MemorySegment.copy(from, position, to, position, Math.min(piece, from.byteSize() - position));
            taken = JointTurn.takeFirst(turn);
        }
    }

    /** The address of the slot for a peer; {@link #NONE} when there is none. */
    private long slotOf(Peer peer) {
        long known = peer.jointSlot;
        return known != 0 ? known : newSlot(peer);
    }

    private synchronized long newSlot(Peer peer) {
        if (peer.jointSlot == 0) {
            peer.jointSlot = used < SLOTS && open()
                ? RawWords.addressOf(board.memory()) + (long) used++ * JointLayout.SLOT : NONE;
        }
        return peer.jointSlot;
    }

    private boolean open() {
        if (board == null && !unavailable) {
            try {
                Region made = regions.allocate((long) SLOTS * JointLayout.SLOT);
                made.memory().fill((byte) 0);
                board = made;
            } catch (FabricException e) {
                // No shared memory for it: this rank copies alone.
                unavailable = true;
            }
        }
        return board != null;
    }
}
