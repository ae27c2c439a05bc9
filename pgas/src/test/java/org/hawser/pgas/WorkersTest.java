package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.hawser.runtime.launch.JobDescription;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Java threads of a rank that share a loop. */
class WorkersTest {
    @Test
    void eachWorkerIsAtHomeInItsRank() {
        PgasJob.run(1, pgas -> {
            try (URLClassLoader home = new URLClassLoader(new URL[0], getClass().getClassLoader())) {
                Thread.currentThread().setContextClassLoader(home);
                Workers workers = new Workers(pgas.rank(), 4);
                Set<Thread> met = ConcurrentHashMap.newKeySet();
                // Nobody goes on before all have come, so each must have a part.
                workers.share(0, 4, (from, to) -> {
                    met.add(Thread.currentThread());
                    assertSame(home, Thread.currentThread().getContextClassLoader());
                    while (met.size() < 4) {
                        Thread.onSpinWait();
                    }
                });
                assertEquals(4, met.size());
            }
        });
    }

    @Test
    void loopsInsideLoopsEnd() {
        PgasJob.run(1, pgas -> {
            Workers workers = new Workers(pgas.rank(), 3);
            AtomicLong sum = new AtomicLong();
            workers.share(0, 100, (from, to) -> {
                for (long i = from; i < to; i++) {
                    workers.share(0, 10, (low, high) -> sum.addAndGet(high - low));
                }
            });
            assertEquals(1000, sum.get());
        });
    }

    @Test
    @Tag("once")
    void aRankHasItsShareOfTheCores() {
        PgasJob.run(2, pgas -> {
            int threads = Workers.coresOf(pgas.rank());
            assertTrue(threads >= 1 && threads <= Math.max(1, JobDescription.cores() / 2), "threads=" + threads);
        });
    }
}
