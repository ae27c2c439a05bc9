package org.hawser.launcher.agent;

import java.util.concurrent.CompletableFuture;

/**
 * What ranks of a job have said about themselves, for the other ranks.
 *
 * <p><b>Threads:</b> any.
 */
public interface AddressBook {
    /** Takes down what a rank says. */
    void publish(int rank, String key, String value);

    /** What a rank has said or will say; null in the end when it has ended without saying it. */
    CompletableFuture<String> lookup(int rank, String key);
}
