package org.hawser.mpi.p2p;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.hawser.fabric.Region;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.datatype.Layout;
import org.hawser.platform.memory.Handover;
import org.hawser.platform.memory.RawBytes;
import org.hawser.runtime.Awaitable;

/**
 * A send or a receive under way. When it is done its envelope, its failure and its being cancelled may be read, by the
 * thread that waited; then it goes back with {@link PointToPoint#recycle} and is used for another.
 *
 * <p><b>Threads:</b> all but {@link #isDone} and what is read when it is done: whoever holds the rank.
 * <b>Allocates:</b> at construction.
 */
public final class Operation extends Envelope implements Awaitable {
    /** Where an operation stands. */
    enum State {
        /** In nobody's hands. */
        FREE,
        /** A receive that no message has matched. */
        POSTED,
        /** A receive that waits for the sender to write, or for chunks. */
        FILLING,
        /** A send that has not been sent for lack of room. */
        QUEUED,
        /** A send that waits for its receiver. */
        OFFERED,
        /** A send whose chunks are on their way. */
        STREAMING,
        /** Over. */
        DONE
    }

    /** In place of the peer's operation. */
    private static final long IN_PIECES = Long.MIN_VALUE;
    private static final Layout BYTES = Layout.contiguous(1);
    private static final VarHandle IS_DONE;

    static {
        try {
            IS_DONE = MethodHandles.lookup().findVarHandle(Operation.class, "done", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Its place in the table of operations. */
    private final int number;
    /** How often it has been used: a late answer to an earlier use must not find a later one. */
    private int generation;
    private final Engine engine;
    private boolean done;
    private boolean cancelled;
    private MpiFailure failure;

    State state = State.FREE;
    /**
     * A receive that needs nothing but its message: it has no layout, nothing goes on after it, it was not released,
     * announced or lent. Most have none of these, and are spared a look at each; see {@link #takeWord}.
     */
    private boolean plain;
    /** Nobody waits for it: it is recycled when it is done. */
    private boolean released;
    /** The user's memory: an array and an offset in bytes, or an address. */
    Object array;
    long offset;
    /** Where the items in that memory lie; null when they are one run of bytes. */
    Layout layout;
    /** Bytes to send, or room to receive. */
    long room;
    Object keep;
    long key;
    /** The job's rank that it sends to or receives from, or {@link PointToPoint#ANY_SOURCE}. */
    int peer;
    /** A send that is done only when a receive has matched it. */
    boolean synchronous;
    /** A send that its program began after others to that peer, without a wait: it is in no hurry for this one. */
    boolean leisurely;
    /** A send that the receiver has been told of and has not been given. */
    boolean rendezvous;
    /** The peer's operation, once it is known. */
    long other;
    /** Bytes that have come, of a receive in chunks, or have gone, of a send. */
    long moved;

    /** Order of posting among receives; of a send, which of the messages to that peer it is. */
    long sequence;
    Operation next;
    Operation previous;
    /** The receive has been announced to its sender. */
    private boolean announced;
    /** The announcement says where the memory is, so that the sender writes. */
    boolean placed;
    /** That place is {@link AttachedMemory}: the sender writes there only if it was announced before the message. */
    boolean attached;
    /** The address of its last byte, while that byte tells that the message is there; else 0. */
    long watched;
    byte watchedValue;
    /** Its place among those that are watched. */
    int watchedAs;
    /** It is to be cancelled as soon as its announcement is known to be void. */
    boolean cancelling;
    /** What goes on when it is done; or null. */
    private Continuation then;
    /** Its memory, lent to the sender over a network; null when it is not. */
    private Region lent;
    /** What it matched while the sender decides who writes. */
    Arrived held;
    /** For {@link Doubts}: in which of its uses it was seen last, and in which round for the first time. */
    private int doubtedGeneration = -1;
    private int doubtedSince;

    Operation(Engine engine, int number) {
        this.engine = engine;
        this.number = number;
    }

    @Override
    public boolean isDone() {
        // Acquire: "done" first, then the message. Pairs with the release in finish().
        if ((boolean) IS_DONE.getAcquire(this)) {
            return true;
        }
        // Once: another thread may end the watch between two looks.
        long last = watched;
        return last != 0 && isWritten(last) && engine.lastBytes.settle(this);
    }

    /**
     * Asked by the thread that waits for it, once that has become sleep: looks after those who must end it.
     *
     * @throws MpiFailure when it is a receive from anybody, and somebody is lost
     */
    @Override
    public boolean isDoneBeforeSleep() {
        engine.watch.look();
        if (isDone()) {
            return true;
        }
        engine.watch.refuse(this);
        return isDone();
    }

    /** True when it was cancelled before it matched. */
    public boolean isCancelled() {
        return cancelled;
    }

    /** What went wrong, or null. */
    public MpiFailure failure() {
        return failure;
    }

    /** The job's rank that it waits for, or {@link PointToPoint#ANY_SOURCE}; asked with the rank held. */
    public int peer() {
        return peer;
    }

    /** How it is called on the wire: not negative, and below the largest long. */
    long name() {
        return (long) (generation & Integer.MAX_VALUE >>> 1) << 32 | number;
    }

    /** How many rounds of {@link Doubts} have found it under way before this one. */
    int roundsInDoubt(int round) {
        if (doubtedGeneration != generation) {
            doubtedGeneration = generation;
            doubtedSince = round;
        }
        return round - doubtedSince;
    }

    Operation begin(State initial, long matchKey, int rank, Object memory, long at, long bytesOrRoom, Object kept) {
        state = initial;
        key = matchKey;
        peer = rank;
        if (memory != null) {
            array = memory;
        }
        offset = at;
        room = bytesOrRoom;
        if (kept != null) {
            keep = kept;
        }
        done = false;
        plain = true;
        cancelled = false;
        if (failure != null) {
            failure = null;
        }
        released = false;
        synchronous = false;
        leisurely = false;
        rendezvous = false;
        announced = false;
        placed = false;
        attached = false;
        cancelling = false;
        other = -1;
        moved = 0;
        return this;
    }

    /** The memory holds items that are packed into the message, or unpacked out of it. */
    Operation with(Layout items) {
        if (items != null) {
            layout = items;
            plain = false;
        }
        return this;
    }

    /** What goes on when it is done; or null. */
    Continuation then() {
        return then;
    }

    void then(Continuation next) {
        then = next;
        plain = false;
    }

    /** Its memory, lent to the sender; or null. */
    Region lent() {
        return lent;
    }

    void lend(Region memory) {
        lent = memory;
        plain = false;
    }

    boolean isReleased() {
        return released;
    }

    /** Nobody will ask for it any more. */
    void release() {
        released = true;
        plain = false;
    }

    boolean isAnnounced() {
        return announced;
    }

    /** Says whether its sender has been told of it. */
    void announced(boolean told) {
        announced = told;
        plain = false;
    }

    /** Where the items in its memory lie, gaps or not. */
    Layout items() {
        return layout == null ? BYTES : layout;
    }

    /** Its message comes in pieces that its sender has counted: nothing else can end it. */
    void comeInPieces() {
        other = IN_PIECES;
    }

    boolean comesInPieces() {
        return other == IN_PIECES;
    }

    /** It is a receive that is not over. */
    boolean isReceive() {
        return state == State.POSTED || state == State.FILLING;
    }

    /** True when its memory has this address. */
    boolean covers(long address) {
        if (array != null) {
            return false;
        }
        long position = address - offset;
        if (layout == null) {
            return position >= 0 && position < room;
        }
        long count = Paths.itemsIn(layout, room);
        return position >= layout.firstOf(count) && position < layout.endOf(count);
    }

    /** True when its memory is native and in a row. */
    boolean isNative() {
        return array == null && layout == null;
    }

    boolean isWildcard() {
        return peer < 0 || Wire.tag(key) < 0;
    }

    /** True when the last byte of a watched receive, at {@code last}, has changed. */
    boolean isWritten(long last) {
        // Acquire: the last byte first, then the rest of the message. Pairs with the release in ReceiveRendezvous.
        return RawBytes.getByteAcquire(last) != watchedValue;
    }

    void matched(int from, long matchKey, long length) {
        source = from;
        tag = Wire.tag(matchKey);
        bytes = length;
    }

    /**
     * Ends a posted receive with the whole message, of up to 8 bytes; false, and nothing has changed, when there is
     * more to it than a message that fits.
     */
    boolean takeWord(int from, long matchKey, int length, long word) {
        if (!plain || length > room) {
            return false;
        }
        matched(from, matchKey, length);
        state = State.DONE;
        if (array == null) {
            RawBytes.store(word, offset, length);
        } else {
            RawBytes.store(word, array, offset, length);
            array = null;
        }
        if (keep != null) {
            keep = null;
        }
        // Release: the message and what is known of it first.
        IS_DONE.setRelease(this, true);
        return true;
    }

    /** Copies from an address into the user's memory. */
    void fill(long from, long position, long length) {
        if (layout != null) {
            layout.unpack(null, from, array, offset, position, length);
        } else if (array == null) {
            RawBytes.copy(from, offset + position, length);
        } else {
            RawBytes.copy(from, array, offset + position, length);
        }
    }

    /** Copies the user's memory to an address. */
    void drain(long position, long to, long length) {
        if (layout != null) {
            layout.pack(array, offset, position, length, null, to);
        } else if (array == null) {
            RawBytes.copy(offset + position, to, length);
        } else {
            RawBytes.copy(array, offset + position, to, length);
        }
    }

    /** As {@link #drain}, to where the peer reads it and this rank writes again. */
    void handOver(Handover handover, long position, long to, long length) {
        if (layout != null) {
            layout.pack(array, offset, position, length, null, to);
        } else {
            handover.copy(array, offset + position, to, length);
        }
    }

    void fail(MpiFailure cause) {
        failure = cause;
    }

    void cancelled() {
        cancelled = true;
        bytes = 0;
    }

    /** Nobody has it any more. */
    void free() {
        state = State.FREE;
        generation++;
    }

    void finish() {
        state = State.DONE;
        watched = 0;
        // A look is cheaper than a store of a reference, which the collector wants to know of.
        if (array != null) {
            array = null;
        }
        if (keep != null) {
            keep = null;
        }
        if (layout != null) {
            layout = null;
        }
        if (held != null) {
            held = null;
        }
        // Release: the message and what is known of it first.
        IS_DONE.setRelease(this, true);
    }
}
