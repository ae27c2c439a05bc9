package org.hawser.mpi.p2p;

import org.hawser.platform.libc.Notices;
import org.hawser.runtime.Awaitable;

/**
 * The end of what a rank that finalizes has under way: sends to others, and collectives. When it takes long a line says
 * which rank is waited for.
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> at construction, and for the line.
 */
final class LastSends implements Awaitable {
    private static final long LONG_NANOS = 5_000_000_000L;

    private final Engine engine;
    private final long begun = System.nanoTime();

    LastSends(Engine engine) {
        this.engine = engine;
    }

    @Override
    public boolean isDone() {
        return !engine.operations.isBusy();
    }

    @Override
    public boolean isDoneBeforeSleep() {
        if (System.nanoTime() - begun > LONG_NANOS) {
            tell();
        }
        return isDone();
    }

    private void tell() {
        engine.rank.hold();
        try {
            Operation send = engine.operations.anySend();
            if (send != null) {
                Notices.once("MPI.Finalize at " + engine.rank + " waits for rank " + send.peer
                    + " to receive a message: tag=" + send.tag + " bytes=" + send.room);
            }
        } finally {
            engine.rank.letGo();
        }
    }
}
