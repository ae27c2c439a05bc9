package org.hawser.mpi.rma;

/**
 * How all members of a window end the operations of one epoch together and begin the next: one class for each design.
 *
 * <p><b>Threads:</b> one at a time, but for {@link #admit}. <b>Allocates:</b> nothing.
 */
interface Fence {
    /**
     * Collective: when it returns, all that any member started towards this one since the last is over.
     *
     * @param precede whether operations may have been started; false when the program asserts that none were, anywhere
     * @param succeed whether operations may follow; false when the program asserts that none will, anywhere
     */
    void await(boolean precede, boolean succeed);

    /**
     * Waits until operations of this epoch may reach a member's window, before the first of them. A fence that ends
     * nothing need not wait for anybody: it leaves that to those who have something to do there.
     */
    void admit(int member);
}
