package org.hawser.launcher.agent;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The launcher's own {@link AddressBook}, in which everything ends up.
 *
 * <p><b>Threads:</b> any.
 */
public final class JobAddresses implements AddressBook {
    private record Key(int rank, String name) {
    }

    private final Map<Key, CompletableFuture<String>> said = new ConcurrentHashMap<>();
    private final Set<Integer> ended = ConcurrentHashMap.newKeySet();

    /** An empty one. */
    public JobAddresses() {
    }

    @Override
    public void publish(int rank, String key, String value) {
        CompletableFuture<String> entry = entry(rank, key);
        if (!entry.complete(value)) {
            said.put(new Key(rank, key), CompletableFuture.completedFuture(value));
        }
    }

    @Override
    public CompletableFuture<String> lookup(int rank, String key) {
        CompletableFuture<String> entry = entry(rank, key);
        if (ended.contains(rank)) {
            entry.complete(null);
        }
        return entry;
    }

    /** A rank has ended: whoever waits for what it has not said is told so. */
    public void end(int rank) {
        ended.add(rank);
        said.forEach((key, entry) -> {
            if (key.rank == rank) {
                entry.complete(null);
            }
        });
    }

    private CompletableFuture<String> entry(int rank, String key) {
        return said.computeIfAbsent(new Key(rank, key), absent -> new CompletableFuture<>());
    }
}
