package org.hawser.mpi.rma;

import java.util.Arrays;

/**
 * Operations are started at once, and each that changes a window brings a notice with it, which the target counts
 * ({@link NoticedPath}). A fence tells the members by an allreduce how many notices to expect, and each waits until as
 * many have come. Nobody waits to hear that what it sent has arrived before it tells others.
 *
 * <p>On mapped memory all notices have been given before the allreduce, which ends at nobody before all have begun it:
 * nothing more is needed. Elsewhere some may come later, and gets of others may not be over; a barrier after this
 * member's own keeps one epoch from the next.
 *
 * <p>Cost: an allreduce of p counts, and a barrier where memory is not mapped.
 *
 * <p><b>Threads:</b> as {@link Fence}. <b>Allocates:</b> nothing where blocks are mapped.
 */
final class FenceNotify implements Fence {
    /** In a count, above all notices that there can be: a member whose operations are not over with their calls. */
    private static final long LATE = 1L << 40;

    private final StartedOperations operations;
    private final WindowBarrier barrier;
    private final NoticedPath[] ways;
    private final Counts counts;
    private final Notices notices;
    /** LATE when some of this member's operations are not over with their calls, else 0. Others may be late alone. */
    private final long late;

    FenceNotify(StartedOperations operations, WindowBarrier barrier, NoticedPath[] ways, Counts counts,
                Notices notices) {
        this.operations = operations;
        this.barrier = barrier;
        this.ways = ways;
        this.counts = counts;
        this.notices = notices;
        late = Arrays.stream(ways).anyMatch(Path::defers) ? LATE : 0;
    }

    @Override
    public void await(boolean precede, boolean succeed) {
        if (!precede) {
            barrier.arrive();
            return;
        }
        for (int i = 0; i < ways.length; i++) {
            counts.add(i, ways[i].take() + late);
        }
        long sum = counts.all();
        notices.await(sum & LATE - 1);
        if (sum >= LATE) {
            operations.end();
            barrier.await();
        }
    }

    @Override
    public void admit(int member) {
        barrier.awaitMember(member);
    }
}
