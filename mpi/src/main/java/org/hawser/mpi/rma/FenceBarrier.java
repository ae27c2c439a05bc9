package org.hawser.mpi.rma;

/**
 * Operations are started at once; a fence waits for this member's own, and then for all members to have done so.
 *
 * <p>Where memory is mapped nothing is left to wait for, and a fence is a barrier. One that ends nothing is less: this
 * member says that it has come, and others see it when they want to reach its window.
 *
 * <p>Cost: that of a barrier.
 *
 * <p><b>Threads:</b> as {@link Fence}. <b>Allocates:</b> nothing.
 */
final class FenceBarrier implements Fence {
    private final StartedOperations operations;
    private final WindowBarrier barrier;

    FenceBarrier(StartedOperations operations, WindowBarrier barrier) {
        this.operations = operations;
        this.barrier = barrier;
    }

    @Override
    public void await(boolean precede, boolean succeed) {
        if (precede) {
            operations.end();
            barrier.await();
        } else {
            barrier.arrive();
        }
    }

    @Override
    public void admit(int member) {
        barrier.awaitMember(member);
    }
}
