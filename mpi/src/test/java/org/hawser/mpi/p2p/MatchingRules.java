package org.hawser.mpi.p2p;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks what a rank received against MPI's rules, whichever order messages of different ranks came in.
 *
 * <p>Two messages of the same source, context and tag fit the same receives; so the receives that got such messages got
 * them in the order of the sends, and the k-th of those receives is known to have the k-th message. From that follow
 * length and contents. Then no receive may have passed over an earlier message of the same source that it fits, if that
 * message was left to a later receive.
 *
 * <p><b>Threads:</b> any; pure functions.
 */
final class MatchingRules {

    /** Messages that no receive tells apart. */
    private record Kind(int source, int context, int tag) {
        static Kind of(Sent message) {
            return new Kind(message.source(), message.context(), message.tag());
        }
    }

    private MatchingRules() {
    }

    /** Throws unless {@code receipts}, in the order of their posts, may be what came of {@code sent}. */
    static void check(List<Sent> sent, List<Receipt> receipts) {
        Map<Kind, ArrayDeque<Sent>> waiting = new HashMap<>();
        sent.forEach(message -> waiting.computeIfAbsent(Kind.of(message), kind -> new ArrayDeque<>()).add(message));
        Map<Sent, Integer> takenBy = new HashMap<>();
        Sent[] got = new Sent[receipts.size()];
        for (int i = 0; i < got.length; i++) {
            got[i] = match(waiting, receipts.get(i));
            if (got[i] != null && !receipts.get(i).peek) {
                takenBy.put(got[i], i);
            }
        }
        waiting.values().stream().filter(left -> !left.isEmpty()).findAny().ifPresent(left -> {
            throw new AssertionError("never received: " + left);
        });
        for (int i = 0; i < got.length; i++) {
            if (got[i] != null) {
                checkNothingPassed(sent, receipts.get(i), got[i], i, takenBy);
            }
        }
    }

    private static Sent match(Map<Kind, ArrayDeque<Sent>> waiting, Receipt receipt) {
        if (receipt.cancelled) {
            receipt.place.checkUntouched(0, receipt);
            return null;
        }
        ArrayDeque<Sent> kind = waiting.get(new Kind(receipt.source, receipt.pattern.context(), receipt.tag));
        Sent message = kind == null ? null : receipt.peek ? kind.peek() : kind.poll();
        if (message == null) {
            throw new AssertionError("received what was not sent, or twice: " + receipt);
        }
        checkMatch(message, receipt);
        return message;
    }

    /** Throws unless {@code receipt} is right for {@code message}. */
    static void checkMatch(Sent message, Receipt receipt) {
        String what = receipt + " of " + message;
        if (!receipt.pattern.fits(message) || receipt.source != message.source() || receipt.tag != message.tag()) {
            throw new AssertionError("wrong match: " + what);
        }
        if (receipt.peek) {
            require(receipt.bytes == message.bytes(), "wrong length: ", what);
            return;
        }
        long capacity = receipt.place.bytes;
        require(receipt.truncated == message.bytes() > capacity, "truncation is told wrongly: ", what);
        long written = Math.min(message.bytes(), capacity);
        if (!receipt.truncated) {
            require(receipt.bytes == message.bytes(), "wrong length: ", what);
            Contents.check(receipt.place.memory().asSlice(0, written), message.seed(), what);
        }
        receipt.place.checkUntouched(written, what);
    }

    private static void checkNothingPassed(List<Sent> sent, Receipt receipt, Sent got, int index,
                                           Map<Sent, Integer> takenBy) {
        for (Sent message : sent) {
            boolean earlier = message.source() == got.source() && message.number() < got.number();
            if (earlier && receipt.pattern.fits(message)) {
                require(takenBy.get(message) < index, "an earlier message was passed over: ",
                    receipt + " got " + got + " and left " + message);
            }
        }
    }

    private static void require(boolean holds, String otherwise, String what) {
        if (!holds) {
            throw new AssertionError(otherwise + what);
        }
    }
}
