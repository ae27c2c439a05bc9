package org.hawser.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.peer.Peers;

/**
 * RandomAccess in billions of updates a second: each way by the plain accumulate, and by the accumulate of the best
 * library in C, with the share of words that it got wrong.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class GupsTable {
    /** The experiment. */
    public static final String NAME = "rma-gups";
    /** After the bench of a way: its share of wrong words. */
    public static final String ERRORS = ".errors";

    private static final String PLAIN = NAME + ".accumulate";
    private static final String LOSSY = NAME + ".get-modify-put" + ERRORS;
    /** As the rules of RandomAccess have it. */
    private static final double MOST_LOST = 0.01;

    private GupsTable() {
    }

    /** A line per way of ours, number of ranks, size and place. */
    public static List<String> of(List<BenchRecord> records) {
        List<String> lines = new ArrayList<>();
        for (BenchRecord record : records) {
            if (!record.isOurs() || record.metric() != Metric.RATE || !record.bench().startsWith(NAME)) {
                continue;
            }
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%s, %d ranks, %s, %s: %.5f GUPS",
                record.bench(), record.ranks(), Figures.size(record.size()), record.place().word(),
                record.p50() / 1e9));
            like(record, PLAIN, records).ifPresent(plain -> {
                line.append(String.format(Locale.ROOT, "; %.2f × accumulate", record.p50() / plain.p50()));
                PeerBars.best(plain, records, Peers::isLibrary).ifPresent(best -> line.append(String.format(Locale.ROOT,
                    ", %.2f × that of %s", record.p50() / best.p50(), best.peer())));
            });
            records.stream().filter(other -> other.isOurs() && other.bench().equals(record.bench() + ERRORS)
                && other.ranks() == record.ranks() && other.size() == record.size())
                .mapToDouble(BenchRecord::p90).max()
                .ifPresent(wrong -> line.append(String.format(Locale.ROOT, "; wrong words %.4f %%", 100 * wrong)));
            lines.add(line.toString());
        }
        return lines;
    }

    /** False when updates were lost by a way that must not lose any, or more than the rules allow. */
    public static boolean isRight(List<BenchRecord> records) {
        return records.stream().filter(record -> record.bench().startsWith(NAME) && record.bench().endsWith(ERRORS))
            .allMatch(record -> record.p90() <= (record.bench().equals(LOSSY) ? MOST_LOST : 0));
    }

    private static Optional<BenchRecord> like(BenchRecord record, String bench, List<BenchRecord> all) {
        return all.stream().filter(other -> other.isOurs() && other.bench().equals(bench)
            && other.ranks() == record.ranks() && other.size() == record.size() && other.place() == record.place()
            && other.metric() == record.metric()).findFirst();
    }
}
