package org.hawser.runtime.wireup;

import java.security.SecureRandom;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.LockSupport;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.WireUp;

/**
 * Ranks that are threads of one process find each other in a map that they share.
 *
 * <p><b>Threads:</b> any.
 */
final class SharedWireUp implements WireUp {
    private record Key(int rank, String name) {
    }

    private record SecretKey() {
    }

    private final int rank;
    private final ConcurrentMap<Object, Object> shared;

    SharedWireUp(int rank, ConcurrentMap<Object, Object> shared) {
        this.rank = rank;
        this.shared = shared;
    }

    @Override
    public void publish(String key, String value) {
        if (shared.putIfAbsent(new Key(rank, key), value) != null) {
            throw FabricException.refused("a rank joins its job once: rank=" + rank + " key=" + key);
        }
    }

    @Override
    public void commit() {
        // What is published is known at once.
    }

    @Override
    public String lookup(int peer, String key) {
        Patience patience = new Patience();
        while (true) {
            if (shared.get(new Key(peer, key)) instanceof String value) {
                return value;
            }
            if (patience.isOver()) {
                throw new FabricException(FabricException.Severity.PEER_LOST,
                    "a rank has not come to its job: peer=" + peer + " waited=" + patience);
            }
            LockSupport.parkNanos(Patience.LOOK_NANOS);
        }
    }

    @Override
    public byte[] secret() {
        byte[] drawn = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(drawn);
        Object known = shared.putIfAbsent(new SecretKey(), drawn);
        return known == null ? drawn : (byte[]) known;
    }

    @Override
    public void close() {
        // Others may still look this rank up, and find that nobody answers.
    }
}
