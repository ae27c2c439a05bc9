package org.hawser.pgas;

import java.util.concurrent.ConcurrentHashMap;
import org.hawser.fabric.NodeMap;
import org.hawser.runtime.Rank;
import org.hawser.runtime.launch.JobDescription;

/**
 * Two threads of the model in this JVM, with a lock and a semaphore that they share: one for each actor of a test. They
 * live as long as the JVM, and each state leaves them as it found them.
 *
 * <p><b>Threads:</b> an actor uses its own.
 */
final class PgasPair {
    final Pgas pgas;
    final GlobalLock lock;
    final Semaphore semaphore;

    private PgasPair(Pgas pgas) {
        this.pgas = pgas;
        lock = pgas.allLock();
        semaphore = pgas.semaphore();
    }

    static PgasPair of(int thread) {
        return Both.ALL[thread];
    }

    private static PgasPair[] start() {
        PgasPair[] both = new PgasPair[2];
        Thread[] starters = new Thread[both.length];
        ConcurrentHashMap<Object, Object> shared = new ConcurrentHashMap<>();
        for (int i = 0; i < both.length; i++) {
            int number = i;
            JobDescription job = new JobDescription("stress", number, NodeMap.single(2), null, true, false, 0);
            starters[i] = Thread.ofPlatform().start(() ->
                both[number] = new PgasPair(Pgas.on(Rank.join(job, shared))));
        }
        try {
            for (Thread starter : starters) {
                starter.join();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while two ranks start", e);
        }
        return both;
    }

    /** Apart: the threads that make them need this class to be there. */
    private static final class Both {
        private static final PgasPair[] ALL = start();
    }
}
