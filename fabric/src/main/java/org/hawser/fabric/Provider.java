package org.hawser.fabric;

import org.hawser.platform.idle.Doorbell;

/**
 * A medium that carries messages between ranks; found with {@link java.util.ServiceLoader}.
 *
 * <p><b>Threads:</b> any.
 */
public interface Provider {
    /** A short name, as in {@code --fabric shm}. */
    String name();

    /** The higher of two providers that both reach a peer is taken. */
    int preference();

    /** True when this provider can carry messages between {@code place}'s rank and {@code peer}. */
    boolean reaches(Place place, int peer);

    /**
     * Joins the medium.
     *
     * @param doorbell what this rank sleeps on already, because another provider carries it to other peers; null when
     *                 this domain is to have one of its own
     * @throws FabricException when the provider's own doorbell is the only one it can ring
     */
    Domain open(Place place, Doorbell doorbell);
}
