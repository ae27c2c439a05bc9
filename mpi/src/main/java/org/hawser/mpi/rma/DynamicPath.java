package org.hawser.mpi.rma;

import java.lang.invoke.VarHandle;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RegionKey;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.datatype.Layout;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Handle;
import org.hawser.runtime.Rank;

/**
 * The way to the memory that a target has attached to a dynamic window. Offsets are addresses at the target; each
 * piece of its memory has a path of its own, opened when it is first accessed. What is not attached is refused here.
 *
 * <p>The target's description of its {@link Pieces} is read again when its version has changed. An access is marked in
 * the target's block until the next flush, so that the memory is not detached under it.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> when the target has attached or detached something.
 */
final class DynamicPath extends Path {
    /** How many looks at a version that is odd before somebody asks whether the target lives. */
    private static final int LOOKS = 1024;

    private final Ways ways;
    private final Rank rank;
    private final int world;
    private final MappedRegion control;
    private final long version;
    private final long table;
    /** This member's word among the target's users. */
    private final long user;
    /** What {@link #user} holds. */
    private volatile long marked;
    private volatile Table known = new Table(-1, new Piece[0]);
    /** The piece that was accessed last; of {@link #known}, or of one before. */
    private Piece last;

    /** A piece of the target's memory, and the way to it. */
    private static final class Piece {
        final int number;
        final long first;
        final long end;
        final RegionKey key;
        final long offset;
        Path path;

        Piece(int number, long first, long end, RegionKey key, long offset) {
            this.number = number;
            this.first = first;
            this.end = end;
            this.key = key;
            this.offset = offset;
        }

        boolean same(Piece other) {
            return other != null && first == other.first && end == other.end && offset == other.offset
                && key.equals(other.key);
        }
    }

    /** What the target has attached, by number; null where nothing is. */
    private record Table(long version, Piece[] pieces) {
    }

    DynamicPath(Ways ways, Rank rank) {
        super(true);
        this.ways = ways;
        this.rank = rank;
        world = ways.communicator().local().get(ways.member());
        control = (MappedRegion) ways.control();
        int size = ways.communicator().size();
        long base = RawWords.addressOf(control.map());
        version = base + Control.ATTACHED;
        table = base + Control.pieces(size);
        user = base + Control.users(size) + (long) ways.communicator().rank() * Long.BYTES;
    }

    /** The piece that holds these bytes, marked as accessed. */
    private Piece access(long first, long end) {
        Piece piece = last;
        if (piece == null || first < piece.first || end > piece.end || !isCurrent(piece)) {
            piece = find(first, end);
            last = piece;
        }
        long now = marked;
        return now == piece.number + 1 || now == PieceWords.SEVERAL ? piece : mark(piece, first, end);
    }

    private boolean isCurrent(Piece piece) {
        Table table = known;
        // Acquire: a piece that was detached and attached again before this look has its new description.
        return RawWords.getAcquire(version) == table.version && table.pieces[piece.number] == piece;
    }

    private Piece access(long offset, Layout items, long bytes) {
        if (items == null) {
            return access(offset, offset + bytes);
        }
        long count = bytes / Math.max(1, items.size());
        return access(offset + items.firstOf(count), offset + items.endOf(count));
    }

    private Piece find(long first, long end) {
        Table current = known;
        if (RawWords.getAcquire(version) != current.version) {
            current = read();
        }
        for (Piece piece : current.pieces) {
            if (piece != null && first >= piece.first && end <= piece.end) {
                open(piece);
                return piece;
            }
        }
        throw new MpiFailure(ErrorClass.DISP, "memory that is not attached to the target's window: rank="
            + ways.member() + " addresses from=" + first + " to=" + end);
    }

    private synchronized void open(Piece piece) {
        if (piece.path == null) {
            piece.path = ways.isSelf() ? ways.at(0)
                : ways.through(rank.attach(piece.key), piece.offset, piece.first);
        }
    }

    /** Says in the target's block that this member accesses a piece; looks again when the target changed it first. */
    private synchronized Piece mark(Piece piece, long first, long end) {
        Piece found = piece;
        while (true) {
            long before = marked;
            long mark = before == 0 || before == found.number + 1 ? found.number + 1 : PieceWords.SEVERAL;
            Table table = known;
            marked = mark;
            if (PieceWords.mark(user, mark, version, table.version) && table.pieces[found.number] == found) {
                return found;
            }
            unmark(before);
            found = find(first, end);
        }
    }

    private void unmark(long left) {
        marked = left;
        PieceWords.unmark(user, left);
    }

    /** Reads what the target has attached, when it does not change it. */
    private synchronized Table read() {
        for (int looks = 1;; looks++) {
            long before = RawWords.getAcquire(version);
            if ((before & 1) == 0) {
                Table now = new Table(before, pieces());
                // The description first, then the second look at its version.
                VarHandle.acquireFence();
                if (RawWords.getOpaque(version) == before) {
                    known = now;
                    return now;
                }
            }
            if (looks % LOOKS == 0 && !rank.isAlive(world)) {
                throw new MpiFailure(ErrorClass.PROC_FAILED, "the target of an access has ended: rank="
                    + ways.member());
            }
            Thread.onSpinWait();
        }
    }

    private Piece[] pieces() {
        Piece[] before = known.pieces;
        Piece[] pieces = new Piece[Control.MOST_PIECES];
        long offset = table - RawWords.addressOf(control.map());
        for (int i = 0; i < pieces.length; i++) {
            long at = table + (long) i * Control.PIECE;
            long first = RawWords.getLong(at);
            if (first != 0) {
                RegionKey told = RegionKey.decode(control.map(), offset + (long) i * Control.PIECE + Pieces.KEY);
                Piece piece = new Piece(i, first, first + RawWords.getLong(at + Pieces.LENGTH),
                    new RegionKey(world, told.id(), told.secret(), told.length()),
                    RawWords.getLong(at + Pieces.OFFSET));
                pieces[i] = i < before.length && piece.same(before[i]) ? before[i] : piece;
            }
        }
        return pieces;
    }

    @Override
    void hold(Object origin, Handle handle) {
        last.path.keep(origin, handle);
    }

    @Override
    Transfer transfer() {
        return Transfer.with(ways.communicator().point(), world);
    }

    @Override
    void check(long offset, Layout items, long bytes) {
        access(offset, items, bytes);
    }

    @Override
    void put(Object array, long at, Layout from, long offset, Layout to, long bytes, Handle handle) {
        Piece piece = access(offset, to, bytes);
        piece.path.put(array, at, from, offset, to, bytes, handle);
    }

    @Override
    void get(Object array, long at, Layout into, long offset, Layout of, long bytes, Handle handle) {
        Piece piece = access(offset, of, bytes);
        piece.path.get(array, at, into, offset, of, bytes, handle);
    }

    @Override
    void accumulate(Object array, long at, Layout from, long offset, Layout to, long bytes, Update update,
                    Handle handle) {
        Piece piece = access(offset, to, bytes);
        piece.path.accumulate(array, at, from, offset, to, bytes, update, handle);
    }

    @Override
    void getAccumulate(Object array, long at, Layout from, Object result, long resultAt, Layout into, long offset,
                       Layout to, long bytes, Update update, Handle handle) {
        Piece piece = access(offset, to, bytes);
        piece.path.getAccumulate(array, at, from, result, resultAt, into, offset, to, bytes, update, handle);
    }

    @Override
    void fetchAndOp(Object array, long at, Object result, long resultAt, long offset, Update update) {
        Piece piece = access(offset, null, update.item());
        piece.path.fetchAndOp(array, at, result, resultAt, offset, update);
    }

    @Override
    void compareAndSwap(Object array, long at, Object compare, long compareAt, Object result, long resultAt,
                        long offset, int bytes) {
        Piece piece = access(offset, null, bytes);
        piece.path.compareAndSwap(array, at, compare, compareAt, result, resultAt, offset, bytes);
    }

    @Override
    void flush() {
        long now = marked;
        if (now != 0) {
            for (Piece piece : known.pieces) {
                if (piece != null && piece.path != null && (now == PieceWords.SEVERAL || now == piece.number + 1)) {
                    piece.path.flush();
                }
            }
            unmark(0);
        }
    }
}
