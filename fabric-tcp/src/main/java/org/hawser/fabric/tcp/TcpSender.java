package org.hawser.fabric.tcp;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Completion;
import org.hawser.fabric.tcp.gate.Wire;
import org.hawser.platform.memory.RawWords;

/**
 * What goes to one peer: messages, requests and answers, each posted to the stream, from where the {@link Outflow} has
 * them written.
 *
 * <p>Messages have a window: the peer says how many bytes of them it takes in all, and more are not posted. Everything
 * else is bounded by what is asked for at one time, so the stream itself never stands still.
 *
 * <p>What the receiving side tells this one (how far the peer has got, how much it takes) are words that only grow, in
 * volatile fields, so that it never waits for a sender.
 *
 * <p><b>Threads:</b> any; a lock serialises posts and writes. <b>Allocates:</b> when the stream does, and for
 * transfers.
 */
final class TcpSender {
    private final BriefLock lock = new BriefLock();
    private final SendStream out;
    private final TransferQueue transfers;
    private final Endings endings = new Endings();
    private final Outflow outflow;

    /** Told by the peer: message bytes it takes in all. */
    private volatile long mayPost;
    /** Message bytes posted. */
    private long posted;
    private int claimedPlace;
    private int claimedLength;

    TcpSender(TcpPeer peer) {
        mayPost = TcpDomain.MIN_WINDOW;
        out = new SendStream(2 * peer.domain().window());
        transfers = new TransferQueue(out);
        outflow = new Outflow(peer, lock, out, transfers);
    }

    /** Where it goes from here. */
    Outflow outflow() {
        return outflow;
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
        out.release();
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
            outflow.sendSoon();
        } finally {
            lock.unlock();
        }
    }

    /** Has a message go with what follows at once; {@link Outflow#sendAhead} if there is no room for that. */
    void commitAhead(int word) {
        try {
            posted += Frame.span(claimedLength);
            append(Frame.MESSAGE, word);
            outflow.sendWithNext();
        } finally {
            lock.unlock();
        }
    }

    /** Sends a frame that is no message. */
    void end(int kind, int word) {
        try {
            append(kind, word);
            outflow.sendSoon();
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
            outflow.sendAnswer(hasTime);
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
            out.release();
            int span = Frame.span(length);
            if (posted + span > mayPost || !out.append(Frame.header(Frame.MESSAGE, word, length), pieces, length)) {
                return false;
            }
            posted += span;
            endings.add(out.end(), completion);
            outflow.sendKept();
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
                if (outflow.hasTakenAll() && endings.ask()) {
                    outflow.wantPing();
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
            return endings.next(out.peerHas());
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
            outflow.sendSoon();
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
            out.release();
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

    /** The peer says how much of the stream it has, in whole frames, and how many message bytes it takes in all. */
    void onAck(long frames, long bytes) {
        out.onReceived(frames);
        mayPost = Math.max(mayPost, bytes);
        if (!transfers.isEmpty()) {
            // A look without the lock: they may have waited for the room that this gives.
            outflow.flushLater();
        }
    }

    /**
     * The peer has answered a write that ends at {@code end}, so it has all up to there: memory of the user's that is
     * the user's again now is not kept for a new connection, nor copied when its region is closed.
     */
    void onAnswer(long end) {
        out.onReceived(end);
    }

    /** True when the peer has everything. */
    boolean isSettled() {
        lock.lock();
        try {
            out.release();
            return out.isAcked() && transfers.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** True when a new connection can go on at what the peer says it has: no less than it has acknowledged. */
    boolean canResume(long peerReceived) {
        lock.lock();
        try {
            return peerReceived >= out.peerHas() && out.canResume(peerReceived);
        } finally {
            lock.unlock();
        }
    }

    /** Takes a new connection. False when the peer wants bytes that nobody has. */
    boolean attach(Wire fresh, long peerReceived) {
        lock.lock();
        try {
            if (!outflow.attach(fresh, peerReceived)) {
                return false;
            }
            endings.askAgain();
            return true;
        } finally {
            lock.unlock();
        }
    }
}
