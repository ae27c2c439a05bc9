package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.function.Function;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;

/**
 * Takes pieces of the copies that peers offer, one with each poll as long as some are left: what else arrives waits for
 * a piece at most. {@link JointCopies} is the other side.
 *
 * <p>A slot tells regions and places; each is looked up and checked like every other access of a peer's. What is not
 * there, or no longer, is left to the peer. Only a piece that was taken must be copied, or its failure told.
 *
 * <p><b>Threads:</b> polling thread. <b>Allocates:</b> per peer, and when a peer offers another region than before.
 */
final class JointHelp {
    private final Regions regions;
    private final RegionCache offered;
    private final Peers peers;
    private final ProgressEngine engine;
    /** Those with pieces left. */
    private final ArrayDeque<Offer> open = new ArrayDeque<>();
    private volatile long pieces;

    /** What one peer offers: its slot, and the region that it offered last. */
    static final class Offer {
        private final RegionKey boardKey;
        private final MappedRegion board;
        private final long offset;
        private final long slot;
        /** Weakly, as in {@link RegionCache}. */
        private WeakReference<MappedRegion> last = new WeakReference<>(null);
        private boolean open;

        Offer(RegionKey boardKey, MappedRegion board, long offset) {
            this.boardKey = boardKey;
            this.board = board;
            this.offset = offset;
            slot = RawWords.addressOf(board.map()) + offset;
        }

        private boolean isAt(long place) {
            return JointLayout.isIn(place, boardKey) && offset == JointLayout.offsetAt(place);
        }
    }

    JointHelp(Regions regions, Peers peers, ProgressEngine engine) {
        this.regions = regions;
        offered = new RegionCache(regions::attach);
        this.peers = peers;
        this.engine = engine;
        engine.addChore(this::goOn);
    }

    /** How many pieces this rank has copied for peers. */
    long pieces() {
        return pieces;
    }

    /** A peer has a copy on its board. */
    void onAsked(int source, MemorySegment message, long at, int length) {
        if (length != JointLayout.MESSAGE_BYTES) {
            throw new FabricException(FabricException.Severity.FATAL, "an offer of no known form: source=" + source
                + " length=" + length);
        }
        Peer peer = peers.get(source);
        long place = RawWords.addressOf(message) + at;
        if (peer.offer == null || !peer.offer.isAt(place)) {
            peer.offer = find(source, place);
        }
        Offer offer = peer.offer;
        if (offer != null && hear(offer) && !offer.open && help(offer)) {
            offer.open = true;
            open.add(offer);
            engine.wantChores();
        }
    }

    /** From now on the peer asks again; false when its board has gone. */
    private static boolean hear(Offer offer) {
        try {
            if (offer.board.isOpen()) {
                // Full order: what the peer does not ask for after this is found here. Pairs with JointCopies.ask.
                RawWords.getAndSet(offer.slot + JointLayout.ASKED, 0);
                return true;
            }
        } catch (InternalError e) {
            // The peer has left at this moment, and its memory with it.
        }
        return false;
    }

    private Offer find(int source, long place) {
        RegionKey key = JointLayout.keyAt(place, source);
        long offset = JointLayout.offsetAt(place);
        if (offset < 0 || offset % JointLayout.SLOT != 0 || offset > key.length() - JointLayout.SLOT) {
            throw new FabricException(FabricException.Severity.FATAL, "an offer outside its board: source=" + source
                + " offset=" + offset + " in " + key);
        }
        MappedRegion board = attach(key, regions::attach);
        try {
            return board == null ? null : new Offer(key, board, offset);
        } catch (FabricException e) {
            // Closed since.
            return null;
        }
    }

    private int goOn() {
        int work = 0;
        for (int left = open.size(); left > 0; left--) {
            Offer offer = open.poll();
            if (help(offer)) {
                open.add(offer);
                work++;
            } else {
                offer.open = false;
            }
        }
        if (!open.isEmpty()) {
            engine.wantChores();
        }
        return work;
    }

    /** Copies one piece; false when none is left, or none that this rank could copy. */
    private boolean help(Offer offer) {
        try {
            return offer.board.isOpen() && copyPiece(offer);
        } catch (InternalError e) {
            // The peer has left at this moment, and its memory with it.
            return false;
        }
    }

    private boolean copyPiece(Offer offer) {
        long turn = offer.slot + JointLayout.TURN;
        long look = JointTurn.look(turn);
        if (!JointTurn.isLeft(look)) {
            return false;
        }
        long bytes = RawWords.getLong(offer.slot + JointLayout.BYTES);
        long piece = RawWords.getLong(offer.slot + JointLayout.PIECE);
        boolean out = RawWords.getLong(offer.slot + JointLayout.OUT) != 0;
        Region own = own(offer.slot + JointLayout.WANTED);
        long ownAt = JointLayout.offsetAt(offer.slot + JointLayout.WANTED);
        MappedRegion theirs = offered(offer);
        long theirsAt = JointLayout.offsetAt(offer.slot + JointLayout.OFFERED);
        long position = JointTurn.last(look) * piece;
        if (own == null || theirs == null || !holds(own.key(), ownAt, bytes) || !holds(theirs.key(), theirsAt, bytes)
                || piece <= 0 || position < 0 || position >= bytes) {
            return false;
        }
        if (!JointTurn.takeLast(turn, look)) {
            return true;
        }
        boolean interrupted = Thread.currentThread().isInterrupted();
        boolean copied = false;
        try {
            long length = Math.min(piece, bytes - position);
            if (out) {
                theirs.get(theirsAt + position, own.memory(), ownAt + position, length);
            } else {
                theirs.put(theirsAt + position, own.memory(), ownAt + position, length);
            }
            copied = true;
        } catch (RuntimeException e) {
            // Closed by its owner at this moment, here or there, or memory that this thread must not touch. The peer
            // copies, and finds out: not whoever happens to poll here. The VM marks a thread as interrupted when memory
            // is closed that it copies, and a channel that such a thread uses ends.
            if (!interrupted) {
                Thread.interrupted();
            }
        } finally {
            JointTurn.over(turn, copied);
        }
        pieces += copied ? 1 : 0;
        return true;
    }

    private static boolean holds(RegionKey key, long offset, long bytes) {
        return bytes > 0 && offset >= 0 && bytes <= key.length() - offset;
    }

    /** This rank's region that a slot names; null when there is none such. */
    private Region own(long place) {
        Region region = regions.own(RawBytes.getLong(place));
        return region != null && JointLayout.isIn(place, region.key()) ? region : null;
    }

    /** The peer's region that its slot names; null when it is not there. */
    private MappedRegion offered(Offer offer) {
        long place = offer.slot + JointLayout.OFFERED;
        MappedRegion last = offer.last.get();
        if (last == null || !last.isOpen() || !JointLayout.isIn(place, last.key())) {
            last = attach(JointLayout.keyAt(place, offer.boardKey.owner()), offered::get);
            offer.last = new WeakReference<>(last);
        }
        return last;
    }

    private static MappedRegion attach(RegionKey key, Function<RegionKey, RemoteRegion> way) {
        try {
            return way.apply(key) instanceof MappedRegion mapped ? mapped : null;
        } catch (FabricException e) {
            // Closed meanwhile, or the peer has gone: it, or nobody, copies.
            return null;
        }
    }
}
