package org.hawser.pgas;

import java.util.concurrent.ConcurrentLinkedQueue;
import org.hawser.runtime.Rank;

/**
 * What went wrong in handlers of the program's own, until the program makes a call that can tell it. A handler runs in
 * the middle of whatever makes progress, in this model or another; thrown there, its trouble would end a call that has
 * nothing to do with it, half done.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per trouble.
 */
final class Troubles {
    private final Rank rank;
    private final ConcurrentLinkedQueue<PgasException> untold = new ConcurrentLinkedQueue<>();
    private volatile boolean any;

    Troubles(Rank rank) {
        this.rank = rank;
    }

    /** Keeps a trouble for the next {@link #check}. */
    void tell(PgasException trouble) {
        untold.add(trouble);
        any = true;
        rank.trouble(trouble);
    }

    /** Throws the first trouble that nobody has been told of. */
    void check() {
        if (any) {
            throwFirst();
        }
    }

    private void throwFirst() {
        PgasException first = take();
        if (first != null) {
            throw first;
        }
    }

    /** The first trouble that nobody has been told of, which counts as told now; null for none. */
    PgasException take() {
        PgasException first = untold.poll();
        any = false;
        // After that: a handler that tells one more in between sets it again, or is seen here.
        any = !untold.isEmpty();
        rank.trouble(untold.peek());
        if (first != null) {
            first.fillInStackTrace();
        }
        return first;
    }
}
