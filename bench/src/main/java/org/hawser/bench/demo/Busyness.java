package org.hawser.bench.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * How much of the machine other work takes: times that are measured beside it suffer.
 *
 * <p><b>Threads:</b> stateless.
 */
final class Busyness {
    /** The columns of a line: its name, then ticks of user, nice, system, idle, iowait, … */
    private static final int IDLE = 4;

    /** All cores' ticks since the start. */
    private record Ticks(long all, long idle) {
    }

    private Busyness() {
    }

    /** The share of all cores' time, from 0 to 1, that is used during the next {@code millis}; 0 where unknown. */
    static double share(long millis) throws InterruptedException {
        Ticks before = ticks();
        Thread.sleep(millis);
        Ticks after = ticks();
        long all = after.all - before.all;
        return all <= 0 ? 0 : 1 - (double) (after.idle - before.idle) / all;
    }

    private static Ticks ticks() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/stat"))) {
            String[] columns = lines.findFirst().orElse("").trim().split("\\s+");
            long all = 0;
            for (int i = 1; i < columns.length; i++) {
                all += Long.parseLong(columns[i]);
            }
            return new Ticks(all, Long.parseLong(columns[IDLE]) + Long.parseLong(columns[IDLE + 1]));
        } catch (IOException | RuntimeException e) {
            return new Ticks(0, 0);
        }
    }
}
