package org.hawser.bench.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a reader must know about the machine to make sense of a figure. Names nobody's host.
 *
 * <p><b>Threads:</b> stateless.
 */
final class MachineFacts {
    private static final int IDLE = 4;

    private MachineFacts() {
    }

    /** Names and values, in the order to show them. */
    static Map<String, String> collect() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Processor", firstValue("/proc/cpuinfo", "model name", System.getProperty("os.arch")));
        facts.put("Cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("Memory", memory());
        facts.put("System", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("Java", System.getProperty("java.vendor") + " " + System.getProperty("java.runtime.version"));
        return facts;
    }

    /** The share of all cores' time, from 0 to 1, that went to anything in the next {@code millis}; 0 where unknown. */
    static double busyShare(long millis) throws InterruptedException {
        long[] before = times();
        Thread.sleep(millis);
        long[] after = times();
        long all = after[0] - before[0];
        return all <= 0 ? 0 : (double) (after[1] - before[1]) / all;
    }

    /** Ticks of all cores since the start, in all and not idle. The columns: user nice system idle iowait … */
    private static long[] times() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/stat"))) {
            String[] columns = lines.findFirst().orElse("").trim().split("\\s+");
            long all = 0;
            long idle = 0;
            for (int i = 1; i < columns.length; i++) {
                long ticks = Long.parseLong(columns[i]);
                all += ticks;
                idle += i == IDLE || i == IDLE + 1 ? ticks : 0;
            }
            return new long[] {all, all - idle};
        } catch (IOException | NumberFormatException e) {
            return new long[2];
        }
    }

    private static String memory() {
        String kibibytes = firstValue("/proc/meminfo", "MemTotal", "").replaceAll("\\D", "");
        return kibibytes.isEmpty() ? "unknown" : String.format("%.1f GiB", Long.parseLong(kibibytes) / 1048576.0);
    }

    private static String firstValue(String file, String name, String otherwise) {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(name)).findFirst()
                .map(line -> line.substring(line.indexOf(':') + 1).trim()).orElse(otherwise);
        } catch (IOException e) {
            return otherwise;
        }
    }
}
