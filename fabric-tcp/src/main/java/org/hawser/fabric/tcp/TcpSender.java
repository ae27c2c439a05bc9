package org.hawser.fabric.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.StandardSocketOptions;
import org.hawser.fabric.Completion;
import org.hawser.fabric.tcp.gate.Wire;
import org.hawser.platform.memory.RawWords;

/**
 * What goes to one peer: the stream, the frames about the connection itself, and the connection that takes both.
 *
 * <p>Messages have a window: the peer says how many bytes of them it takes in all, and more are not posted. Everything
 * else is bounded by what is asked for at one time, so the stream itself never stands still.
 *
 * <p>What the receiving side tells this one (how far the peer has got, how much it takes, that it wants an answer) are
 * words that only grow, or flags, in volatile fields, so that it never waits for a sender.
 *
 * <p><b>Threads:</b> any; a lock serialises posts and writes. <b>Allocates:</b> when the stream does, and for
 * transfers.
 */
final class TcpSender {
    /** A message that follows the last write within this time waits for company. */
    private static final long COALESCING_NANOS = 3_000;
    /** So much waits for nothing. */
    private static final int BULK = 32 << 10;
    /** The same of messages in the user's memory. */
    private static final int KEPT_BULK = 256 << 10;
    /** Looks of a poll, which has two, that pass over such messages, and answers that have time. */
    private static final int LEISURE = 2;
    /** Rounds of transfers in one call; then others have their turn. */
    private static final int ROUNDS = 8;

    private final TcpPeer peer;
    private final TcpDomain domain;
    private final BriefLock lock = new BriefLock();
    private final SendStream out;
    private final ControlFrames control;
    private final TransferQueue transfers;
    private final Endings endings = new Endings();
    private volatile Wire wire;
    /** A connection that takes nothing any more, until its reader has read all and ended it. */
    private volatile Wire failing;

    /** Told by the peer: whole frames it has, and message bytes it takes in all. */
    private volatile long peerHas;
    private volatile long mayPost;
    /** Message bytes posted. */
    private long posted;
    /** Something waits to be written. */
    private volatile boolean unflushed;
    /** So many looks more pass over what waits; a hint, so one may be lost. */
    private int leisure;
    /** An answer is among it, which has time only while more comes from the peer. */
    private boolean answering;
    /** A message waits for what its sender posts next. */
    private volatile boolean ahead;
    /** The socket took less than it was given. */
    private volatile boolean blocked;
    private long lastWrite;
    /** Messages that each came right behind a write. */
    private int quick;
    /** Where in the stream a test wants the connection to break. */
    private long cutAt = Long.MAX_VALUE;
    private int claimedPlace;
    private int claimedLength;

    TcpSender(TcpPeer peer) {
        this.peer = peer;
        domain = peer.domain();
        mayPost = TcpDomain.MIN_WINDOW;
        out = new SendStream(2 * domain.window());
        transfers = new TransferQueue(out);
        control = new ControlFrames(domain.window());
    }

    Wire wire() {
        return wire;
    }

    /** True when the socket takes no more: the agent waits for it. */
    boolean isBlocked() {
        return blocked;
    }

    boolean isUnflushed() {
        return unflushed;
    }

    /** True when the connection takes nothing any more; its reader must look. */
    boolean isFailing() {
        return failing != null && failing == wire;
    }

    /** Posts a message of 8 bytes, or of 16; false when there is no room now. */
    boolean post(int word, long first, long second, int length) {
        long at = claim(length);
        if (at < 0) {
            return false;
        }
        long address = out.address() + at;
        RawWords.setLong(address, first);
        if (length > Long.BYTES) {
            RawWords.setLong(address + Long.BYTES, second);
        }
        commit(word);
        return true;
    }

    /** Takes the lock and reserves a message; its place in {@link #memory()}, or negative with the lock given back. */
    long claim(int length) {
        lock.lock();
        if (posted + Frame.span(length) > mayPost) {
            lock.unlock();
            return -1;
        }
        return reserve(length);
    }

    /** Takes the lock and reserves a frame that is no message; as {@link #claim}. */
    long begin(int length) {
        lock.lock();
        return reserve(length);
    }

    private long reserve(int length) {
        out.release(peerHas);
        int place = out.reserve(Frame.span(length));
        if (place < 0) {
            lock.unlock();
            return -1;
        }
        claimedPlace = place;
        claimedLength = length;
        return place + Frame.HEADER;
    }

    MemorySegment memory() {
        return out.memory();
    }

    /** The address of {@link #memory()}. */
    long address() {
        return out.address();
    }

    void commit(int word) {
        try {
            posted += Frame.span(claimedLength);
            append(Frame.MESSAGE, word);
            sendSoon();
        } finally {
            lock.unlock();
        }
    }

    /** Has a message go with what follows at once; {@link #sendAhead} if there is no room for that. */
    void commitAhead(int word) {
        try {
            posted += Frame.span(claimedLength);
            append(Frame.MESSAGE, word);
            ahead = true;
            if (wire == null) {
                sendSoon();
            }
        } finally {
            lock.unlock();
        }
    }

    /** What was to follow finds no room: sends what waits for it. */
    void sendAhead() {
        if (ahead) {
            lock.lock();
            try {
                flush();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Sends a frame that is no message. */
    void end(int kind, int word) {
        try {
            append(kind, word);
            sendSoon();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Has a frame that is no message go with the next write: for answers, of which there may be many at once.
     *
     * <p>Only the write waits. The answer has its place in the stream, so it comes in order, and once more on the next
     * connection if this one breaks before the peer has it; whatever is posted or wanted meanwhile takes it along.
     *
     * @param hasTime it may wait while the peer sends what will be answered next: two go in one write then
     */
    void endLater(int kind, boolean hasTime) {
        try {
            append(kind, 0);
            if (wire == null) {
                unflushed = true;
            } else if (hasTime) {
                sendAtLeisure();
                answering = true;
            } else {
                flushLater();
            }
        } finally {
            lock.unlock();
        }
    }

    private void append(int kind, int word) {
        RawWords.setLong(out.address() + claimedPlace, Frame.header(kind, word, claimedLength));
        out.append(claimedPlace, Frame.span(claimedLength));
    }

    void abandon() {
        lock.unlock();
    }

    /** Takes message bytes of the window for a message that comes with a write; false when there are none. */
    boolean takeWindow(int bytes) {
        lock.lock();
        try {
            if (posted + bytes > mayPost) {
                return false;
            }
            posted += bytes;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Gives back what {@link #takeWindow} took. */
    void returnWindow(int bytes) {
        lock.lock();
        posted -= bytes;
        lock.unlock();
    }

    /** Posts a frame that says all with its kind; false when there is no room. */
    boolean postBare(int kind) {
        if (begin(0) < 0) {
            return false;
        }
        end(kind, 0);
        return true;
    }

    /** Posts a message that lies in pieces of the user's native memory; false when there is no room now. */
    boolean postPieces(int word, MemorySegment[] pieces, int length, Completion completion) {
        lock.lock();
        try {
            out.release(peerHas);
            int span = Frame.span(length);
            if (posted + span > mayPost || !out.append(Frame.header(Frame.MESSAGE, word, length), pieces, length)) {
                return false;
            }
            posted += span;
            endings.add(out.end(), completion);
            if (wire == null || out.unsent() >= KEPT_BULK) {
                sendSoon();
            } else {
                sendAtLeisure();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Memory of the user's is free when the peer has it. It says so by itself when it has much; else it is asked, once
     * there is nothing else to do than to wait for that, and all has been written, so that the answer covers all.
     *
     * @param atOnce without having looked in vain for a while
     */
    void askIfWaiting(boolean atOnce) {
        if (endings.mayAsk(atOnce) && lock.tryLock()) {
            try {
                if (wire != null && out.unsent() == 0 && endings.ask()) {
                    wantPing();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** A message from the user's memory that the peer has; null when there is none. */
    Completion nextEnded() {
        if (!endings.mayWait()) {
            return null;
        }
        lock.lock();
        try {
            return endings.next(peerHas);
        } finally {
            lock.unlock();
        }
    }

    /** The next message from the user's memory that nobody will have; null when there is none. */
    Completion nextForsaken() {
        lock.lock();
        try {
            return endings.nextForsaken();
        } finally {
            lock.unlock();
        }
    }

    /** Has a transfer go out frame by frame, in turn with others. False when too many wait. */
    boolean add(Transfer transfer) {
        lock.lock();
        try {
            if (!transfers.add(transfer)) {
                return false;
            }
            sendSoon();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Lets transfers go that use memory which its owner takes back, and makes copies of what has been posted. */
    void forget(TcpRegion region) {
        lock.lock();
        try {
            transfers.forget(region);
            recall(region.memory());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes copies of what has been posted from this memory and the peer has not got. Of what has not been posted the
     * peer gets nothing that makes sense, nor a message behind it.
     */
    void recall(MemorySegment memory) {
        lock.lock();
        try {
            posted -= (long) transfers.recall(memory) * TcpRemoteRegion.MESSAGE_SPAN;
            out.release(peerHas);
            out.copyOut(memory);
        } finally {
            lock.unlock();
        }
    }

    /** Drops what can never be sent. */
    void dropTransfers() {
        lock.lock();
        transfers.clear();
        lock.unlock();
    }

    /**
     * Sends what was posted, now or soon. A lone message goes at once, and so do two. What comes right behind them
     * stays until the next send, poll or look of the agent, so that a burst goes in a few writes.
     */
    private void sendSoon() {
        if (wire == null) {
            unflushed = true;
            domain.wantConnection(peer);
        } else if (out.unsent() >= BULK || System.nanoTime() - lastWrite >= COALESCING_NANOS) {
            quick = 0;
            flush();
        } else if (++quick == 1) {
            // Two in a row are no burst.
            flush();
        } else {
            flushLater();
        }
    }

    /**
     * Whoever sent this is told later, so it has come to stay: it waits for others, that go in the same write, until
     * they are enough, or a poll or two have come by without another one.
     */
    private void sendAtLeisure() {
        boolean alone = !unflushed || leisure > 0;
        flushLater();
        leisure = alone ? LEISURE : 0;
    }

    private void flushLater() {
        leisure = 0;
        if (!unflushed) {
            unflushed = true;
            domain.flushLater();
        }
    }

    /** Writes what waits, unless it has time. */
    void flushIfDue() {
        if (leisure > 0 && (!answering || peer.in().isInData())) {
            leisure--;
        } else {
            flushIfFree();
        }
    }

    /** Writes what waits, unless another thread is at it. */
    void flushIfFree() {
        if (lock.tryLock()) {
            try {
                flush();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Under the lock. */
    private void flush() {
        Wire taken = wire;
        if (taken == null || taken == failing) {
            return;
        }
        // Cleared first: what is posted or wanted from here on sets it again.
        unflushed = false;
        ahead = false;
        answering = false;
        try {
            boolean all;
            boolean more;
            int rounds = 0;
            do {
                control.fill(peer.in());
                more = transfers.pump(peerHas);
                all = out.flush(taken, control.buffer(), cutAt);
            } while (all && (more && ++rounds < ROUNDS || control.isWanted()));
            all &= !taken.hasPending() || taken.flush();
            if (out.sent() >= cutAt) {
                cutAt = Long.MAX_VALUE;
                cut();
                return;
            }
            blocked = !all;
            if (!all || more) {
                unflushed = true;
                domain.flushLater();
            }
            lastWrite = System.nanoTime();
        } catch (IOException e) {
            // What the peer sent before it closed may still be there, its BYE among it: the reader ends the connection.
            blocked = false;
            failing = taken;
            domain.flushLater();
        }
    }

    /** Breaks the connection as a network does, in both directions and with what is under way; for tests. */
    boolean cut() {
        Wire taken = wire;
        if (taken == null) {
            return false;
        }
        try {
            taken.channel().setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            // It has gone by itself.
            return false;
        }
        failing = taken;
        taken.close();
        domain.flushLater();
        return true;
    }

    void cutAt(long offset) {
        lock.lock();
        cutAt = offset;
        lock.unlock();
    }

    /** Acknowledges what has come, if there is enough of it. */
    void tellIfDue() {
        if (control.isAckDue(peer.in())) {
            wantAck();
        }
    }

    void wantAck() {
        control.wantAck();
        flushLater();
    }

    void wantPing() {
        control.wantPing();
        flushLater();
    }

    void wantBye() {
        control.wantAck();
        control.wantBye();
        flushLater();
    }

    void onAck(long frames, long bytes) {
        peerHas = Math.max(peerHas, frames);
        mayPost = Math.max(mayPost, bytes);
        if (!transfers.isEmpty()) {
            // A look without the lock: they may have waited for the room that this gives.
            flushLater();
        }
    }

    /**
     * The peer has answered a write that ends at {@code end}, so it has all up to there: memory of the user's that is
     * the user's again now is not kept for a new connection, nor copied when its region is closed.
     */
    void onAnswer(long end) {
        peerHas = Math.max(peerHas, end);
    }

    /** True when the peer has everything. */
    boolean isSettled() {
        lock.lock();
        try {
            out.release(peerHas);
            return out.isAcked() && transfers.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** True when a new connection can go on at what the peer says it has: no less than it has acknowledged. */
    boolean canResume(long peerReceived) {
        lock.lock();
        try {
            return peerReceived >= peerHas && out.canResume(peerReceived);
        } finally {
            lock.unlock();
        }
    }

    /** Takes a new connection. False when the peer wants bytes that nobody has. */
    boolean attach(Wire fresh, long peerReceived) {
        lock.lock();
        try {
            detach(wire);
            if (!out.resume(peerReceived)) {
                return false;
            }
            peerHas = Math.max(peerHas, peerReceived);
            control.clear();
            control.wantAck();
            endings.askAgain();
            blocked = false;
            wire = fresh;
            flush();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Answers a peer's goodbye, as far as that goes without waiting, and lets the connection go. */
    void sayByeAndClose() {
        lock.lock();
        try {
            control.wantBye();
            flush();
            detach(wire);
        } finally {
            lock.unlock();
        }
    }

    /** Lets a connection go, if it is still the one in use; true when it was. */
    boolean detach(Wire old) {
        lock.lock();
        try {
            if (old == null || wire != old) {
                return false;
            }
            wire = null;
            blocked = false;
            old.close();
            return true;
        } finally {
            lock.unlock();
        }
    }
}
