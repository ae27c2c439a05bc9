package org.hawser.fabric.tcp.gate;

/**
 * What the gate asks of, and tells to, the one who owns the streams between ranks.
 *
 * <p>When two ranks dial each other at once, the dial of the lower rank wins: while it dials itself, it answers
 * {@link #YIELD} to the higher one, which then waits for it; the higher one admits the lower one's dial and forgets its
 * own. The owner of the streams decides so in {@link #admit}, since it knows what it dials.
 *
 * <p><b>Threads:</b> called by the thread that calls {@link Gate#serve}, {@link Gate#dial} or {@link Gate#tend}.
 */
public interface Admissions {
    /** Answer of {@link #admit}: this rank is dialling the peer, and its own dial wins. */
    long YIELD = -1;
    /** Answer of {@link #admit}: this rank has given the peer up, or is leaving; the peer need not try again. */
    long GONE = -2;

    /**
     * How many bytes of the peer's stream this rank has received, to be told to a peer that was dialled and has proved
     * itself. From here on nothing more is read from an older connection to it.
     *
     * @return an offset, or a negative number to drop the dial, as when the peer's own dial was quicker
     */
    long received(int peer);

    /**
     * Decides about a peer that has dialled and proved itself. If the answer is an offset, nothing more is read from an
     * older connection to the peer, and {@link #admitted} follows unless this connection breaks too.
     *
     * @param peer         the rank that wants in
     * @param peerReceived how many bytes of this rank's stream it has received
     * @return how many bytes of its stream this rank has received, {@link #YIELD} or {@link #GONE}
     */
    long admit(int peer, long peerReceived);

    /** The handshake is over; the connection is the streams' from here on, and so is its key at the selector. */
    void admitted(Admitted connection);

    /**
     * A dial came to nothing.
     *
     * @param peer who was dialled
     * @param why  the kind of failure
     * @param text what happened, where, and what to do about it
     */
    void failed(int peer, Refusal why, String text);
}
