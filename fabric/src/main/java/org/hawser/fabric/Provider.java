package org.hawser.fabric;

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

    /** True when this provider can carry {@code place}'s ranks to each other. */
    boolean reaches(Place place);

    /** Joins the medium. */
    Domain open(Place place);
}
