package org.hawser.testkit;

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
 * A domain that advertises nothing and has no way of its own to a peer's region.
 *
 * <p><b>Threads:</b> as the domain it wraps.
 */
class CoreOnlyDomain extends Domain {
    final Domain domain;

    CoreOnlyDomain(Domain domain) {
        this.domain = domain;
    }

    @Override
    public String provider() {
        return CoreOnlyProvider.NAME;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of();
    }

    @Override
    public RemoteRegion attach(RegionKey key) {
        return null;
    }

    @Override
    public Endpoint connect(int peer) {
        return domain.connect(peer);
    }

    @Override
    public int poll(Receiver receiver, int limit) {
        return domain.poll(receiver, limit);
    }

    @Override
    public boolean isPollDear() {
        return domain.isPollDear();
    }

    @Override
    public boolean hasArrivals() {
        return domain.hasArrivals();
    }

    @Override
    public Doorbell doorbell() {
        return domain.doorbell();
    }

    @Override
    public void wake(int peer) {
        domain.wake(peer);
    }

    @Override
    public boolean isAlive(int peer) {
        return domain.isAlive(peer);
    }

    @Override
    public boolean isLost(int peer) {
        return domain.isLost(peer);
    }

    @Override
    public void maintain() {
        domain.maintain();
    }

    @Override
    public Region allocate(long bytes, long id, long secret) {
        return domain.allocate(bytes, id, secret);
    }

    @Override
    public Region register(MemorySegment memory, long id, long secret) {
        return domain.register(memory, id, secret);
    }

    @Override
    public void close() {
        domain.close();
    }
}
