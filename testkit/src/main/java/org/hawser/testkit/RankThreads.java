package org.hawser.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs one task per rank, each on a thread of its own. The first failure ends the wait and is thrown with its rank; a
 * run that does not end is a failure that shows what every thread was doing.
 *
 * <p><b>Threads:</b> one caller.
 */
public final class RankThreads {
    /** Guards against a hang; nothing is measured against it. */
    private static final long HANG_SECONDS = 60;

    private RankThreads() {
    }

    /** What one rank does. */
    @FunctionalInterface
    public interface Task {
        /** Runs as {@code rank}. */
        void run(int rank) throws Exception;
    }

    /** Runs {@code task} for the ranks from 0 to {@code count - 1} and waits for all of them. */
    public static void run(int count, Task task) {
        AtomicReference<AssertionError> failure = new AtomicReference<>();
        CountDownLatch running = new CountDownLatch(count);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int rank = i;
            threads.add(Thread.ofPlatform().daemon().name("rank-" + rank).start(() -> {
                try {
                    task.run(rank);
                } catch (Throwable e) {
                    failure.compareAndSet(null, new AssertionError("rank " + rank + " failed: " + e, e));
                    while (running.getCount() > 0) {
                        running.countDown();
                    }
                }
                running.countDown();
            }));
        }
        if (!ended(running)) {
            throw new AssertionError("ranks still run after " + HANG_SECONDS + " s:\n" + dump(threads));
        }
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    private static boolean ended(CountDownLatch running) {
        try {
            return running.await(HANG_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while ranks run", e);
        }
    }

    private static String dump(List<Thread> ranks) {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
            if (ranks.contains(entry.getKey()) || entry.getKey().getName().startsWith("hawser-")) {
                text.append(entry.getKey().getName()).append('\n');
                for (StackTraceElement frame : entry.getValue()) {
                    text.append("    at ").append(frame).append('\n');
                }
            }
        }
        return text.toString();
    }
}
