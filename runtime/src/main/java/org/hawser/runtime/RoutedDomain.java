package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Domain;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.ForeignRank;
import org.hawser.fabric.Place;
import org.hawser.fabric.Receiver;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.platform.idle.Doorbell;

/**
 * Two providers as one: <em>near</em> carries this rank to the ranks of its node, <em>far</em> to all others; also to
 * ranks of other jobs. Both ring the near one's doorbell. A region is one memory with one key that both open to their
 * peers.
 *
 * <p>A look at a network costs a system call, twenty looks into memory. So while messages come from near, and none has
 * come from far since, the far provider is looked at once in {@value #FAR_PATIENCE} polls: that delays a message from
 * another node by some microseconds, and those of this node by next to nothing. Else it is looked at every time.
 *
 * <p><b>Threads:</b> as a domain's.
 */
final class RoutedDomain extends Domain {
    private static final int FAR_PATIENCE = 32;

    private final Place place;
    private final Domain near;
    private final Domain far;
    private final Set<Capability> both;
    /** Ranks of other jobs that are reached by the far provider. */
    private final Set<Integer> farForeigners = ConcurrentHashMap.newKeySet();
    /** The last message came from this node. */
    private boolean nearSpoke;
    private int farPatience;

    RoutedDomain(Place place, Domain near, Domain far) {
        this.place = place;
        this.near = near;
        this.far = far;
        both = EnumSet.copyOf(near.capabilities());
        both.retainAll(far.capabilities());
    }

    private Domain to(int peer) {
        boolean isNear = peer < place.size() ? place.isNear(peer) : !farForeigners.contains(peer);
        return isNear ? near : far;
    }

    @Override
    public String provider() {
        return near.provider() + "+" + far.provider();
    }

    @Override
    public Set<Capability> capabilities() {
        return both;
    }

    @Override
    public boolean has(Capability capability, int peer) {
        return to(peer).has(capability);
    }

    @Override
    public Endpoint connect(int peer) {
        return to(peer).connect(peer);
    }

    @Override
    public int poll(Receiver receiver, int limit) {
        int work = near.poll(receiver, limit);
        if (work > 0) {
            nearSpoke = true;
        }
        if (nearSpoke && ++farPatience < FAR_PATIENCE) {
            return work;
        }
        return work + pollFar(receiver, limit);
    }

    private int pollFar(Receiver receiver, int limit) {
        farPatience = 0;
        int work = far.poll(receiver, limit);
        if (work > 0) {
            nearSpoke = false;
        }
        return work;
    }

    @Override
    public int pollAll(Receiver receiver, int limit) {
        return near.pollAll(receiver, limit) + pollFar(receiver, limit);
    }

    @Override
    public boolean isPollDear() {
        return !nearSpoke && far.isPollDear();
    }

    @Override
    public boolean hasArrivals() {
        return near.hasArrivals() || far.hasArrivals();
    }

    @Override
    public Doorbell doorbell() {
        return near.doorbell();
    }

    @Override
    public void wake(int peer) {
        to(peer).wake(peer);
    }

    @Override
    public boolean isAlive(int peer) {
        return to(peer).isAlive(peer);
    }

    @Override
    public boolean isLost(int peer) {
        return to(peer).isLost(peer);
    }

    @Override
    public boolean meetsInMemory() {
        return near.meetsInMemory();
    }

    @Override
    public String contact() {
        return far.contact();
    }

    @Override
    public void admit(int number, ForeignRank rank, long stamp) {
        if (rank.meetsInMemory()) {
            near.admit(number, rank, stamp);
        } else {
            far.admit(number, rank, stamp);
            farForeigners.add(number);
        }
    }

    @Override
    public void dismiss(int number) {
        to(number).dismiss(number);
        farForeigners.remove(number);
    }

    @Override
    public void maintain() {
        near.maintain();
        far.maintain();
    }

    @Override
    public Region allocate(long bytes, long id, long secret) {
        return both(near.allocate(bytes, id, secret), id, secret);
    }

    @Override
    public Region register(MemorySegment memory, long id, long secret) {
        return both(near.register(memory, id, secret), id, secret);
    }

    @Override
    public Region lend(MemorySegment memory, long id, long secret, int peer) {
        return to(peer).lend(memory, id, secret, peer);
    }

    private Region both(Region here, long id, long secret) {
        try {
            return new RoutedRegion(here, far.register(here.memory(), id, secret));
        } catch (RuntimeException e) {
            here.close();
            throw e;
        }
    }

    @Override
    public RemoteRegion attach(RegionKey key) {
        return to(key.owner()).attach(key);
    }

    @Override
    public void close() {
        try {
            far.close();
        } finally {
            near.close();
        }
    }

    /** One memory, open at both. */
    private record RoutedRegion(Region here, Region there) implements Region {
        @Override
        public MemorySegment memory() {
            return here.memory();
        }

        @Override
        public RegionKey key() {
            return here.key();
        }

        @Override
        public void close() {
            there.close();
            here.close();
        }

        @Override
        public void withdraw() {
            there.withdraw();
            here.withdraw();
        }
    }
}
