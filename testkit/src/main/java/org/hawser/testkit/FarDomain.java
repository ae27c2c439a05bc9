package org.hawser.testkit;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.hawser.fabric.Domain;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.Post;
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
    private final Map<Integer, Endpoint> endpoints = new ConcurrentHashMap<>();

    FarDomain(Domain domain, int rank, ConcurrentMap<Object, Object> medium, Doorbell doorbell) {
        super(domain);
        this.medium = medium;
        this.doorbell = doorbell == null ? domain.doorbell() : doorbell;
        medium.put(new BellKey(rank), this.doorbell);
    }

    @Override
    public String provider() {
        return FarProvider.NAME;
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
