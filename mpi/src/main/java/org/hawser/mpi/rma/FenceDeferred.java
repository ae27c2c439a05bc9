package org.hawser.mpi.rma;

/**
 * Operations are queued until the fence that ends their epoch ({@link DeferredPath}). There a reduce-scatter tells each
 * member how many come to it, and that all have come: every window may be reached. Then each does what it has queued,
 * and waits until as much was done here.
 *
 * <p>A fence that ends nothing does nothing. There is no overlap of computation and communication, and no message but
 * those of the operations and their number.
 *
 * <p>Cost: a reduce-scatter, and the operations.
 *
 * <p><b>Threads:</b> as {@link Fence}. <b>Allocates:</b> nothing where blocks are mapped.
 */
final class FenceDeferred implements Fence {
    private final DeferredPath[] ways;
    private final Counts counts;
    private final Notices notices;
    private final int[] open;

    FenceDeferred(DeferredPath[] ways, Counts counts, Notices notices) {
        this.ways = ways;
        this.counts = counts;
        this.notices = notices;
        open = new int[ways.length];
    }

    @Override
    public void await(boolean precede, boolean succeed) {
        if (!precede) {
            return;
        }
        for (int i = 0; i < ways.length; i++) {
            open[i] = ways[i].open();
            counts.add(i, open[i]);
        }
        long expected = counts.scatter();
        for (DeferredPath way : ways) {
            way.start();
        }
        for (int i = 0; i < ways.length; i++) {
            if (open[i] > 0) {
                ways[i].finish();
                notices.give(i, open[i]);
            }
        }
        notices.await(expected);
    }

    @Override
    public void admit(int member) {
        // Nothing is done at the member before the fence.
    }
}
