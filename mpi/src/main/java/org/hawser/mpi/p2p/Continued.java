package org.hawser.mpi.p2p;

import org.hawser.mpi.MpiFailure;
import org.hawser.runtime.Rank;

/**
 * Starts sends and receives from where nothing may wait, a handler or a chore, and tells their owner when they end.
 *
 * <pre>{@code
 * continued.held(schedule::goOn);
 * Operation receive = continued.receive(context, 1, tag, array, 0, 64, this);       // in goOn()
 * }</pre>
 *
 * <p><b>Threads:</b> {@link #held} any, the others whoever holds the rank. <b>Allocates:</b> as
 * {@link PointToPoint}.
 */
public final class Continued {
    private final Rank rank;
    private final Engine engine;
    private final int smallLimit;

    Continued(Rank rank, Engine engine) {
        this.rank = rank;
        this.engine = engine;
        smallLimit = engine.limits.announce();
    }

    /** Does something with the rank held. */
    public void held(Runnable work) {
        rank.hold();
        try {
            work.run();
        } finally {
            rank.letGo();
        }
    }

    /** Has {@link Continuation#goOn} called at the end of this poll, or at the next one. */
    public void goOn(Continuation continuation) {
        engine.goOn(continuation);
    }

    /** Starts a send; null when it is over already, so that nothing will be said of its end. */
    public Operation send(int context, int to, int tag, Object array, long offset, long bytes, Continuation then) {
        long key = Wire.key(context, tag);
        Partner partner = engine.partner(to);
        if (bytes <= smallLimit && partner.queued.isEmpty()
                && Eager.tryPost(partner, key, array, offset, (int) bytes)) {
            partner.sent(key);
            engine.counts.eager++;
            return null;
        }
        Operation send = engine.operations.take().begin(Operation.State.QUEUED, key, to, array, offset, bytes, null);
        send.matched(rank.number(), key, bytes);
        send.then(then);
        engine.sends.send(send);
        return send;
    }

    /** Starts a receive; it may be done when this returns, and its end has been told then. */
    public Operation receive(int context, int from, int tag, Object array, long offset, long bytes,
                             Continuation then) {
        Operation receive = engine.operations.take()
            .begin(Operation.State.POSTED, Wire.key(context, tag), from, array, offset, bytes, null);
        receive.then(then);
        engine.begin(receive);
        return receive;
    }

    /** Ends an operation that its peer will not end any more. */
    public void abandon(Operation operation, MpiFailure cause) {
        engine.abandon(operation, cause);
    }

    /** Gives back an operation that is done. */
    public void recycle(Operation operation) {
        engine.operations.giveBack(operation);
    }
}
