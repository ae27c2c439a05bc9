package org.hawser.fabric.tcp;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that is held for microseconds. Who finds it taken looks again for a while, then gives way a few times, and
 * queues up only then: queuing allocates, and a sleep takes longer than the wait.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> for those who queue up.
 */
final class BriefLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;
    private static final int SPINS = 2_000;
    private static final int YIELDS = 32;

    @Override
    public void lock() {
        for (int looks = 0; looks < SPINS + YIELDS; looks++) {
            if (tryLock()) {
                return;
            }
            if (looks < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        super.lock();
    }
}
