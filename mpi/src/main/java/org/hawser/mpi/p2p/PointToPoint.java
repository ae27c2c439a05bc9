package org.hawser.mpi.p2p;

import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Rank;

/**
 * Point-to-point communication of one rank: sends and receives of bytes, matched by context, source and tag.
 *
 * <p>Ranks are those of the job; communicators translate. Memory is given as an array and an offset in bytes from its
 * first element or, when the array is null, as an address; the caller has checked that the bytes are there. With an
 * address the caller keeps the memory reachable: by a fence around calls that wait, by {@code keep} for the others.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing per message, but for those that arrive before their receive and for
 * large ones.
 */
public final class PointToPoint {
    /** A receive from any rank. */
    public static final int ANY_SOURCE = -1;
    /** A receive of any tag. */
    public static final int ANY_TAG = -1;
    /** Contexts are below this. */
    public static final int CONTEXTS = 1 << 24;

    /** Point-to-point communication for {@code rank}; once per rank, before a barrier of all. */
    public PointToPoint(Rank rank) {
    }

    /** Sends and returns when the memory may be used again; a synchronous send when a receive has matched, too. */
    public void send(int context, int to, int tag, boolean synchronous, Object array, long offset, long bytes) {
        throw new UnsupportedOperationException();
    }

    /** Receives up to {@code bytes}; the operation returned is done. */
    public Operation receive(int context, int from, int tag, Object array, long offset, long bytes) {
        throw new UnsupportedOperationException();
    }

    /** Starts a send; the memory stays untouched until the operation is done. */
    public Operation startSend(int context, int to, int tag, boolean synchronous, Object array, long offset,
                               long bytes, Object keep) {
        throw new UnsupportedOperationException();
    }

    /** Starts a receive; the memory is not looked at until the operation is done. */
    public Operation startReceive(int context, int from, int tag, Object array, long offset, long bytes,
                                  Object keep) {
        throw new UnsupportedOperationException();
    }

    /** Starts to receive a message that {@link #take} took. */
    public Operation startReceive(Arrived message, Object array, long offset, long bytes, Object keep) {
        throw new UnsupportedOperationException();
    }

    /** Looks for a message that has arrived, without taking it; true when {@code found} has been filled. */
    public boolean peek(int context, int from, int tag, Envelope found) {
        throw new UnsupportedOperationException();
    }

    /** Takes a message that has arrived out of matching; null when there is none. */
    public Arrived take(int context, int from, int tag) {
        throw new UnsupportedOperationException();
    }

    /** Makes progress and returns how much was done. */
    public int progress() {
        throw new UnsupportedOperationException();
    }

    /** Waits until {@code operation} is done. A lost peer is the operation's failure. */
    public void await(Operation operation) {
        throw new UnsupportedOperationException();
    }

    /** Waits until {@code awaited}, which some operation's end ends, is done. */
    public void await(Awaitable awaited) {
        throw new UnsupportedOperationException();
    }

    /** Cancels if it can still be done: when the operation is done it says whether it was cancelled. */
    public void cancel(Operation operation) {
        throw new UnsupportedOperationException();
    }

    /** Gives back an operation that is done. */
    public void recycle(Operation operation) {
        throw new UnsupportedOperationException();
    }

    /** Lets an operation go: it ends by itself and nobody asks for it any more. */
    public void release(Operation operation) {
        throw new UnsupportedOperationException();
    }

    /** Operations that were started and neither recycled nor released. */
    public int pending() {
        throw new UnsupportedOperationException();
    }
}
