package org.hawser.mpi.p2p;

import java.util.function.Consumer;
import org.hawser.fabric.FabricException;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

/**
 * Ends operations of collectives whose peer has no part in them, because it has called the collective with other counts
 * and so chosen another algorithm, or called another one. An operation that has been under way for long asks its peer,
 * again and again, but less and less often. The peer says nothing as long as it may come to the operation; when it is
 * past that, it says so. Its answer comes behind all that it has sent, so who hears it and has no message will get
 * none.
 *
 * <p>No rank waits for ever so. Who waits waits for a rank that has not called yet, is in the same call, or is past it.
 * The last is told apart by the question; and ranks in the same call, of the same shape, do not wait in a circle.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> per question.
 */
final class Doubts {
    /** How long an operation is under way before its peer is asked. */
    private static final long PATIENCE_NANOS = 50_000_000;
    /** The longest time between two questions. */
    private static final long MOST_PATIENCE_NANOS = 1_600_000_000;
    /** In place of an operation: the call that waits in shared memory. */
    private static final long NO_OPERATION = -1;

    private final Engine engine;
    /** Made once, as looks are many. */
    private final Consumer<Operation> doubting = this::doubt;
    private long now;

    Doubts(Engine engine) {
        this.engine = engine;
    }

    /** Asks about operations that have been under way for long. */
    void look(long nanoTime) {
        now = nanoTime;
        engine.operations.forEachUnderWay(doubting);
    }

    private void doubt(Operation operation) {
        if (!isOpen(operation) || operation.peer < 0 || operation.peer == engine.rank.number()) {
            return;
        }
        if (operation.isNewToDoubt()) {
            operation.doubtAfter(now, PATIENCE_NANOS);
        } else if (operation.isDoubted(now)) {
            operation.doubtAfter(now, Math.min(2 * operation.patience(), MOST_PATIENCE_NANOS));
            CollectiveCalls calls = calls(operation.key);
            long number = calls == null ? CollectiveCalls.NONE : calls.numberOf(Wire.tag(operation.key));
            if (number != CollectiveCalls.NONE) {
                ask(operation.peer, operation.key, operation.name(), number, calls.shapeOf(number));
            }
        }
    }

    /** True while nothing has come of an operation; what has begun to move goes on by itself. */
    private static boolean isOpen(Operation operation) {
        return operation.state == Operation.State.POSTED || operation.state == Operation.State.OFFERED;
    }

    /** Those of the communicator whose collectives such a key belongs to; null when it belongs to none. */
    private CollectiveCalls calls(long key) {
        Circle circle = engine.watch.circle(Wire.context(key));
        return circle == null || Wire.context(key) != circle.context() + 1 ? null : circle.calls();
    }

    /** Asks a peer about the call in shared memory that waits for it; the answer is told to the calls. */
    void ask(Circle circle, int peer) {
        CollectiveCalls calls = circle.calls();
        long number = calls == null ? CollectiveCalls.NONE : calls.waiting();
        if (number != CollectiveCalls.NONE) {
            ask(peer, Wire.key(circle.context() + 1, 0), NO_OPERATION, number, calls.shapeOf(number));
        }
    }

    private void ask(int peer, long key, long name, long number, long shape) {
        try {
            engine.partner(peer).link.post(Wire.STILL, Wire.head(key, 0), name, number, shape);
        } catch (FabricException e) {
            if (e.severity() != FabricException.Severity.PEER_LOST) {
                throw e;
            }
            // The watch finds it.
        }
    }

    void onStill(Partner from, long at) {
        long key = Wire.key(Wire.word(at, 0));
        CollectiveCalls calls = calls(key);
        long number = Wire.word(at, 2);
        CollectiveCalls.Standing standing = calls == null ? CollectiveCalls.Standing.ALIVE
            : calls.standing(number, Wire.word(at, 3));
        if (standing == CollectiveCalls.Standing.ALIVE) {
            return;
        }
        if (standing == CollectiveCalls.Standing.OVER && Wire.word(at, 1) != NO_OPERATION) {
            engine.endings.discardArrived(from.rank, key);
        }
        from.link.post(Wire.PAST, Wire.head(key, 0), Wire.word(at, 1), number);
    }

    void onPast(Partner from, long at) {
        if (Wire.word(at, 1) == NO_OPERATION) {
            CollectiveCalls calls = calls(Wire.key(Wire.word(at, 0)));
            if (calls != null) {
                calls.hear(Wire.word(at, 2), from.rank);
            }
            return;
        }
        Operation operation = engine.operations.find(Wire.word(at, 1), from.rank, Operation.State.POSTED,
            Operation.State.OFFERED);
        if (operation != null && operation.failure() == null) {
            engine.endings.giveUp(operation, new MpiFailure(ErrorClass.TRUNCATE, "another rank has no part in this "
                + "collective as it was called here: ranks call it with different counts, or call different ones: "
                + "rank of the job=" + from.rank + " bytes=" + operation.room));
        }
    }
}
