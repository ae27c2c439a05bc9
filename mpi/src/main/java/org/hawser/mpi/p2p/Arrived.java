package org.hawser.mpi.p2p;

/**
 * A message that was taken out of matching by a matched probe, until it is received.
 *
 * <p><b>Threads:</b> one at a time.
 */
public final class Arrived extends Envelope {
    Arrived() {
    }
}
