package org.hawser.fabric.tcp;

import java.util.ArrayDeque;
import org.hawser.fabric.Completion;

/**
 * Messages that lie in the user's own memory, in the order they were sent: each is over when the peer has all of the
 * stream up to its end.
 *
 * <p><b>Threads:</b> under the sender's lock; {@link #mayWait} by any. <b>Allocates:</b> per message.
 */
final class Endings {
    private final ArrayDeque<Ending> waiting = new ArrayDeque<>();
    /** Cleared only by who finds nothing: a look without the lock may be late, never too early. */
    private volatile boolean mayWait;

    private record Ending(long offset, Completion completion) {
    }

    /** True while somebody may be waiting. */
    boolean mayWait() {
        return mayWait;
    }

    /** A message that ends at {@code offset} of the stream. */
    void add(long offset, Completion completion) {
        waiting.add(new Ending(offset, completion));
        mayWait = true;
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
