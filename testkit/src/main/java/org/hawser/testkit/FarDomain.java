package org.hawser.testkit;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Completion;
import org.hawser.fabric.Domain;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.Post;
import org.hawser.fabric.Receiver;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.platform.idle.Doorbell;

/**
 * The core of a domain, whose messages ring the doorbell that the receiver sleeps on already.
 *
 * <p><b>Threads:</b> as the domain it wraps.
 */
final class FarDomain extends CoreOnlyDomain {
    private record BellKey(int rank) {
    }

    private final ConcurrentMap<Object, Object> medium;
    private final Doorbell doorbell;
    private final boolean remote;
    /** What has been done and is told at the next poll. */
    private final Queue<Runnable> ended = new ConcurrentLinkedQueue<>();
    private final Map<Integer, Endpoint> endpoints = new ConcurrentHashMap<>();

    FarDomain(Domain domain, int rank, ConcurrentMap<Object, Object> medium, Doorbell doorbell, boolean remote) {
        super(domain);
        this.remote = remote;
        this.medium = medium;
        this.doorbell = doorbell == null ? domain.doorbell() : doorbell;
        medium.put(new BellKey(rank), this.doorbell);
    }

    @Override
    public String provider() {
        return FarProvider.NAME;
    }

    @Override
    public Set<Capability> capabilities() {
        return remote ? FarRegion.CAPABILITIES : super.capabilities();
    }

    @Override
    public RemoteRegion attach(RegionKey key) {
        return remote && domain.attach(key) instanceof MappedRegion mapped ? new FarRegion(mapped, this) : null;
    }

    /** Has a completion told of a result, not yet. */
    void later(Completion completion, long result) {
        ended.add(() -> completion.completed(result));
        doorbell.ringOwn();
    }

    @Override
    public int poll(Receiver receiver, int limit) {
        int work = 0;
        // Those that are there now: a completion may start more.
        for (int i = ended.size(); i > 0; i--) {
            ended.remove().run();
            work++;
        }
        return work + super.poll(receiver, limit);
    }

    @Override
    public boolean hasArrivals() {
        return !ended.isEmpty() || super.hasArrivals();
    }

    @Override
    public Doorbell doorbell() {
        return doorbell;
    }

    @Override
    public Endpoint connect(int peer) {
        return endpoints.computeIfAbsent(peer, this::open);
    }

    private Endpoint open(int peer) {
        Endpoint way = domain.connect(peer);
        // A rank that can be connected to has made its page; its bell comes right behind.
        while (!medium.containsKey(new BellKey(peer))) {
            Thread.onSpinWait();
        }
        return new FarEndpoint(way, (Doorbell) medium.get(new BellKey(peer)));
    }

    @Override
    public void wake(int peer) {
        ((FarEndpoint) connect(peer)).bell.ring();
    }

    /** An endpoint that rings another bell than its own. */
    private static final class FarEndpoint extends Endpoint {
        private final Endpoint way;
        private final Doorbell bell;

        FarEndpoint(Endpoint way, Doorbell bell) {
            super(way.peer(), way.maxBody());
            this.way = way;
            this.bell = bell;
        }

        private int rung(int post) {
            if (post == Post.DONE) {
                bell.ring();
            }
            return post;
        }

        @Override
        public int sendShort(int word, long body) {
            return rung(way.sendShort(word, body));
        }

        @Override
        public int sendShort(int word, long first, long second) {
            return rung(way.sendShort(word, first, second));
        }

        @Override
        public long claim(int length) {
            return way.claim(length);
        }

        @Override
        public MemorySegment memory() {
            return way.memory();
        }

        @Override
        public void commit(int word) {
            way.commit(word);
            bell.ring();
        }

        @Override
        public void abandon() {
            way.abandon();
        }
    }
}
