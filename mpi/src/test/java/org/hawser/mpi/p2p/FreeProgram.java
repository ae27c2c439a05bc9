package org.hawser.mpi.p2p;

import static org.hawser.mpi.p2p.PointToPoint.ANY_SOURCE;
import static org.hawser.mpi.p2p.PointToPoint.ANY_TAG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.hawser.runtime.Rank;

/**
 * A random program at one rank, with no order between the ranks; what came of it is checked by {@link MatchingRules}.
 *
 * <p>It cannot deadlock. Steps never wait for a message; a send that may wait for its receive goes to a higher rank, so
 * that the highest rank reaches its end. There each rank cancels what may stay unmatched and receives all that is still
 * to come, of all contexts at once.
 *
 * <p><b>Threads:</b> the rank's.
 */
final class FreeProgram {
    /** No engine keeps a message of this length at the sender. */
    private static final int ALWAYS_EAGER = 64;

    /** An operation that was not looked at yet; sends have no receipt. */
    private record Started(Operation operation, Receipt receipt, boolean taken, Spot place) {
    }

    private final List<Step> steps;
    private final P2pJob job;
    private final Rank rank;
    private final PointToPoint p2p;
    private final Spot.Maker places;
    private final int me;
    private final List<Sent> coming;
    private final List<Receipt> receipts = new ArrayList<>();
    private final List<Started> sends = new ArrayList<>();
    private final List<Started> receives = new ArrayList<>();
    private int sent;

    FreeProgram(List<Step> steps, P2pJob job, Rank rank, PointToPoint p2p) {
        this.steps = steps;
        this.job = job;
        this.rank = rank;
        this.p2p = p2p;
        places = new Spot.Maker(rank);
        me = rank.number();
        coming = Steps.sent(steps, rank.size(), me);
    }

    void run() {
        for (Step step : steps) {
            if (step.rank() == me) {
                job.doing(me, step);
                take(step);
            }
        }
        job.doing(me, "cancel what may stay unmatched");
        cancelWhatMayStay();
        job.doing(me, "receive the rest");
        receiveTheRest();
        job.doing(me, "wait for sends");
        Collections.shuffle(sends, new Random(sent));
        sends.forEach(send -> job.await(me, p2p, send.operation));
        reap(sends);
        job.doing(me, "barrier");
        rank.barrier();
        for (Sent message : coming) {
            assertFalse(p2p.probes().peek(message.context(), ANY_SOURCE, ANY_TAG, new Envelope()),
                "more than was sent");
        }
        MatchingRules.check(coming, receipts);
    }

    private void take(Step step) {
        switch (step.act()) {
            case SEND, START_SEND -> send(step);
            case POST -> post(step.pattern(), place(step, Steps.room(step, coming)));
            case PEEK -> {
                Envelope found = new Envelope();
                if (p2p.probes().peek(step.context(), step.peer(), step.tag(), found)) {
                    receipts.add(Receipt.ofPeek(step.pattern(), found));
                }
            }
            case TAKE -> {
                Arrived message = p2p.probes().take(step.context(), step.peer(), step.tag());
                if (message != null) {
                    receive(step, message);
                }
            }
            case CANCEL -> {
                if (!receives.isEmpty()) {
                    Started chosen = receives.get(step.choice() % receives.size());
                    cancel(chosen, step.choice() % 2 == 0);
                }
            }
            case COMPLETE -> {
                p2p.progress();
                reap(receives);
                reap(sends);
            }
            default -> throw new AssertionError(step);
        }
    }

    private Spot place(Step step, long bytes) {
        return places.make(step.memory(), bytes, step.shift());
    }

    private void send(Step step) {
        Spot place = place(step, step.bytes());
        Contents.fill(place.memory(), new Sent(sent++, me, 0, 0, 0, 0).seed());
        boolean mayWait = step.bytes() > ALWAYS_EAGER || step.synchronous();
        if (step.act() == Step.Act.SEND && (!mayWait || step.peer() > me)) {
            p2p.send(step.context(), step.peer(), step.tag(), step.synchronous(), place.array, place.offset,
                place.bytes);
        } else {
            sends.add(new Started(p2p.startSend(step.context(), step.peer(), step.tag(), step.synchronous(),
                place.array, place.offset, place.bytes, place.whole), null, false, place));
        }
    }

    private void post(Pattern pattern, Spot place) {
        Receipt receipt = Receipt.of(pattern);
        receipt.place = place;
        receipts.add(receipt);
        receives.add(new Started(p2p.startReceive(pattern.context(), pattern.from(), pattern.tag(), place.array,
            place.offset, place.bytes, place.whole), receipt, false, place));
    }

    private void receive(Step step, Arrived message) {
        Receipt receipt = Receipt.of(step.pattern());
        int source = message.source();
        int tag = message.tag();
        receipt.place = place(step, step.fit() == Step.Fit.SMALL ? message.bytes() / 2 : message.bytes());
        receipts.add(receipt);
        Operation operation = p2p.startReceive(message, receipt.place.array, receipt.place.offset,
            receipt.place.bytes, receipt.place.whole);
        job.await(me, p2p, operation);
        assertEquals(source, operation.source());
        assertEquals(tag, operation.tag());
        receives.add(new Started(operation, receipt, true, receipt.place));
    }

    private void cancel(Started receive, boolean await) {
        p2p.cancel(receive.operation);
        if (await) {
            job.await(me, p2p, receive.operation);
        }
    }

    /** Looks at those that are done and gives them back. */
    private void reap(List<Started> started) {
        started.removeIf(each -> {
            if (!each.operation.isDone()) {
                return false;
            }
            if (each.receipt != null) {
                each.receipt.fill(each.operation);
            } else if (each.operation.failure() != null) {
                throw new AssertionError("a send failed", each.operation.failure());
            }
            p2p.recycle(each.operation);
            return true;
        });
    }

    private void cancelWhatMayStay() {
        Predicate<Started> takesAll = each -> each.receipt.pattern.from() == ANY_SOURCE
            && each.receipt.pattern.tag() == ANY_TAG;
        receives.stream().filter(takesAll.negate()).forEach(each -> cancel(each, true));
        reap(receives);
        for (int i = receives.size() - 1; i >= 0; i--) {
            Started last = receives.get(i);
            if (toCome(last.receipt.pattern.context()) < 0) {
                cancel(last, true);
                reap(receives);
                i = receives.size();
            }
        }
    }

    /** Messages of a context for which no receive is posted yet; negative when there are too many receives. */
    private long toCome(int context) {
        return coming.stream().filter(message -> message.context() == context).count()
            - receipts.stream().filter(each -> !each.cancelled && !each.peek && each.pattern.context() == context)
            .count();
    }

    private void receiveTheRest() {
        long largest = coming.stream().mapToLong(Sent::bytes).max().orElse(0);
        List<Integer> contexts = coming.stream().map(Sent::context).distinct().toList();
        Spot.Kind[] kinds = Spot.Kind.values();
        for (int context : contexts) {
            Pattern all = new Pattern(context, ANY_SOURCE, ANY_TAG);
            for (long left = toCome(context); left > 0; left--) {
                post(all, places.make(kinds[(int) (left % kinds.length)], largest, (int) (left % 5)));
            }
        }
        List<Started> order = new ArrayList<>(receives);
        Collections.shuffle(order, new Random(sent));
        order.forEach(each -> job.await(me, p2p, each.operation));
        reap(receives);
    }
}
