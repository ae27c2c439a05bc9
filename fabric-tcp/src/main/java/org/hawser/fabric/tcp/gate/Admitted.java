package org.hawser.fabric.tcp.gate;

/**
 * A connection whose two ends have proved to each other that they are ranks of this job. The bytes on its wire begin
 * directly behind the handshake.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param wire         the way to the peer
 * @param peer         the rank at the other end
 * @param dialled      true when this side made the connection
 * @param peerReceived how many bytes of this rank's stream the peer has received on earlier connections
 */
public record Admitted(Wire wire, int peer, boolean dialled, long peerReceived) {
}
