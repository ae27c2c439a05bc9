package org.hawser.mpi.p2p;

import java.util.function.Consumer;
import org.hawser.fabric.FabricException;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.platform.memory.RawBytes;
import org.hawser.runtime.Link;

/**
 * Ends operations of collectives whose peer has called the collective otherwise, with another count above all: it has
 * chosen another algorithm then, and both would wait for what nobody sends. Who has waited for long tells its peer what
 * its call is, and asks what the peer's was. The peer answers if that was something else.
 *
 * <p><b>Why nobody is accused wrongly.</b> Both messages say the same kind of thing: in the communicator with this
 * context and stamp, the sender's call of this number has this {@linkplain CollectiveCalls signature}. That is a fact
 * which never changes, so it matters not when it is heard, what either rank has done since, and whether the context
 * belongs to another communicator by now: that has another stamp. Numbers are the same at all ranks, signatures are
 * made of what all ranks must give alike. So who has made the same call with another signature knows that the program
 * is wrong. Nothing follows from silence, or from what comes before what.
 *
 * <p><b>Why nobody waits for ever.</b> Who waits, waits for a rank that has not come to the call yet, has called it
 * otherwise, or has called it alike. The second tells so when asked, also when the call is over there. The third sends
 * what it is to send, if not what was hoped for ({@code Mishap}), or waits in turn; and ranks that have called alike do
 * not wait for each other in a circle. Only a rank that is ahead by more calls than it remembers keeps silent.
 *
 * <p>A question is asked again, after twice the time each, so one that finds no room is dropped: a rank that computes
 * for long, and takes nothing, is not buried under them. An answer is sent for sure.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> nothing as long as all ranks call alike.
 */
final class Doubts {
    /** So far apart are rounds; who has waited for 1, 2, 4 and so on, and each further 1024 of them asks. */
    private static final long ROUND_NANOS = 50_000_000;
    private static final int MOST_ROUNDS = 1024;
    /** In a message's first word, above context and signature: the sender wants to know what the call was here. */
    private static final long ASKS = Long.MIN_VALUE;

    private final Engine engine;
    /** Made once, as looks are many. */
    private final Consumer<Operation> doubting = this::doubt;
    private long nextRound = System.nanoTime();
    private int round;
    /** The last question of this round: many operations of one call may wait for one rank. */
    private Circle askedIn;
    private int asked;
    private long askedFor;

    Doubts(Engine engine) {
        this.engine = engine;
    }

    /** Asks about operations that have been under way for long; one thread at a time, not with the rank held. */
    void look(long now) {
        if (now - nextRound < 0) {
            return;
        }
        nextRound = now + ROUND_NANOS;
        round++;
        engine.rank.hold();
        try {
            askedIn = null;
            engine.operations.forEachUnderWay(doubting);
        } finally {
            engine.rank.letGo();
        }
    }

    private void doubt(Operation operation) {
        if (!isOpen(operation) || operation.peer < 0 || operation.peer == engine.rank.number()) {
            return;
        }
        int rounds = operation.roundsInDoubt(round);
        Circle circle = isTurn(rounds) ? circle(Wire.context(operation.key)) : null;
        if (circle == null) {
            return;
        }
        long number = circle.calls().numberOf(Wire.tag(operation.key));
        if (circle != askedIn || operation.peer != asked || number != askedFor) {
            askedIn = circle;
            asked = operation.peer;
            askedFor = number;
            ask(circle, operation.peer, number);
        }
    }

    private static boolean isTurn(int rounds) {
        return rounds > 0 && ((rounds & rounds - 1) == 0 || rounds % MOST_ROUNDS == 0);
    }

    /** True while nothing has come of an operation; what has begun to move goes on by itself. */
    private static boolean isOpen(Operation operation) {
        return operation.state == Operation.State.POSTED || operation.state == Operation.State.OFFERED;
    }

    /** The communicator whose collectives have this context; null when it is that of other messages. */
    private Circle circle(int context) {
        Circle circle = engine.watch.circle(context);
        return circle != null && context == circle.context() + 1 ? circle : null;
    }

    /** Tells a rank what the latest call is here, and asks for its own. */
    void askAfterLatest(Circle circle, int other) {
        ask(circle, other, circle.calls().latest());
    }

    private void ask(Circle circle, int other, long number) {
        int signature = circle.calls().signature(number);
        if (signature != CollectiveCalls.UNKNOWN && !engine.watch.isGone(other)) {
            try {
                Link link = engine.partner(other).link;
                long at = link.claim(3 * Wire.WORD);
                if (at >= 0) {
                    RawBytes.setLong(at, said(circle, signature, ASKS));
                    RawBytes.setLong(at + Wire.WORD, circle.stamp());
                    RawBytes.setLong(at + 2 * Wire.WORD, number);
                    link.commit(Wire.CALLED);
                }
            } catch (FabricException e) {
                // It has ended: the watch sees to that.
                engine.watch.hear(other, e);
            }
        }
    }

    private static long said(Circle circle, int signature, long asks) {
        return asks | circle.context() + 1L << Integer.SIZE | signature & 0xffff_ffffL;
    }

    void onCalled(Partner from, long at) {
        long call = Wire.word(at, 0);
        Circle circle = circle((int) ((call & ~ASKS) >>> Integer.SIZE));
        if (circle == null || circle.stamp() != Wire.word(at, 1)) {
            return;
        }
        long number = Wire.word(at, 2);
        int ours = circle.calls().signature(number);
        if (ours == CollectiveCalls.UNKNOWN || ours == (int) call) {
            return;
        }
        part(from.rank, circle, number);
        if ((call & ASKS) != 0) {
            from.link.post(Wire.CALLED, said(circle, ours, 0), circle.stamp(), number);
        }
    }

    /** Nothing comes of a call between this rank and one that has called otherwise. */
    private void part(int other, Circle circle, long number) {
        circle.retire();
        circle.calls().refute(number);
        engine.endings.discardArrived(other, Wire.key(circle.context() + 1, CollectiveCalls.tag(number)));
        engine.operations.forEachUnderWay(operation -> {
            if (isOpen(operation) && operation.peer == other && circle == circle(Wire.context(operation.key))
                    && circle.calls().numberOf(Wire.tag(operation.key)) == number) {
                engine.endings.giveUp(operation, new MpiFailure(ErrorClass.TRUNCATE, "ranks call a collective with "
                    + "different counts, or call different ones: bytes here=" + operation.room + " other rank of the "
                    + "job=" + other));
            }
        });
        engine.rank.wakeWaiting();
    }
}
