package org.hawser.mpi.p2p;

import org.hawser.runtime.Awaitable;

/**
 * Waits for a message to arrive and takes it. A wait may ask again after it was told "done", so what was taken is kept
 * and nothing more is taken.
 *
 * <p><b>Threads:</b> one at a time.
 */
final class Taking implements Awaitable {
    private final Probes probes;
    private final int context;
    private final int from;
    private final int tag;
    private Arrived taken;

    Taking(Probes probes, int context, int from, int tag) {
        this.probes = probes;
        this.context = context;
        this.from = from;
        this.tag = tag;
    }

    @Override
    public boolean isDone() {
        if (taken == null) {
            taken = probes.take(context, from, tag);
        }
        return taken != null;
    }

    /**
     * Asked by the thread that waits, once that has become sleep.
     *
     * @throws org.hawser.mpi.MpiFailure when nothing can come any more
     */
    @Override
    public boolean isDoneBeforeSleep() {
        if (!isDone()) {
            probes.refuse(context, from);
        }
        return isDone();
    }

    Arrived taken() {
        return taken;
    }
}
