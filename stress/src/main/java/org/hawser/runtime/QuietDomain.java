package org.hawser.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Domain;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.Receiver;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.platform.idle.Doorbell;

/**
 * A domain on which nothing arrives, for tests of what stands above it.
 *
 * <p><b>Threads:</b> any; {@link #polls} is counted by the polling thread alone, and tells when there were two.
 */
class QuietDomain extends Domain {
    /** Plain on purpose: two pollers at once lose a count. */
    int polls;
    private final Doorbell bell = Doorbell.ofThread(Arena.ofAuto().allocate(64, 64), 0);

    @Override
    public String provider() {
        return "quiet";
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of();
    }

    @Override
    public Endpoint connect(int peer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int poll(Receiver receiver, int limit) {
        polls = polls + 1;
        return 1;
    }

    @Override
    public boolean hasArrivals() {
        return false;
    }

    @Override
    public Doorbell doorbell() {
        return bell;
    }

    @Override
    public void wake(int peer) {
        bell.ring();
    }

    @Override
    public boolean isAlive(int peer) {
        return true;
    }

    @Override
    public Region allocate(long bytes, long id, long secret) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Region register(MemorySegment memory, long id, long secret) {
        throw new UnsupportedOperationException();
    }

    @Override
    public RemoteRegion attach(RegionKey key) {
        return null;
    }

    @Override
    public void close() {
    }
}
