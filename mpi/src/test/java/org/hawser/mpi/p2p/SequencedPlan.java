package org.hawser.mpi.p2p;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program of one sender and one receiver whose steps are done one after the other, and what {@link MatchingModel}
 * says will come of each.
 *
 * <p><b>Threads:</b> immutable once made.
 */
final class SequencedPlan {
    private static final int NEVER = Integer.MAX_VALUE;

    /** A step with what it must lead to. */
    static final class Planned {
        final Step step;
        final int index;
        /** The message sent, or the one that a peek or take must find. */
        Sent message;
        /** Where the receive stands whose message this is, or the one that is cancelled or completed. */
        Planned other;
        /** The receive that was posted. */
        MatchingModel.Posted posted;
        /** The step at which the message sent here, or the receive posted here, is matched. */
        int matchedAt = NEVER;
        /** Whether a cancel must succeed. */
        boolean cancels;
        private boolean completed;

        private Planned(Step step, int index) {
            this.step = step;
            this.index = index;
        }

        boolean sends() {
            return step.act().sends();
        }

        boolean isReceive() {
            return posted != null;
        }

        @Override
        public String toString() {
            return index + ": " + step;
        }
    }

    final int sender;
    final int receiver;
    final List<Planned> all = new ArrayList<>();
    /** Messages for which the steps had no receive, in their order. */
    final List<Sent> left;
    final List<Sent> sent;
    private final MatchingModel model = new MatchingModel();
    private final Map<Sent, Planned> sends = new HashMap<>();

    SequencedPlan(List<Step> steps, int sender, int receiver) {
        this.sender = sender;
        this.receiver = receiver;
        List<Step> own = steps.stream().map(this::assign).toList();
        sent = Steps.sent(own, 2, receiver);
        for (Step step : own) {
            Planned planned = new Planned(step, all.size());
            plan(planned);
            all.add(planned);
        }
        left = model.arrived();
    }

    /** Sends go from the sender to the receiver; one receive of ten names a rank that sends nothing. */
    private Step assign(Step step) {
        boolean sends = step.act().sends();
        int silent = 1 - sender;
        boolean named = !sends && step.peer() >= 0;
        int from = step.choice() % 10 == 0 && sender != receiver ? silent : sender;
        int peer = sends ? receiver : named ? from : step.peer();
        return new Step(sends ? sender : receiver, step.act(), peer, step.context(), step.tag(), step.bytes(),
            step.synchronous(), step.fit(), step.memory(), step.shift(), step.choice());
    }

    private void plan(Planned planned) {
        Step step = planned.step;
        switch (step.act()) {
            case SEND, START_SEND -> {
                planned.message = sent.get(sends.size());
                sends.put(planned.message, planned);
                MatchingModel.Posted receive = model.arrive(planned.message);
                if (receive != null) {
                    planned.matchedAt = planned.index;
                    all.stream().filter(each -> each.posted == receive).forEach(each -> each.matchedAt = planned.index);
                }
            }
            case POST -> {
                planned.posted = model.post(step.pattern());
                matched(planned, planned.posted.match);
            }
            case PEEK -> planned.message = model.peek(step.pattern());
            case TAKE -> {
                planned.message = model.take(step.pattern());
                matched(planned, planned.message);
            }
            case CANCEL -> {
                planned.other = choose(step.choice(), NEVER);
                planned.cancels = planned.other != null && model.cancel(planned.other.posted);
            }
            case COMPLETE -> planned.other = choose(step.choice(), planned.index);
            default -> throw new AssertionError(step);
        }
    }

    private void matched(Planned planned, Sent message) {
        if (message != null) {
            planned.matchedAt = planned.index;
            sends.get(message).matchedAt = planned.index;
        }
    }

    /** A posted receive that is not over and was matched at {@code latest} at the latest, or null. */
    private Planned choose(int choice, int latest) {
        List<Planned> open = all.stream()
            .filter(each -> each.isReceive() && !each.completed && each.matchedAt <= latest).toList();
        if (open.isEmpty()) {
            return null;
        }
        Planned chosen = open.get(choice % open.size());
        chosen.completed = true;
        return chosen;
    }
}
