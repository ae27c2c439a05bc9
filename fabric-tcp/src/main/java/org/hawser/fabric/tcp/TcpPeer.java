package org.hawser.fabric.tcp;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.hawser.fabric.tcp.gate.Wire;
import org.hawser.platform.memory.RawWords;

/**
 * One peer: the stream to it, the stream from it, and the connection on which both run at the moment, if any.
 *
 * <p>Two locks guard it. The domain's receiving lock guards what comes, this peer's sending lock what goes; who needs
 * both takes the receiving lock first. What the receiving side tells the sending one (how far the peer has got, how
 * much it takes, that it wants an answer) are words that only grow, or flags, in volatile fields, so that it never
 * waits for a sender.
 *
 * <p><b>Threads:</b> any, as said at each method. <b>Allocates:</b> at construction, and what its streams do.
 */
final class TcpPeer {
    /** Where things stand with a peer; they only move down this list. */
    enum State {
        /** It is there as far as anybody knows. */
        ALIVE,
        /** It has said that it leaves. */
        LEFT,
        /** It has been given up: nobody answers. */
        LOST
    }

    /** A message that follows the last write within this time waits for company. */
    private static final long COALESCING_NANOS = 3_000;
    /** So much waits for nothing. */
    private static final int BULK = 32 << 10;
    private static final int CONTROL_BYTES = 64;

    private final TcpDomain domain;
    private final int rank;
    private final ReentrantLock sending = new ReentrantLock();
    private final SendStream out;
    private final ReceiveStream in;
    private final MemorySegment controlMemory = Arena.ofAuto().allocate(CONTROL_BYTES, Long.BYTES);
    private final ByteBuffer control = controlMemory.asByteBuffer().order(ByteOrder.nativeOrder()).limit(0);
    private volatile Wire wire;
    private volatile State state = State.ALIVE;
    private volatile String address;
    private volatile boolean hasBeenConnected;
    private final AtomicBoolean connectionWanted = new AtomicBoolean();

    /** Told by the peer: whole frames it has, and message bytes it takes in all. */
    private volatile long peerHas;
    private volatile long mayPost;
    /** Message bytes posted; under the sending lock. */
    private long posted;
    private volatile boolean ackWanted;
    private volatile boolean pingWanted;
    private volatile boolean byeWanted;
    /** What the last ACK said; racy, and only used to tell when the next one is due. */
    private volatile long toldFrames;
    private volatile long toldTaken;
    /** Something waits to be written. */
    private volatile boolean unflushed;
    /** The socket took less than it was given. */
    private volatile boolean blocked;
    /** A connection that takes nothing any more, until its reader has read all and ended it. */
    private volatile Wire failing;
    private long lastWrite;
    private int claimedPlace;
    private int claimedLength;

    TcpPeer(TcpDomain domain, int rank) {
        this.domain = domain;
        this.rank = rank;
        mayPost = domain.window();
        out = new SendStream(2 * domain.window());
        in = new ReceiveStream(this);
    }

    TcpDomain domain() {
        return domain;
    }

    int rank() {
        return rank;
    }

    State state() {
        return state;
    }

    /** Ends all hope; true when it was alive until now. */
    boolean end(State how) {
        if (state != State.ALIVE) {
            return false;
        }
        state = how;
        return true;
    }

    /** Where it listens, or null while nobody has looked. */
    String address() {
        return address;
    }

    void address(String where) {
        address = where;
    }

    Wire wire() {
        return wire;
    }

    boolean hasBeenConnected() {
        return hasBeenConnected;
    }

    boolean isConnected() {
        return wire != null;
    }

    /** True for the first who wants a connection since there was none. */
    boolean wantConnection() {
        return !connectionWanted.get() && connectionWanted.compareAndSet(false, true);
    }

    /** There is a connection, or there will be none: the next who wants one says so again. */
    void stopWanting() {
        connectionWanted.set(false);
    }

    /** True when the socket takes no more: the agent waits for it. */
    boolean isBlocked() {
        return blocked;
    }

    boolean isUnflushed() {
        return unflushed;
    }

    /** Posts a message of 8 bytes, or of 16; false when there is no room now. */
    boolean post(int word, long first, long second, int length) {
        sending.lock();
        try {
            int span = Frame.HEADER + length;
            int place = reserveMessage(span);
            if (place < 0) {
                return false;
            }
            long at = out.address() + place;
            RawWords.setLong(at, Frame.header(Frame.MESSAGE, word, length));
            RawWords.setLong(at + Frame.HEADER, first);
            if (length > Long.BYTES) {
                RawWords.setLong(at + Frame.HEADER + Long.BYTES, second);
            }
            posted += span;
            out.append(place, span);
            sendSoon();
            return true;
        } finally {
            sending.unlock();
        }
    }

    /** Takes the lock and reserves a body; its offset in {@link #memory()}, or negative with the lock given back. */
    long claim(int length) {
        sending.lock();
        int place = reserveMessage(Frame.span(length));
        if (place < 0) {
            sending.unlock();
            return -1;
        }
        claimedPlace = place;
        claimedLength = length;
        return place + Frame.HEADER;
    }

    MemorySegment memory() {
        return out.memory();
    }

    void commit(int word) {
        try {
            RawWords.setLong(out.address() + claimedPlace, Frame.header(Frame.MESSAGE, word, claimedLength));
            int span = Frame.span(claimedLength);
            posted += span;
            out.append(claimedPlace, span);
            sendSoon();
        } finally {
            sending.unlock();
        }
    }

    void abandon() {
        sending.unlock();
    }

    private int reserveMessage(int span) {
        out.release(peerHas);
        return posted + span > mayPost ? -1 : out.reserve(span);
    }

    /** Posts a frame that says all with its kind; false when there is no room. */
    boolean postBare(int kind) {
        sending.lock();
        try {
            out.release(peerHas);
            int place = out.reserve(Frame.HEADER);
            if (place < 0) {
                return false;
            }
            RawWords.setLong(out.address() + place, Frame.header(kind, 0, 0));
            out.append(place, Frame.HEADER);
            sendSoon();
            return true;
        } finally {
            sending.unlock();
        }
    }

    /**
     * Sends what was posted, now or soon. A lone message goes at once. One that comes right behind a write stays until
     * the next send, poll or look of the agent, so that a burst goes in a few writes.
     */
    private void sendSoon() {
        if (wire == null) {
            unflushed = true;
            domain.wantConnection(this);
        } else if (out.unsent() >= BULK || System.nanoTime() - lastWrite >= COALESCING_NANOS) {
            flush();
        } else {
            flushLater();
        }
    }

    private void flushLater() {
        if (!unflushed) {
            unflushed = true;
            domain.flushLater();
        }
    }

    /** Writes what waits, unless another thread is at it. */
    void flushIfFree() {
        if (sending.tryLock()) {
            try {
                flush();
            } finally {
                sending.unlock();
            }
        }
    }

    /** Under the sending lock. */
    private void flush() {
        Wire taken = wire;
        if (taken == null || taken == failing) {
            return;
        }
        // Cleared first: what is posted or wanted from here on sets it again.
        unflushed = false;
        try {
            boolean all;
            do {
                writeControl();
                all = out.flush(taken, control);
            } while (all && (ackWanted || pingWanted || byeWanted));
            all &= !taken.hasPending() || taken.flush();
            blocked = !all;
            if (!all) {
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

    /** Puts the frames about the connection that are wanted into their buffer, if it is free. */
    private void writeControl() {
        if (control.hasRemaining() || !(ackWanted || pingWanted || byeWanted)) {
            return;
        }
        control.clear();
        if (ackWanted) {
            ackWanted = false;
            toldFrames = in.wholeFrames();
            toldTaken = in.taken();
            control.putLong(Frame.header(Frame.ACK, 0, Frame.ACK_BODY)).putLong(toldFrames)
                .putLong(toldTaken + domain.window());
        }
        if (pingWanted) {
            pingWanted = false;
            control.putLong(Frame.header(Frame.PING, 0, 0));
        }
        if (byeWanted) {
            byeWanted = false;
            control.putLong(Frame.header(Frame.BYE, 0, 0));
        }
        control.flip();
    }

    /**
     * Reads and deals with what has come; under the receiving lock.
     *
     * @param limit messages at most
     * @return how many messages
     */
    int receive(int limit) {
        Wire from = wire;
        if (from == null) {
            return 0;
        }
        int work = 0;
        try {
            if (in.isStopped()) {
                work = in.parse(limit);
            }
            boolean more = work < limit;
            while (more && wire == from) {
                more = in.read(from);
                work += in.parse(limit - work);
                more &= work < limit;
            }
            if (failing == from && work < limit) {
                throw new IOException("the connection takes nothing any more");
            }
        } catch (IOException e) {
            domain.broken(this, from, e);
        }
        tellIfDue();
        return work;
    }

    /** True when frames have been read and not been dealt with, because there were too many at once. */
    boolean isStopped() {
        return in.isStopped();
    }

    /** True when the connection takes nothing any more; its reader must look. */
    boolean isFailing() {
        return failing != null && failing == wire;
    }

    /** The rank has taken a message from the inbox; under the receiving lock. */
    void taken(int length) {
        in.take(Frame.span(length));
    }

    /** An ACK is due when it gives back a good part of the window, or of what the peer keeps. */
    void tellIfDue() {
        int due = domain.window() / 4;
        if (in.taken() - toldTaken >= due || in.wholeFrames() - toldFrames >= due) {
            wantAck();
        }
    }

    void wantAck() {
        ackWanted = true;
        flushLater();
    }

    void wantPing() {
        pingWanted = true;
        flushLater();
    }

    void wantBye() {
        ackWanted = true;
        byeWanted = true;
        flushLater();
    }

    void onAck(long frames, long bytes) {
        peerHas = Math.max(peerHas, frames);
        mayPost = Math.max(mayPost, bytes);
    }

    void onBye() {
        end(State.LEFT);
        domain.hasLeft(this);
    }

    /** True when the peer has everything, or will never have it. */
    boolean isSettled() {
        if (state != State.ALIVE) {
            return true;
        }
        sending.lock();
        try {
            out.release(peerHas);
            return out.isAcked();
        } finally {
            sending.unlock();
        }
    }

    /** True when something was posted or asked that the connection has not taken. */
    boolean hasUnsent() {
        sending.lock();
        try {
            return out.unsent() > 0 || control.hasRemaining() || byeWanted;
        } finally {
            sending.unlock();
        }
    }

    /** Ends reading from the present connection; how far the peer's stream has come. Under the receiving lock. */
    long stopReceiving() {
        detach(wire);
        return in.received();
    }

    /** Takes a new connection; under the receiving lock. False when the peer wants bytes that nobody has. */
    boolean attach(Wire fresh, long peerReceived) {
        sending.lock();
        try {
            detach(wire);
            if (!out.resume(peerReceived)) {
                return false;
            }
            in.begin();
            control.clear().limit(0);
            ackWanted = true;
            blocked = false;
            hasBeenConnected = true;
            wire = fresh;
            flush();
            return true;
        } finally {
            sending.unlock();
        }
    }

    /** Lets a connection go, if it is still the one in use; true when it was. */
    boolean detach(Wire old) {
        sending.lock();
        try {
            if (old == null || wire != old) {
                return false;
            }
            wire = null;
            blocked = false;
            old.close();
            return true;
        } finally {
            sending.unlock();
        }
    }
}
