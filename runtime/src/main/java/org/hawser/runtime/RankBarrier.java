package org.hawser.runtime;

/**
 * A barrier of all ranks of the job, in one piece or in two halves; ranks that come in halves meet those that do not. A
 * rank may give a value, and all are told when two values differ.
 *
 * <pre>{@code
 * RankBarrier barrier = rank.barrier(1);
 * barrier.come();
 * computeSomething();
 * barrier.finish();
 * }</pre>
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> nothing, unless values differ.
 */
public final class RankBarrier {
    /** Two values that are not the same, and the ranks that gave them. */
    public record Difference(int rank, long value, int otherRank, long otherValue) {
    }

    private final Barrier barrier;
    private final OneSided oneSided;
    private final ProgressEngine engine;

    private RankBarrier(Barrier barrier, OneSided oneSided, ProgressEngine engine) {
        this.barrier = barrier;
        this.oneSided = oneSided;
        this.engine = engine;
    }

    static RankBarrier[] of(Barrier[] barriers, OneSided oneSided, ProgressEngine engine) {
        RankBarrier[] all = new RankBarrier[barriers.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = new RankBarrier(barriers[i], oneSided, engine);
        }
        return all;
    }

    /** Waits until every rank has come here; what any did before is visible to all after. */
    public void await() {
        oneSided.fenceBeforeBarrier();
        barrier.await();
    }

    /** The first half: this rank has come. Its handlers do what the others need of it until {@link #finish}. */
    public void come() {
        oneSided.fenceBeforeBarrier();
        barrier.come(true, false, 0);
    }

    /** As {@link #come()}, with a value that all others who give one must give. */
    public void come(long value) {
        oneSided.fenceBeforeBarrier();
        barrier.come(true, true, value);
    }

    /** The second half: waits until every rank has come. */
    public void finish() {
        barrier.finish();
    }

    /** Between the halves: true when {@link #finish} would not wait; makes progress. */
    public boolean isOver() {
        if (!barrier.isOver()) {
            engine.progress();
        }
        return barrier.isOver();
    }

    /** After it: two values that differ; null when there were none, at all ranks. */
    public Difference difference() {
        BarrierValues two = barrier.difference();
        return two == null ? null
            : new Difference((int) two.rank, two.value, (int) two.otherRank, two.otherValue);
    }

    /**
     * Ends this rank's wait here, and all later ones, as if another rank had been lost: for a model whose program has
     * given up what it needed all ranks for. By any thread.
     */
    public void cut() {
        barrier.cut();
    }

    void leave() {
        barrier.leave();
    }
}
