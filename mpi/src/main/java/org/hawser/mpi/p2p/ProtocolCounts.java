package org.hawser.mpi.p2p;

/**
 * How many messages this rank has sent by each protocol.
 *
 * <p><b>Threads:</b> counted by whoever holds the rank; read by any, maybe a little late.
 */
public final class ProtocolCounts {
    long eager;
    long hybrid;
    long sendRendezvous;
    long receiveRendezvous;
    long written;
    long packed;
    long multiWrite;
    long gatherScatter;
    long joint;

    ProtocolCounts() {
    }

    /** Sent at once, into the receiver's ring. */
    public long eager() {
        return eager;
    }

    /** Copied to the sender's staging memory, from where the receiver took them. */
    public long hybrid() {
        return hybrid;
    }

    /** Moved after the receiver answered the sender. */
    public long sendRendezvous() {
        return sendRendezvous;
    }

    /** Written where the receiver had announced it wanted them. */
    public long receiveRendezvous() {
        return receiveRendezvous;
    }

    /** Of those, the ones that the network took from the program's memory and put into the receiver's. */
    public long written() {
        return written;
    }

    /** Of the sent ones, those whose items had gaps and were packed. */
    public long packed() {
        return packed;
    }

    /** Written by this rank block by block into the receiver's items (Multi-W). */
    public long multiWrite() {
        return multiWrite;
    }

    /** Moved by this rank from blocks to blocks in one pass (SGRS), as sender or as receiver. */
    public long gatherScatter() {
        return gatherScatter;
    }

    /** Pieces of messages that two ranks copy together, sent or received: those that this one copied. */
    public long joint() {
        return joint;
    }
}
