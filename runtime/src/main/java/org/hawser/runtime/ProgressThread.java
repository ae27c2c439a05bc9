package org.hawser.runtime;

import java.util.concurrent.locks.LockSupport;

/**
 * Makes progress while the program computes: sleeps on the doorbell and wakes for arrivals.
 *
 * <p><b>Threads:</b> one of its own.
 */
final class ProgressThread {
    private final Thread thread;
    private final ProgressEngine engine;
    private volatile boolean ended;

    private ProgressThread(Rank rank, ProgressEngine engine) {
        this.engine = engine;
        thread = Thread.ofPlatform().daemon().name("hawser-progress-" + rank.number()).unstarted(this::run);
    }

    static ProgressThread start(Rank rank, ProgressEngine engine) {
        ProgressThread progress = new ProgressThread(rank, engine);
        progress.thread.start();
        return progress;
    }

    private void run() {
        try {
            int fruitless = 0;
            while (!ended) {
                fruitless = engine.progress() > 0 ? 0 : fruitless + 1;
                engine.idleUntilRung(fruitless);
            }
        } catch (RuntimeException e) {
            engine.fail(e);
        } catch (Error e) {
            engine.fail(new IllegalStateException("the progress thread has ended: " + e, e));
        }
    }

    /** Ends the thread, also when it sleeps. */
    void end() {
        ended = true;
        LockSupport.unpark(thread);
        engine.wakeSleepers();
    }
}
