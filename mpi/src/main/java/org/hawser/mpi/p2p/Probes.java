package org.hawser.mpi.p2p;

import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Rank;

/**
 * Looks for messages that have come and were not received: tells of one, or takes it out of matching, so that only who
 * took it can receive it.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per wait.
 */
public final class Probes {
    private final Rank rank;
    private final Engine engine;
    private final Watch watch;

    Probes(Engine engine) {
        this.engine = engine;
        rank = engine.rank;
        watch = engine.watch;
    }

    /** Looks for a message that has arrived, without taking it; true when {@code found} has been filled. */
    public boolean peek(int context, int from, int tag, Envelope found) {
        rank.progress();
        rank.hold();
        try {
            Arrived message = engine.arrived.find(from, Wire.key(context, tag));
            if (message == null) {
                return false;
            }
            found.source = message.source;
            found.tag = message.tag;
            found.bytes = message.bytes;
            return true;
        } finally {
            rank.letGo();
        }
    }

    /** Waits for a message to arrive, without taking it; {@code found} has been filled then. */
    public void await(int context, int from, int tag, Envelope found) {
        rank.await(new Awaitable() {
            @Override
            public boolean isDone() {
                return peek(context, from, tag, found);
            }

            @Override
            public boolean isDoneBeforeSleep() {
                if (!isDone()) {
                    refuse(context, from);
                }
                return isDone();
            }
        }, PointToPoint.NOBODY);
    }

    /** Now and then, for one who looks again and again for a message: throws when it cannot come. */
    public void check(int context, int from) {
        if (watch.isDue()) {
            refuse(context, from);
        }
    }

    /** Throws when a message that is waited for cannot come: its sender is lost, or the communicator revoked. */
    void refuse(int context, int from) {
        watch.refuseArrival(context, from);
    }

    /** Takes a message that has arrived out of matching; null when there is none. */
    public Arrived take(int context, int from, int tag) {
        rank.progress();
        rank.hold();
        try {
            Arrived message = engine.arrived.find(from, Wire.key(context, tag));
            if (message != null) {
                engine.arrived.remove(message);
            }
            return message;
        } finally {
            rank.letGo();
        }
    }

    /** Waits for a message to arrive and takes it out of matching. */
    public Arrived awaitAndTake(int context, int from, int tag) {
        Taking taking = new Taking(this, context, from, tag);
        rank.await(taking, PointToPoint.NOBODY);
        return taking.taken();
    }
}
