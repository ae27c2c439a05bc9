package org.hawser.mpi.p2p;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.platform.libc.Notices;

/**
 * What the {@link Watch} has done when operations must end that do not end by themselves: a peer is lost, or a
 * communicator was revoked. What a live peer still says about an operation that was given up is expected, and ignored.
 * And the end of all: a program that has called Finalize receives nothing more, and whoever waits for that is told.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> messages, per rank that is lost.
 */
final class Endings {
    private final Engine engine;
    /** Operations were ended whose peers may still answer. */
    private boolean givesUp;
    private boolean last;
    private int refused;

    Endings(Engine engine) {
        this.engine = engine;
    }

    /** A new partner knows of the ranks that this one has found lost before it hears anything else. */
    void tellLosses(Partner fresh) {
        for (int world : engine.watch.told()) {
            if (isOfJob(world) && isOfJob(fresh.rank)) {
                fresh.link.post(Wire.LOST, world);
            }
        }
    }

    private boolean isOfJob(int world) {
        return world < engine.rank.size();
    }

    /** A rank is lost: sends to it fail from now on, and what it holds of this rank's memory is free again. */
    void bury(int world) {
        engine.staging.reclaim(world);
        Partner gone = engine.known(world);
        if (gone != null) {
            gone.bury(engine.operations);
            engine.lastBytes.bury(gone);
        }
    }

    /** Tells the other partners of a loss. Ranks of other jobs have other numbers there, and are told nothing. */
    void tellLoss(int world) {
        for (int i = 0; i < engine.rank.size(); i++) {
            Partner other = engine.known(i);
            if (other != null && i != engine.rank.number() && isOfJob(world) && !engine.watch.isGone(i)) {
                other.link.post(Wire.LOST, world);
            }
        }
    }

    void onLost(Partner from, long world) {
        if (world < 0 || world >= engine.rank.size()) {
            throw engine.broken("the loss of no rank", from, world);
        }
        engine.watch.hear((int) world);
    }

    /** The sender has given up the send that a receive waits for. */
    void onVoid(Partner from, long number) {
        Operation receive = engine.operations.find(number, from.rank, Operation.State.FILLING);
        if (receive != null && !receive.comesInPieces()) {
            if (receive.failure() == null) {
                receive.fail(new MpiFailure(ErrorClass.REVOKED, "the sender has given the message up: source="
                    + from.rank));
            }
            engine.complete(receive);
        }
    }

    /**
     * Ends an operation whose communicator was revoked, though its peer lives. Memory that the peer may write is not
     * given back before the peer has said that it will not, or has written; or is gone. What is lent to it over the
     * network can be taken back at once, when its message has come. Asked again and again while it is under way.
     *
     * <p>A receive that was announced, or stands before one that was, leaves its queue only when the sender knows:
     * what the sender has sent to it meanwhile would be counted there and not here, and every later announcement be
     * taken for another message's (see {@link Partner}).
     */
    void giveUp(Operation operation, MpiFailure cause) {
        givesUp = true;
        boolean known = operation.state == Operation.State.POSTED && !operation.isWildcard()
            && engine.receiveRendezvous.isAnnouncedFrom(operation);
        boolean written = operation.state == Operation.State.FILLING && operation.peer >= 0
            && engine.placeOf(operation, engine.partner(operation.peer)) != null;
        if (!known && !written) {
            engine.abandon(operation, operation.failure() == null ? cause : operation.failure());
            return;
        }
        if (operation.failure() == null) {
            operation.fail(cause);
        }
        if (known) {
            engine.retract(operation);
        }
    }

    /** True when operations were ended whose peers may still answer. */
    boolean givesUp() {
        return givesUp;
    }

    /** The program receives nothing more: whoever waits for it to do so is told. */
    void begin() {
        last = true;
        engine.rank.wantChores();
    }

    /** True when the program receives nothing more. */
    boolean isLast() {
        return last;
    }

    /** Tells the senders of messages that nobody will receive, if they wait; returns how many. */
    int refuseArrived() {
        if (!last) {
            return 0;
        }
        int before = refused;
        engine.arrived.removeIf(message -> message.send >= 0 && isOfProgram(message), message -> {
            refused++;
            free(message);
            Notices.once("MPI.Finalize at " + engine.rank + ": a message was never received, and its sender waits for "
                + "that: source=" + message.source + " tag=" + message.tag + " bytes=" + message.bytes
                + "; it is dropped");
            engine.partner(message.source).link.post(Wire.UNWANTED, message.send);
        });
        return refused - before;
    }

    /** What collectives and the runtime send among themselves is received to the very end. */
    private static boolean isOfProgram(Arrived message) {
        return (Wire.context(message.key) & (Watch.APART | 1)) == 0;
    }

    void onUnwanted(Partner from, long number) {
        Operation send = engine.operations.find(number, from.rank, Operation.State.OFFERED);
        if (send == null) {
            checkGivenUp("a refusal of nothing that was sent", from, number);
            return;
        }
        from.removeOffered(send);
        send.fail(new MpiFailure(ErrorClass.OTHER, "the receiver has called Finalize and has not received the message: "
            + "rank of the job=" + from.rank + " tag=" + send.tag + " bytes=" + send.room));
        engine.complete(send);
    }

    /** An answer to something that is not there: late, when something was given up before, else an error. */
    void checkGivenUp(String what, Partner from, long value) {
        if (!givesUp) {
            throw engine.broken(what, from, value);
        }
    }

    /** Forgets messages that nobody will receive, because their communicator was revoked. */
    void discardArrived(int context) {
        engine.arrived.removeIf(message -> Wire.context(message.key) >> 1 == context >> 1, this::free);
    }

    /** Forgets messages of one sender and key that nobody will receive. */
    void discardArrived(int source, long key) {
        engine.arrived.removeIf(message -> message.source == source && message.key == key, this::free);
    }

    /** What holds a message that nobody will receive is its sender's again. */
    private void free(Arrived message) {
        if (message.kind == Wire.HYBRID) {
            engine.partner(message.source).freeSlot(message.slot);
        } else if (message.kind == Wire.HYBRID_PIECE) {
            engine.hybridAfar.discard(engine.partner(message.source), message);
        }
    }
}
