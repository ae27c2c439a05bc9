package org.hawser.mpi.rma;

import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.Runs;

/**
 * What a thread needs to go through the items of an update where they have gaps: a walk over the items of the origin,
 * of the target and of the result, and room for what some of them are.
 *
 * <p><b>Threads:</b> each has its own. <b>Allocates:</b> at a thread's first use, and where updates are nested.
 */
final class UpdateBuffers {
    /** Items that are gone through at a time. Their lines of the target fit the first cache. */
    static final int BATCH = 128;

    private static final ThreadLocal<UpdateBuffers> OWN = ThreadLocal.withInitial(UpdateBuffers::new);

    final Runs origin = new Runs();
    final Runs target = new Runs();
    final Runs result = new Runs();
    final long[] places = new long[BATCH];
    final long[] otherPlaces = new long[BATCH];
    final long[] values = new long[BATCH];
    /** Takes what is read for the sake of reading. */
    long touched;

    private boolean taken;

    private UpdateBuffers() {
    }

    /**
     * The calling thread's, until they are given back. Who waits for a lock may run a handler, and that may make an
     * update of its own in the meantime: it gets others.
     */
    static UpdateBuffers take() {
        UpdateBuffers own = OWN.get();
        if (own.taken) {
            return new UpdateBuffers();
        }
        own.taken = true;
        return own;
    }

    void giveBack() {
        taken = false;
    }

    /** Starts all three walks over so many packed bytes; a layout that is null says that items lie in a row. */
    void start(Layout from, Layout to, Layout into, long bytes) {
        start(origin, from, bytes);
        start(target, to, bytes);
        start(result, into, bytes);
    }

    private static void start(Runs runs, Layout layout, long bytes) {
        if (layout == null) {
            runs.start(bytes);
        } else {
            runs.start(layout, 0, bytes);
        }
    }
}
