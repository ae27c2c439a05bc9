package org.hawser.fabric.tcp.gate;

/**
 * Who a rank is when it shakes hands, and whom it knows.
 *
 * <p><b>Threads:</b> immutable, but for the acquaintances.
 *
 * @param rank    its number
 * @param size    the ranks of its job
 * @param host    where it is, for messages
 * @param keys    what it proves itself with to ranks of its job
 * @param tls     how its connections are encrypted, or null when they are not
 * @param version the protocol it speaks
 * @param others  the ranks of other jobs that it knows
 */
record Identity(int rank, int size, String host, JobKeys keys, TlsContext tls, int version, Acquaintances others) {
    /** One that knows no other jobs. */
    Identity(int rank, int size, String host, JobKeys keys, TlsContext tls, int version) {
        this(rank, size, host, keys, tls, version, new Acquaintances());
    }

    /** What it dials a peer with. */
    JobKeys keysTo(int peer) {
        return peer < size ? keys : others.dialling(peer);
    }

    /** What a peer is called in its own job. */
    int rankOf(int peer) {
        return peer < size ? peer : others.rankOf(peer);
    }

    /** What it accepts somebody with who names this tag; null when nobody should. */
    JobKeys keysOf(long tag) {
        return tag == keys.tag() ? keys : others.called(tag);
    }

    /** The peer that calls itself {@code from} under these keys; negative when there is none. */
    int peerOf(JobKeys named, int from) {
        if (named != keys) {
            return others.numberOf(named.tag(), from);
        }
        return from >= 0 && from < size && from != rank ? from : -1;
    }

    @Override
    public String toString() {
        return "rank=" + rank + " host=" + host;
    }
}
