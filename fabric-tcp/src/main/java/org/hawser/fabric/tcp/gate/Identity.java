package org.hawser.fabric.tcp.gate;

/**
 * Who a rank is when it shakes hands.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param rank    its number
 * @param size    the ranks of its job
 * @param host    where it is, for messages
 * @param keys    what it proves itself with
 * @param tls     how its connections are encrypted, or null when they are not
 * @param version the protocol it speaks
 */
record Identity(int rank, int size, String host, JobKeys keys, TlsContext tls, int version) {
    @Override
    public String toString() {
        return "rank=" + rank + " host=" + host;
    }
}
