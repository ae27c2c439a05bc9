package org.hawser.fabric.tcp;

import java.util.ArrayDeque;
import org.hawser.fabric.Completion;

/**
 * Messages that lie in the user's own memory, in the order they were sent: each is over when the peer has all of the
 * stream up to its end.
 *
 * <p><b>Threads:</b> under the sender's lock; {@link #mayWait} and {@link #mayAsk} by any.
 * <b>Allocates:</b> per message.
 */
final class Endings {
    /** So often a poll finds nothing before the peer is asked: a program that sends more polls in between, too. */
    private static final int LOOKS = 8;

    private final ArrayDeque<Ending> waiting = new ArrayDeque<>();
    /** Cleared only by who finds nothing: a look without the lock may be late, never too early. */
    private volatile boolean mayWait;
    /** The peer has been asked since the last message; a new connection forgets that. */
    private volatile boolean asked;
    /** Polls that found nothing since then; a hint, so a look may be lost. */
    private int looks;

    private record Ending(long offset, Completion completion) {
    }

    /** True while somebody may be waiting. */
    boolean mayWait() {
        return mayWait;
    }

    /** A message that ends at {@code offset} of the stream. */
    void add(long offset, Completion completion) {
        waiting.add(new Ending(offset, completion));
        asked = false;
        looks = 0;
        mayWait = true;
    }

    /** True when the peer is to be asked how far it is; counts a look in vain. Without the lock. */
    boolean mayAsk(boolean atOnce) {
        return mayWait && !asked && (++looks >= LOOKS || atOnce);
    }

    /** The peer is asked now; false when there is nothing to ask. */
    boolean ask() {
        if (asked || waiting.isEmpty()) {
            return false;
        }
        asked = true;
        return true;
    }

    /** The question, or its answer, may have gone with a connection. */
    void askAgain() {
        asked = false;
    }

    /** The next message that a peer has which has received so much; null when there is none. */
    Completion next(long received) {
        Ending first = waiting.peek();
        mayWait = first != null;
        return first != null && first.offset <= received ? waiting.remove().completion : null;
    }

    /** The next message, whoever has it; null when there is none. */
    Completion nextForsaken() {
        Ending first = waiting.poll();
        return first == null ? null : first.completion;
    }
}
