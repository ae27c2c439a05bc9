package org.hawser.runtime;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.hawser.fabric.Completion;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.Post;
import org.hawser.fabric.RemoteRegion;

/**
 * Put, get and atomics. Where the peer's memory is mapped each is the processor's own load, store, copy or atomic, and
 * nothing is left to wait for; elsewhere it is started on the fabric and a {@link Handle} knows when it is over.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing on mapped memory.
 */
final class OneSided {
    private final Peers peers;
    private final ProgressEngine engine;
    private final JointCopies joint;
    /** Something was started with no handle of its own since the last barrier. */
    private volatile boolean implicitStarted;
    /** Threads that wait for all of that before a barrier. */
    private final AtomicInteger fences = new AtomicInteger();
    /** 8 bytes of each thread that lie still while the fabric reads or writes them. */
    private final ThreadLocal<MemorySegment> word =
        ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(Long.BYTES, Long.BYTES));
    private final Consumer<Peer> awaitPeer = peer -> await(peer.implicit, peer.rank);

    OneSided(Peers peers, ProgressEngine engine, JointCopies joint) {
        this.peers = peers;
        this.engine = engine;
        this.joint = joint;
    }

    void put(RemoteRegion region, long offset, long value) {
        if (region instanceof MappedRegion mapped) {
            mapped.putLong(offset, value);
        } else {
            MemorySegment source = takeWord();
            source.set(ValueLayout.JAVA_LONG, 0, value);
            put(region, offset, source, 0, Long.BYTES);
            word.set(source);
        }
    }

    void signal(RemoteRegion region, long offset, long value) {
        if (region instanceof MappedRegion mapped) {
            mapped.putLongRelease(offset, value);
        } else {
            fence(region.owner());
            put(region, offset, value);
        }
    }

    void put(RemoteRegion region, long offset, MemorySegment source, long sourceOffset, long length) {
        if (region instanceof MappedRegion mapped) {
            put(mapped, offset, source, sourceOffset, length);
        } else {
            Handle handle = new Handle();
            put(region, offset, source, sourceOffset, length, handle);
            await(handle, region.owner());
        }
    }

    void put(RemoteRegion region, long offset, MemorySegment source, long sourceOffset, long length, Handle handle) {
        if (region instanceof MappedRegion mapped) {
            put(mapped, offset, source, sourceOffset, length);
            return;
        }
        Handle told = begin(region, handle);
        int fruitless = 0;
        int post = Post.DONE;
        try {
            while ((post = region.write(offset, source, sourceOffset, length, told)) == Post.BUSY) {
                fruitless = step(region, fruitless);
            }
        } finally {
            endUnlessStarted(post, told);
        }
    }

    private void put(MappedRegion region, long offset, MemorySegment source, long sourceOffset, long length) {
        if (length < joint.least() || !joint.copy(true, source, sourceOffset, region, offset, length)) {
            region.put(offset, source, sourceOffset, length);
        }
    }

    private void get(MappedRegion region, long offset, MemorySegment target, long targetOffset, long length) {
        if (length < joint.least() || !joint.copy(false, target, targetOffset, region, offset, length)) {
            region.get(offset, target, targetOffset, length);
        }
    }

    long get(RemoteRegion region, long offset) {
        if (region instanceof MappedRegion mapped) {
            return mapped.getLong(offset);
        }
        MemorySegment target = takeWord();
        get(region, offset, target, 0, Long.BYTES);
        long value = target.get(ValueLayout.JAVA_LONG, 0);
        word.set(target);
        return value;
    }

    /** The thread's word, which it gives back when what used it has ended: after a failure it may still be written. */
    private MemorySegment takeWord() {
        MemorySegment mine = word.get();
        word.remove();
        return mine;
    }

    void get(RemoteRegion region, long offset, MemorySegment target, long targetOffset, long length) {
        if (region instanceof MappedRegion mapped) {
            get(mapped, offset, target, targetOffset, length);
        } else {
            Handle handle = new Handle();
            get(region, offset, target, targetOffset, length, handle);
            await(handle, region.owner());
        }
    }

    void get(RemoteRegion region, long offset, MemorySegment target, long targetOffset, long length, Handle handle) {
        if (region instanceof MappedRegion mapped) {
            get(mapped, offset, target, targetOffset, length);
            return;
        }
        Handle told = begin(region, handle);
        int fruitless = 0;
        int post = Post.DONE;
        try {
            while ((post = region.read(offset, target, targetOffset, length, told)) == Post.BUSY) {
                fruitless = step(region, fruitless);
            }
        } finally {
            endUnlessStarted(post, told);
        }
    }

    long fetchAdd(RemoteRegion region, long offset, long delta) {
        if (region instanceof MappedRegion mapped) {
            return mapped.fetchAdd(offset, delta);
        }
        Result result = new Result();
        int fruitless = 0;
        while (region.fetchAdd(offset, delta, result) == Post.BUSY) {
            fruitless = step(region, fruitless);
        }
        return result.await(engine, region.owner());
    }

    void add(RemoteRegion region, long offset, long delta, Handle handle) {
        if (region instanceof MappedRegion mapped) {
            mapped.fetchAdd(offset, delta);
            return;
        }
        Handle told = begin(region, handle);
        int fruitless = 0;
        int post = Post.DONE;
        try {
            while ((post = region.fetchAdd(offset, delta, told)) == Post.BUSY) {
                fruitless = step(region, fruitless);
            }
        } finally {
            endUnlessStarted(post, told);
        }
    }

    long compareSwap(RemoteRegion region, long offset, long expected, long value) {
        if (region instanceof MappedRegion mapped) {
            return mapped.compareSwap(offset, expected, value);
        }
        Result result = new Result();
        int fruitless = 0;
        while (region.compareSwap(offset, expected, value, result) == Post.BUSY) {
            fruitless = step(region, fruitless);
        }
        return result.await(engine, region.owner());
    }

    void await(Handle handle, int peer) {
        engine.await(handle, peer);
        handle.check();
    }

    void fence(int peer) {
        // Full: puts to mapped memory are visible everywhere before anything this thread does next.
        VarHandle.fullFence();
        await(peers.get(peer).implicit, peer);
    }

    /** What a barrier needs: its own atomics order puts to mapped memory, the rest is waited for. */
    void fenceBeforeBarrier() {
        // Another thread's fence may have taken the sign down and not be over; it says so before it does.
        if (implicitStarted || fences.get() > 0) {
            fences.incrementAndGet();
            implicitStarted = false;
            try {
                fence();
            } finally {
                fences.decrementAndGet();
            }
        }
    }

    void fence() {
        VarHandle.fullFence();
        peers.forEach(awaitPeer);
    }

    private Handle begin(RemoteRegion region, Handle handle) {
        Handle told = handle;
        if (handle == null) {
            told = peers.get(region.owner()).implicit;
        }
        told.begin();
        if (handle == null) {
            // After it has begun: a fence that takes the sign down waits for it.
            implicitStarted = true;
        }
        return told;
    }

    /** Also after a refusal, which leaves nothing to wait for. */
    private static void endUnlessStarted(int post, Handle told) {
        if (post != Post.STARTED) {
            told.end();
        }
    }

    private int step(RemoteRegion region, int fruitless) {
        engine.refuseInHandler();
        int next = engine.progress() > 0 ? 0 : fruitless + 1;
        engine.idle(next, region.owner());
        return next;
    }

    /** What an atomic fetched. */
    private static final class Result extends Completion implements Awaitable {
        private long value;
        private RuntimeException failure;
        private volatile boolean done;

        @Override
        public void completed(long result) {
            value = result;
            done = true;
        }

        @Override
        public void failed(RuntimeException cause) {
            failure = cause;
            done = true;
        }

        @Override
        public boolean isDone() {
            return done;
        }

        long await(ProgressEngine engine, int peer) {
            engine.await(this, peer);
            if (failure != null) {
                throw failure;
            }
            return value;
        }
    }
}
