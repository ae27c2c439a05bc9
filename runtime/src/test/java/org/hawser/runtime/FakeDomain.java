package org.hawser.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Domain;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.Post;
import org.hawser.fabric.Receiver;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.platform.idle.Doorbell;

/** A domain that does what a test overrides, and counts what it is asked. */
class FakeDomain extends Domain {
    final Doorbell bell = Doorbell.ofThread(Arena.ofAuto().allocate(64, 64), 0);
    int connects;

    @Override
    public String provider() {
        return "fake";
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of();
    }

    @Override
    public Endpoint connect(int peer) {
        connects++;
        return new Nowhere(peer);
    }

    @Override
    public int poll(Receiver receiver, int limit) {
        return 0;
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

    /** An endpoint that is always busy. */
    private static final class Nowhere extends Endpoint {
        Nowhere(int peer) {
            super(peer, 1024);
        }

        @Override
        public int sendShort(int word, long body) {
            return Post.BUSY;
        }

        @Override
        public int sendShort(int word, long first, long second) {
            return Post.BUSY;
        }

        @Override
        public long claim(int length) {
            return -1;
        }

        @Override
        public MemorySegment memory() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void commit(int word) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void abandon() {
            throw new UnsupportedOperationException();
        }
    }
}
