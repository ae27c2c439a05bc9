package org.hawser.mpi.io;

import java.util.ArrayDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that carry out accesses which programs do not wait for. Independent ones share a few threads. Collective
 * ones wait for other ranks, so those of one file go one after the other, in a thread that no other file's can keep
 * from running: else two ranks could wait for each other for ever.
 *
 * <p>The threads are daemons, and end when they have had nothing to do for a while.
 *
 * <p><b>Threads:</b> any; a lane of collectives belongs to a file.
 */
final class Background {
    private static final int THREADS = 4;
    private static final long IDLE_SECONDS = 5;

    private static final ThreadPoolExecutor INDEPENDENT = independent();
    private static final ThreadPoolExecutor COLLECTIVE = new ThreadPoolExecutor(0, Integer.MAX_VALUE, IDLE_SECONDS,
        TimeUnit.SECONDS, new SynchronousQueue<>(), Background::thread);

    private Background() {
    }

    private static ThreadPoolExecutor independent() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(), Background::thread);
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private static Thread thread(Runnable work) {
        return Thread.ofPlatform().name("hawser-io").daemon().unstarted(work);
    }

    /** Carries out what needs no other rank. */
    static void run(Runnable work) {
        INDEPENDENT.execute(work);
    }

    /** Carries out collective calls of one file in the order in which they came. */
    static final class Lane {
        private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
        private boolean running;

        synchronized void run(Runnable work) {
            waiting.add(work);
            if (!running) {
                running = true;
                COLLECTIVE.execute(this::work);
            }
        }

        private void work() {
            for (Runnable next = next(); next != null; next = next()) {
                next.run();
            }
        }

        private synchronized Runnable next() {
            Runnable next = waiting.poll();
            running = next != null;
            return next;
        }
    }
}
