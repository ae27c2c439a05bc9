package org.hawser.bench.report;

import java.util.Locale;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;

/**
 * How figures are written for people.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class Figures {

    private Figures() {
    }

    /** A figure with a unit that suits its size. */
    public static String figure(Metric metric, double value) {
        return switch (metric) {
            case LATENCY -> value < 1e4 ? number(value) + " ns" : value < 1e7 ? number(value / 1e3) + " µs"
                : number(value / 1e6) + " ms";
            case BANDWIDTH -> value < 1e4 ? number(value) + " MB/s" : number(value / 1e3) + " GB/s";
            case RATE -> number(value / 1e6) + " M/s";
            case BYTES -> bytes(value);
            case SECONDS -> String.format(Locale.ROOT, "%.2f s", value);
            case FRACTION -> String.format(Locale.ROOT, "%.2f", value);
        };
    }

    /** A size: 8 B, 64 KiB; a dash for none. */
    public static String size(long bytes) {
        if (bytes == 0) {
            return "–";
        }
        if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
            return (bytes >> 20) + " MiB";
        }
        return bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? (bytes >> 10) + " KiB" : bytes + " B";
    }

    /** How ours stands to a peer's figure; of latencies, also what ours adds. */
    static String comparison(BenchRecord record) {
        if (record.ratio() == null) {
            return "";
        }
        String ratio = String.format(Locale.ROOT, "ours is %.2f × this", record.ratio());
        return record.metric() != Metric.LATENCY ? ratio
            : ratio + ", " + difference((record.ratio() - 1) * record.p50());
    }

    private static String difference(double nanos) {
        double size = Math.abs(nanos);
        return size < 1e4 ? String.format(Locale.ROOT, "%+.0f ns", nanos)
            : size < 1e7 ? String.format(Locale.ROOT, "%+.1f µs", nanos / 1e3)
            : String.format(Locale.ROOT, "%+.1f ms", nanos / 1e6);
    }

    private static String bytes(double value) {
        return value < 1e6 ? String.format(Locale.ROOT, "%.1f kB", value / 1e3)
            : String.format(Locale.ROOT, "%.1f MB", value / 1e6);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 9.995 ? "%.2f" : value < 999.5 ? "%.1f" : "%.0f", value);
    }
}
