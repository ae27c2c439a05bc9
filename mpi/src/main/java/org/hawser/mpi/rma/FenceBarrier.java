package org.hawser.mpi.rma;

/**
 * Operations are started at once; a fence waits for this member's own and then for all members.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> nothing.
 */
final class FenceBarrier implements Fence {
    private final Window window;

    FenceBarrier(Window window) {
        this.window = window;
    }

    @Override
    public void await(boolean precede, boolean succeed) {
        if (precede) {
            window.flushAllTargets();
        }
        if (precede || succeed) {
            window.barrier();
        }
    }
}
