package org.hawser.mpi.p2p;

/**
 * What is known of a message apart from its bytes: who sent it, its tag and its length.
 *
 * <p><b>Threads:</b> one at a time.
 */
public class Envelope {
    int source;
    int tag;
    long bytes;

    /** An envelope to be filled. */
    public Envelope() {
    }

    /** The rank in the job that sent the message. */
    public final int source() {
        return source;
    }

    /** Its tag. */
    public final int tag() {
        return tag;
    }

    /** Its length. */
    public final long bytes() {
        return bytes;
    }
}
