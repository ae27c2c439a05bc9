package org.hawser.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.pcj.PcjProgram;

/**
 * How much longer PCJ takes, whatever the places: its figure in the place where it is fastest by ours in the place
 * where we are slowest. Its operations take so long that where the cores are hardly shows.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class PcjRatios {
    private static final double LEAST = 10;

    private PcjRatios() {
    }

    /** A line for each operation that both were seen to do. */
    public static List<String> of(List<BenchRecord> records) {
        List<String> lines = new ArrayList<>();
        for (String title : records.stream().map(PcjRatios::title).distinct().toList()) {
            OptionalDouble ours = figures(records, title, BenchRecord::isOurs).max();
            OptionalDouble theirs = figures(records, title, record -> PcjProgram.PEER.equals(record.peer())).min();
            if (ours.isPresent() && theirs.isPresent()) {
                double ratio = theirs.getAsDouble() / ours.getAsDouble();
                lines.add(title + ": " + Bars.verdict(String.format(Locale.ROOT, "pcj takes at least %.0f × as long,"
                    + " ≥ %.0f", ratio, LEAST), ratio >= LEAST));
            }
        }
        return lines;
    }

    private static String title(BenchRecord record) {
        return record.bench() + ", " + record.ranks() + " ranks, " + Figures.size(record.size());
    }

    private static DoubleStream figures(List<BenchRecord> records, String title, Predicate<BenchRecord> whose) {
        return records.stream().filter(whose).filter(record -> title(record).equals(title))
            .mapToDouble(BenchRecord::p50);
    }
}
