package org.hawser.runtime.wireup;

import java.util.concurrent.atomic.AtomicBoolean;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.WireUp;

/**
 * Ranks find each other through what their launcher keeps for them.
 *
 * <p><b>Threads:</b> any.
 */
final class ManagedWireUp implements WireUp {
    private final KeyValues values;
    private final byte[] secret;
    private final Runnable leave;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean used;

    ManagedWireUp(KeyValues values, byte[] secret, Runnable leave) {
        this.values = values;
        this.secret = secret;
        this.leave = leave;
    }

    /**
     * For the rank, which joins once: the launcher has one fence for all, and takes one leave.
     *
     * @throws FabricException when it has left
     */
    ManagedWireUp use() {
        if (closed.get()) {
            throw FabricException.refused("this process has left its job, and its launcher lets none come back: rank="
                + values.rank() + " of " + values.size());
        }
        used = true;
        return this;
    }

    /** True once a rank has it. */
    boolean isUsed() {
        return used;
    }

    @Override
    public void publish(String key, String value) {
        values.put("at-" + key, value);
    }

    @Override
    public void commit() {
        values.fence();
    }

    @Override
    public String lookup(int rank, String key) {
        String value = values.get(rank, "at-" + key);
        if (value == null) {
            throw new FabricException(FabricException.Severity.PEER_LOST, "a rank has told no address: peer=" + rank
                + " key=" + key + " rank=" + values.rank() + " host=" + Host.name()
                + "; all ranks must have the same settings, hawser.fabric among them");
        }
        return value;
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            leave.run();
        }
    }
}
