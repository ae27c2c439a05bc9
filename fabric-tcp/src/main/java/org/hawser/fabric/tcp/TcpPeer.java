package org.hawser.fabric.tcp;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.tcp.gate.Wire;

/**
 * One peer: what goes to it, what comes from it, and what this rank has asked of it.
 *
 * <p>Two locks guard it. The domain's receiving lock guards what comes, the {@link TcpSender}'s what goes; who needs
 * both takes the receiving lock first.
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

    private final TcpDomain domain;
    private final int rank;
    private final boolean winsDials;
    private final TcpSender out;
    private final Outflow outflow;
    private final ReceiveStream in;
    private final Accesses accesses;
    private volatile State state = State.ALIVE;
    private volatile String address;
    private volatile boolean hasBeenConnected;
    /** When the peer was last heard of and asked, as the agent sees it. */
    private long heardAt;
    private long askedAt;
    private boolean silent;
    private int seenReads;
    private final AtomicBoolean connectionWanted = new AtomicBoolean();

    /**
     * A peer with nothing sent or received.
     *
     * @param address   where it listens, or null when that is to be looked up
     * @param winsDials true when this rank's dial counts if both dial at once; the peer thinks the opposite
     */
    TcpPeer(TcpDomain domain, int rank, String address, boolean winsDials) {
        this.domain = domain;
        this.rank = rank;
        this.address = address;
        this.winsDials = winsDials;
        in = new ReceiveStream(this);
        out = new TcpSender(this);
        outflow = out.outflow();
        accesses = new Accesses(this);
    }

    TcpDomain domain() {
        return domain;
    }

    int rank() {
        return rank;
    }

    boolean winsDials() {
        return winsDials;
    }

    TcpSender out() {
        return out;
    }

    /** The connection, and what is written to it. */
    Outflow outflow() {
        return outflow;
    }

    ReceiveStream in() {
        return in;
    }

    Accesses accesses() {
        return accesses;
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

    boolean hasBeenConnected() {
        return hasBeenConnected;
    }

    boolean isConnected() {
        return outflow.wire() != null;
    }

    /** True when something has come since the agent asked last. */
    boolean hasBeenHeard() {
        int reads = in.reads();
        boolean heard = reads != seenReads;
        seenReads = reads;
        return heard;
    }

    long heardAt() {
        return heardAt;
    }

    void heardAt(long now) {
        heardAt = now;
    }

    /** Its connection is taken away because it says nothing. */
    void fallSilent() {
        silent = true;
    }

    /** When it was last known to live, now that it has no connection. */
    long livedAt(long now) {
        return silent ? heardAt : now;
    }

    long askedAt() {
        return askedAt;
    }

    void askedAt(long now) {
        askedAt = now;
    }

    /** True for the first who wants a connection since there was none. */
    boolean wantConnection() {
        return !connectionWanted.get() && connectionWanted.compareAndSet(false, true);
    }

    /** There is a connection, or there will be none: the next who wants one says so again. */
    void stopWanting() {
        connectionWanted.set(false);
    }

    /** The error of whoever needs this peer and cannot have it. */
    FabricException lost() {
        String what = state == State.LEFT ? "the rank has left the job" : "the rank cannot be reached any more";
        return new FabricException(FabricException.Severity.PEER_LOST,
            what + ": rank=" + domain.rank() + " peer=" + rank + " at=" + address);
    }

    /**
     * Reads and deals with what has come; under the receiving lock.
     *
     * @param limit messages at most
     * @return how much was dealt with
     */
    int receive(int limit) {
        Wire from = outflow.wire();
        if (from == null) {
            return 0;
        }
        int work = 0;
        try {
            if (in.isStopped()) {
                work = in.parse(limit);
            }
            boolean more = work < limit;
            while (more && outflow.wire() == from) {
                more = in.read(from);
                work += in.parse(limit - work);
                more &= work < limit;
            }
            if (outflow.isFailing() && work < limit) {
                throw new IOException("the connection takes nothing any more");
            }
        } catch (IOException e) {
            domain.broken(this, from, e);
        }
        outflow.tellIfDue();
        if (work == 0) {
            out.askIfWaiting(false);
        }
        return work;
    }

    /** True when frames have been read and not been dealt with, because there were too many at once. */
    boolean isStopped() {
        return in.isStopped();
    }

    void onAck(long frames, long bytes) {
        out.onAck(frames, bytes);
        domain.reception().tellEnded(this);
    }

    void onBye() {
        end(State.LEFT);
        domain.reception().hasLeft(this);
    }

    /** Ends reading from the present connection; how far the peer's stream has come. Under the receiving lock. */
    long stopReceiving() {
        outflow.detach(outflow.wire());
        return in.received();
    }

    /** Takes a new connection; under the receiving lock. False when the peer wants bytes that nobody has. */
    boolean attach(Wire fresh, long peerReceived) {
        in.begin();
        heardAt = System.nanoTime();
        askedAt = heardAt;
        silent = false;
        hasBeenConnected = true;
        return out.attach(fresh, peerReceived);
    }
}
