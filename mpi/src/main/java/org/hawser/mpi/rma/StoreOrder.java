package org.hawser.mpi.rma;

import java.lang.invoke.VarHandle;
import java.util.Locale;
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.p2p.PointToPoint;

/**
 * The order of a rank's puts to mapped memory before what it loads next.
 *
 * <p>When a flush is over, the puts before it are in the target's memory: two ranks that each put, flush, and get what
 * the other one has put cannot both find the old value. A full fence between stores and loads says so. It costs more
 * than the put, and most flushes are followed by more puts, not by a get. So on x86, where stores leave in order and
 * only a later load can overtake them, the fence stands before the next load from a window: the load pays for it, and
 * only if something was put since the last one. What the program loads by itself is ordered by the window's sync. Other
 * processors have no order of stores to build on; there a flush is the fence.
 *
 * <p>The mark is the rank's, not the window's: the order holds across windows and targets.
 *
 * <p><b>Threads:</b> those of a rank, one at a time; where the program may call from several at once, a flush is the
 * fence, as one thread's mark says nothing of another's stores. <b>Allocates:</b> nothing.
 */
final class StoreOrder {
    private static final boolean STORES_IN_ORDER =
        System.getProperty("os.arch").toLowerCase(Locale.ROOT).matches("amd64|x86_64");
    /** MPI.THREAD_MULTIPLE. */
    private static final int MULTIPLE = 3;

    private final boolean severalThreads;
    private final boolean late;
    private boolean stored;

    StoreOrder(boolean severalThreads) {
        this.severalThreads = severalThreads;
        late = STORES_IN_ORDER && !severalThreads;
    }

    /** That of a rank. */
    static StoreOrder of(PointToPoint point) {
        return point.companion(StoreOrder.class, ignored -> new StoreOrder(Environment.threadLevel() >= MULTIPLE));
    }

    /** True when several threads of the program may call at a time. */
    boolean hasSeveralThreads() {
        return severalThreads;
    }

    /** True when a flush is no fence, and loads see to the order. */
    boolean isLate() {
        return late;
    }

    /** Something is about to be stored at a target. */
    void store() {
        stored = true;
    }

    /** Something is about to be loaded from a target. */
    void load() {
        if (stored) {
            stored = false;
            VarHandle.fullFence();
        }
    }

    /**
     * Something at a target is about to be updated, or only fetched. An update begins with an atomic instruction, on
     * the item or on the lock of its stripe, and that is a fence where this class relies on it.
     */
    void update(boolean stores) {
        if (stores) {
            stored = true;
        } else {
            load();
        }
    }

    /** What was stored comes before what this rank stores next and, where loads do not see to it, before loads. */
    void flush() {
        if (late) {
            VarHandle.releaseFence();
        } else {
            VarHandle.fullFence();
        }
    }
}
