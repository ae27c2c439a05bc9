package org.hawser.mpi.rma;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Region;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.group.Members;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * The memory that this member has attached to a dynamic window, as its {@link Control} block tells the others. They
 * keep what they read there as long as its version is the same; {@link PieceWords} says how it changes.
 *
 * <pre>
 * a piece    0: address, 0 when there is none   8: length   16: offset in its region   24: key of the region   64: end
 * a user     the piece that a member has accessed since its last flush, from 1; 0 for none, -1 for several
 * </pre>
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per call.
 */
final class Pieces implements Exposure {
    static final long LENGTH = 8;
    static final long OFFSET = 16;
    static final long KEY = 24;

    private final Rank rank;
    private final Members members;
    private final MemorySegment block;
    private final long version;
    private final long table;
    private final long users;
    private final MemorySegment[] attached = new MemorySegment[Control.MOST_PIECES];
    /** Regions that were made for a piece, and end with it; null elsewhere. */
    private final Region[] made = new Region[Control.MOST_PIECES];

    Pieces(Rank rank, Members members, MemorySegment block) {
        this.rank = rank;
        this.members = members;
        this.block = block;
        long base = RawWords.addressOf(block);
        version = base + Control.ATTACHED;
        table = base + Control.pieces(members.size());
        users = base + Control.users(members.size());
    }

    /** Others can reach this memory from now on. */
    synchronized void attach(MemorySegment memory) {
        int free = -1;
        for (int i = attached.length - 1; i >= 0; i--) {
            if (attached[i] == null) {
                free = i;
            } else if (meets(attached[i], memory)) {
                throw new MpiFailure(ErrorClass.BASE, "memory that is attached already: address=" + memory.address()
                    + " bytes=" + memory.byteSize());
            }
        }
        if (free < 0) {
            throw new MpiFailure(ErrorClass.NO_MEM, "no more pieces can be attached: most=" + attached.length);
        }
        Region holder = rank.regionOf(RawWords.addressOf(memory), memory.byteSize());
        if (holder == null) {
            holder = rank.register(memory);
            made[free] = holder;
        }
        attached[free] = memory;
        long piece = Control.pieces(members.size()) + (long) free * Control.PIECE;
        PieceWords.beginChange(version);
        holder.key().encode(block, piece + KEY);
        RawWords.setLong(table + (long) free * Control.PIECE, memory.address());
        RawWords.setLong(table + (long) free * Control.PIECE + OFFSET, memory.address() - holder.memory().address());
        RawWords.setLong(table + (long) free * Control.PIECE + LENGTH, memory.byteSize());
        PieceWords.endChange(version);
    }

    /** For what comes by messages, which names memory by its address. */
    @Override
    public synchronized long base(long first, long end) {
        for (MemorySegment piece : attached) {
            if (piece != null && first >= piece.address() && end <= piece.address() + piece.byteSize()) {
                return 0;
            }
        }
        return REFUSED;
    }

    private static boolean meets(MemorySegment one, MemorySegment other) {
        return one.address() < other.address() + other.byteSize() && other.address() < one.address() + one.byteSize()
            || one.address() == other.address();
    }

    /** Others cannot reach the memory any more that was attached from this address on. */
    synchronized void detach(long address) {
        int piece = find(address);
        PieceWords.beginChange(version);
        int user = user(piece);
        if (user < 0) {
            RawWords.setLong(table + (long) piece * Control.PIECE, 0);
        }
        PieceWords.endChange(version);
        if (user >= 0) {
            throw new MpiFailure(ErrorClass.RMA_CONFLICT, "memory in use cannot be detached: address=" + address
                + " accessed and not flushed by rank=" + user);
        }
        end(piece);
    }

    private int find(long address) {
        for (int i = 0; i < attached.length; i++) {
            if (attached[i] != null && attached[i].address() == address) {
                return i;
            }
        }
        throw new MpiFailure(ErrorClass.BASE, "memory that is not attached: address=" + address);
    }

    /** A living member that accesses a piece, or -1. */
    private int user(int piece) {
        for (int i = 0; i < members.size(); i++) {
            if (PieceWords.isMarked(users + (long) i * Long.BYTES, piece + 1) && rank.isAlive(members.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private void end(int piece) {
        if (made[piece] != null) {
            made[piece].close();
            made[piece] = null;
        }
        attached[piece] = null;
    }

    /** The window is over. */
    synchronized void close() {
        for (int i = 0; i < attached.length; i++) {
            end(i);
        }
    }
}
