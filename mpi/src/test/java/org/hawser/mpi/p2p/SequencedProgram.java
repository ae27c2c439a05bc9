package org.hawser.mpi.p2p;

import static org.hawser.mpi.p2p.PointToPoint.ANY_SOURCE;
import static org.hawser.mpi.p2p.PointToPoint.ANY_TAG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.hawser.mpi.p2p.SequencedPlan.Planned;
import org.hawser.runtime.Rank;

/**
 * Does a {@link SequencedPlan} at one rank and holds every outcome against it. Where the turn goes from one rank to the
 * other a message of a context of its own says so, after which all that was sent before has arrived.
 *
 * <p><b>Threads:</b> the rank's.
 */
final class SequencedProgram {
    private static final int TURNS = 9;
    private static final int ALWAYS_EAGER = 64;
    /** Guards against a hang; nothing is measured against it. */
    private static final long HANG_NANOS = 20_000_000_000L;

    /** A send or receive under way. */
    private record Started(Planned planned, Operation operation, Spot place) {
    }

    private final SequencedPlan plan;
    private final P2pJob job;
    private final PointToPoint p2p;
    private final Spot.Maker places;
    private final int me;
    private final boolean alone;
    private final List<Started> sends = new ArrayList<>();
    private final Map<Planned, Started> receives = new HashMap<>();

    SequencedProgram(SequencedPlan plan, P2pJob job, Rank rank, PointToPoint p2p) {
        this.plan = plan;
        this.job = job;
        this.p2p = p2p;
        places = new Spot.Maker(rank);
        me = rank.number();
        alone = plan.sender == plan.receiver;
    }

    void run() {
        int turn = plan.sender;
        for (Planned planned : plan.all) {
            if (planned.step.rank() != turn) {
                pass(turn);
                turn = planned.step.rank();
            }
            if (turn == me) {
                job.doing(me, planned);
                take(planned);
            }
        }
        job.doing(me, "end");
        pass(turn);
        if (me == plan.receiver) {
            end();
        }
        if (me == plan.sender) {
            Collections.shuffle(sends, new Random(plan.all.size()));
            sends.forEach(this::endSend);
        }
    }

    private void pass(int turn) {
        if (!alone && me == turn) {
            p2p.send(TURNS, 1 - me, 0, false, null, 0, 0);
        } else if (!alone) {
            p2p.recycle(p2p.receive(TURNS, 1 - me, 0, null, 0, 0));
        }
    }

    /** What this rank has sent to itself may be on its way still, and until it arrives its receive can be cancelled. */
    private void letArrive() {
        if (alone) {
            p2p.send(TURNS, me, 0, false, null, 0, 0);
            p2p.recycle(p2p.receive(TURNS, me, 0, null, 0, 0));
        }
    }

    private void take(Planned planned) {
        Step step = planned.step;
        switch (step.act()) {
            case SEND, START_SEND -> send(planned);
            case POST -> post(planned);
            case PEEK -> peek(planned);
            case TAKE -> takeAndReceive(planned);
            case CANCEL -> {
                if (planned.other != null) {
                    letArrive();
                    Started chosen = receives.remove(planned.other);
                    p2p.cancel(chosen.operation);
                    job.await(me, p2p, chosen.operation);
                    assertEquals(planned.cancels, chosen.operation.isCancelled(), () -> "cancel of " + chosen.planned);
                    endReceive(chosen);
                }
            }
            case COMPLETE -> {
                if (planned.other != null) {
                    Started chosen = receives.remove(planned.other);
                    job.await(me, p2p, chosen.operation);
                    endReceive(chosen);
                }
            }
            default -> throw new AssertionError(step);
        }
    }

    private void send(Planned planned) {
        for (Started each : sends) {
            if (each.planned.step.synchronous() && each.planned.matchedAt >= planned.index) {
                assertFalse(each.operation.isDone(), () -> "done before its receive: " + each.planned);
            }
        }
        Step step = planned.step;
        Spot place = places.make(step.memory(), step.bytes(), step.shift());
        Contents.fill(place.memory(), planned.message.seed());
        boolean mayWait = step.bytes() > ALWAYS_EAGER || step.synchronous();
        if (step.act() == Step.Act.SEND && (!mayWait || planned.matchedAt == planned.index)) {
            p2p.send(step.context(), step.peer(), step.tag(), step.synchronous(), place.array, place.offset,
                place.bytes);
        } else {
            sends.add(new Started(planned, p2p.startSend(step.context(), step.peer(), step.tag(), step.synchronous(),
                place.array, place.offset, place.bytes, place.whole), place));
        }
    }

    private void post(Planned planned) {
        Step step = planned.step;
        Spot place = places.make(step.memory(), Steps.room(step, plan.sent), step.shift());
        boolean blocking = step.choice() % 4 == 0 && planned.matchedAt == planned.index;
        Operation operation = blocking
            ? p2p.receive(step.context(), step.peer(), step.tag(), place.array, place.offset, place.bytes)
            : p2p.startReceive(step.context(), step.peer(), step.tag(), place.array, place.offset, place.bytes,
                place.whole);
        assertTrue(!blocking || operation.isDone());
        receives.put(planned, new Started(planned, operation, place));
    }

    private void peek(Planned planned) {
        Step step = planned.step;
        Envelope found = new Envelope();
        if (planned.message == null) {
            assertFalse(p2p.probes().peek(step.context(), step.peer(), step.tag(), found), "found what is not there");
            return;
        }
        eventually(planned, () -> p2p.probes().peek(step.context(), step.peer(), step.tag(), found) ? found : null);
        MatchingRules.checkMatch(planned.message, Receipt.ofPeek(step.pattern(), found));
    }

    private void takeAndReceive(Planned planned) {
        Step step = planned.step;
        if (planned.message == null) {
            assertNull(p2p.probes().take(step.context(), step.peer(), step.tag()), "took what is not there");
            return;
        }
        Arrived message = eventually(planned, () -> p2p.probes().take(step.context(), step.peer(), step.tag()));
        MatchingRules.checkMatch(planned.message, Receipt.ofPeek(step.pattern(), message));
        Spot place = places.make(step.memory(), Steps.room(step, List.of(planned.message)), step.shift());
        Operation operation = p2p.startReceive(message, place.array, place.offset, place.bytes, place.whole);
        receives.put(planned, new Started(planned, operation, place));
    }

    private <T> T eventually(Object what, Supplier<T> attempt) {
        long deadline = System.nanoTime() + HANG_NANOS;
        T result = attempt.get();
        while (result == null) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("never found: " + what);
            }
            p2p.progress();
            result = attempt.get();
        }
        return result;
    }

    /** Cancels what nothing was sent for, receives what nothing was posted for, and waits for the rest. */
    private void end() {
        List<Started> open = new ArrayList<>(receives.values());
        Collections.shuffle(open, new Random(plan.all.size()));
        for (Started each : open) {
            if (each.planned.matchedAt == Integer.MAX_VALUE) {
                p2p.cancel(each.operation);
                job.await(me, p2p, each.operation);
                assertTrue(each.operation.isCancelled(), () -> "not cancelled: " + each.planned);
            }
        }
        for (Sent message : plan.left) {
            Receipt receipt = Receipt.of(new Pattern(message.context(), ANY_SOURCE, ANY_TAG));
            receipt.place = places.make(Spot.Kind.BYTES, message.bytes(), 0);
            Operation operation = p2p.receive(message.context(), ANY_SOURCE, ANY_TAG, receipt.place.array,
                receipt.place.offset, receipt.place.bytes);
            receipt.fill(operation);
            MatchingRules.checkMatch(message, receipt);
            p2p.recycle(operation);
        }
        for (Started each : open) {
            job.await(me, p2p, each.operation);
            endReceive(each);
        }
    }

    private void endReceive(Started receive) {
        Planned planned = receive.planned;
        Receipt receipt = Receipt.of(planned.step.pattern());
        receipt.place = receive.place;
        receipt.fill(receive.operation);
        Sent wanted = planned.isReceive() ? planned.posted.match : planned.message;
        if (wanted == null) {
            assertTrue(receipt.cancelled, () -> "matched, and should not: " + receipt);
            receive.place.checkUntouched(0, receipt);
        } else {
            assertFalse(receipt.cancelled, () -> "cancelled, though matched with " + wanted);
            MatchingRules.checkMatch(wanted, receipt);
        }
        p2p.recycle(receive.operation);
    }

    private void endSend(Started send) {
        job.await(me, p2p, send.operation);
        if (send.operation.failure() != null) {
            throw new AssertionError("a send failed: " + send.planned, send.operation.failure());
        }
        p2p.recycle(send.operation);
    }
}
