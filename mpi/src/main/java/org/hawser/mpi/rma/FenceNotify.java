package org.hawser.mpi.rma;

/**
 * Operations are started at once, and each that changes a window brings a notice with it, which the target counts
 * ({@link NoticedPath}). A fence waits for this member's own fetches; members learn by an allreduce how many notices to
 * expect, and wait until they have come. No message is sent to say that something is over.
 *
 * <p>The allreduce ends at nobody before all have begun it: windows are open for the next epoch then, and all notices
 * of this one have been given, so that there are none of the next among them. No barrier is needed after it.
 *
 * <p>Cost: an allreduce of p counts.
 *
 * <p><b>Threads:</b> as {@link Fence}. <b>Allocates:</b> nothing where blocks are mapped.
 */
final class FenceNotify implements Fence {
    private final WindowBarrier barrier;
    private final NoticedPath[] ways;
    private final Counts counts;
    private final Notices notices;

    FenceNotify(WindowBarrier barrier, NoticedPath[] ways, Counts counts, Notices notices) {
        this.barrier = barrier;
        this.ways = ways;
        this.counts = counts;
        this.notices = notices;
    }

    @Override
    public void await(boolean precede, boolean succeed) {
        if (!precede) {
            barrier.arrive();
            return;
        }
        for (int i = 0; i < ways.length; i++) {
            counts.add(i, ways[i].take());
        }
        notices.await(counts.all());
    }

    @Override
    public void admit(int member) {
        barrier.awaitMember(member);
    }
}
