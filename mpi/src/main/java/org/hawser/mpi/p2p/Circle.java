package org.hawser.mpi.p2p;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.group.Members;

/**
 * What waits must know of a communicator: who may send in it, whose end the program has taken note of, and whether it
 * was revoked. There is one per pair of contexts, found by the context of an operation ({@link Watch#circle}).
 *
 * <p>The context of a communicator that was revoked, whose members have come to an agreement in it, or whose members
 * have called a collective in ways that do not fit together, is never used again: a late message must not find another
 * communicator there.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> at construction, and per rank that is acknowledged.
 */
public final class Circle {
    private final int context;
    private final long stamp;
    private final Members senders;
    private final Members all;
    private final Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final CollectiveCalls calls = new CollectiveCalls();
    private volatile boolean revoked;
    private volatile boolean retired;

    Circle(int context, long stamp, Members senders, Members all) {
        this.context = context;
        this.stamp = stamp;
        this.senders = senders;
        this.all = all;
    }

    /** The even context of the pair. */
    public int context() {
        return context;
    }

    /** What all its processes know, and no other communicator that ever had the same context. */
    long stamp() {
        return stamp;
    }

    /** The collectives that this process has called in it. */
    public CollectiveCalls calls() {
        return calls;
    }

    /** Whom a receive from anybody may get a message from, as ranks of the job. */
    public Members senders() {
        return senders;
    }

    /** All processes of the communicator, of both groups if there are two. */
    public Members all() {
        return all;
    }

    /** True once somebody has revoked it. */
    public boolean isRevoked() {
        return revoked;
    }

    /** Marks it as revoked and tells those who asked; false when it was already. */
    public boolean revoke() {
        synchronized (this) {
            if (revoked) {
                return false;
            }
            revoked = true;
            retired = true;
        }
        listeners.forEach(Runnable::run);
        return true;
    }

    /** Has something done when it is revoked; now, if it is already. May run in a handler. */
    public void whenRevoked(Runnable listener) {
        synchronized (this) {
            listeners.add(listener);
            if (!revoked) {
                return;
            }
        }
        listener.run();
    }

    /** What an operation in a revoked communicator fails with. */
    public MpiFailure revocation() {
        return new MpiFailure(ErrorClass.REVOKED, "the communicator was revoked: only shrink and agree work in it");
    }

    /** Throws when it was revoked. */
    public void checkWhole() {
        if (revoked) {
            throw revocation();
        }
    }

    /** Its context must not be used again. */
    public void retire() {
        retired = true;
    }

    /** True when its context must not be used again. */
    public boolean isRetired() {
        return retired;
    }

    /** Receives from anybody do not fail because of this rank any more. */
    public void acknowledge(int world) {
        acknowledged.add(world);
    }

    /** True when the program has taken note of this rank's end. */
    public boolean isAcknowledged(int world) {
        return acknowledged.contains(world);
    }
}
