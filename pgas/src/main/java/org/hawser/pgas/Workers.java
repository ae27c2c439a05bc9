package org.hawser.pgas;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.hawser.pgas.team.World;
import org.hawser.platform.settings.Settings;
import org.hawser.runtime.Rank;
import org.hawser.runtime.launch.JobDescription;

/**
 * Java threads of this rank that share a loop: as many as it has cores for, the calling one among them. They are
 * started by the first loop and end when there was none for a while; each has the rank's context class loader, so that
 * what runs on it is at home in this rank.
 *
 * <p><b>Threads:</b> any; loops of several threads, or inside each other, share the same workers. <b>Allocates:</b> per
 * loop.
 */
final class Workers {
    private static final int PARTS_EACH = 8;
    private static final int MOST = 1024;
    private static final long IDLE_SECONDS = 2;

    private final Rank rank;
    private final int threads;
    private final ClassLoader home = Thread.currentThread().getContextClassLoader();
    private ThreadPoolExecutor pool;

    /** A part of a loop. */
    @FunctionalInterface
    interface Part {
        /** Does what there is to do for numbers from {@code from} to before {@code to}. */
        void run(long from, long to);
    }

    Workers(World world) {
        this(world.rank(), (int) Settings.number("hawser.pgas.threads", coresOf(world.rank()), 1, MOST));
    }

    Workers(Rank rank, int threads) {
        this.rank = rank;
        this.threads = threads;
    }

    /** The cores that this rank may use when it shares those of its node with the other ranks there. */
    static int coresOf(Rank rank) {
        int share = JobDescription.cores() / rank.nodes().localSize(rank.number());
        return Math.max(1, Math.min(share, Runtime.getRuntime().availableProcessors()));
    }

    /** Does {@code body} for parts of a range, several at once; returns when all is done, and throws what one threw. */
    void share(long from, long to, Part body) {
        long count = to - from;
        if (threads == 1 || count < 2) {
            if (count > 0) {
                body.run(from, to);
            }
            return;
        }
        int helpers = (int) Math.min(threads - 1, count - 1);
        Loop loop = new Loop(from, to, Math.max(1, count / ((long) threads * PARTS_EACH)), body, helpers);
        ThreadPoolExecutor workers = pool();
        for (int i = 0; i < helpers; i++) {
            workers.execute(loop);
        }
        loop.work();
        loop.leaveToNobody();
        rank.awaitRegardless(() -> loop.helping.get() == 0);
        loop.check();
    }

    private synchronized ThreadPoolExecutor pool() {
        if (pool == null) {
            AtomicInteger number = new AtomicInteger();
            pool = new ThreadPoolExecutor(threads - 1, threads - 1, IDLE_SECONDS, TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "pgas-" + rank.number() + "-" + number.incrementAndGet());
                    thread.setContextClassLoader(home);
                    thread.setDaemon(true);
                    return thread;
                });
            pool.allowCoreThreadTimeOut(true);
        }
        return pool;
    }

    /** One loop, of which each thread takes the next part until there is none. */
    private final class Loop implements Runnable {
        private final AtomicLong next;
        private final long to;
        private final long length;
        private final Part body;
        /** Helpers that have not ended and not been told to stay away. */
        private final AtomicInteger helping;
        private final AtomicInteger toStart;
        private final AtomicReference<Throwable> failure = new AtomicReference<>();

        Loop(long from, long to, long length, Part body, int helpers) {
            next = new AtomicLong(from);
            this.to = to;
            this.length = length;
            this.body = body;
            helping = new AtomicInteger(helpers);
            toStart = new AtomicInteger(helpers);
        }

        @Override
        public void run() {
            if (toStart.getAndDecrement() <= 0) {
                return;
            }
            work();
            if (helping.decrementAndGet() == 0) {
                rank.wakeWaiting();
            }
        }

        void work() {
            try {
                for (long from = next.getAndAdd(length); from < to; from = next.getAndAdd(length)) {
                    body.run(from, Math.min(to, from + length));
                }
            } catch (Throwable e) {
                next.set(to);
                failure.compareAndSet(null, e);
            }
        }

        /** Helpers that have not begun yet, as when all workers are in loops around this one, are not waited for. */
        void leaveToNobody() {
            int left = Math.max(0, toStart.getAndSet(0));
            helping.addAndGet(-left);
        }

        void check() {
            switch (failure.get()) {
                case null -> {
                }
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                case Throwable e -> throw new PgasException("a loop's body failed: cause=" + e, e);
            }
        }
    }
}
