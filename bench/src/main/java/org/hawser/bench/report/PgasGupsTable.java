package org.hawser.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.pgas.SharedTable.Way;

/**
 * RandomAccess on a shared array in billions of updates a second: each way by atomics, with the share of words that it
 * got wrong.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class PgasGupsTable {
    /** The experiment. */
    public static final String NAME = "pgas-gups";
    /** After the bench of a way: its share of wrong words. */
    public static final String ERRORS = ".errors";

    private static final String PLAIN = NAME + "." + Way.ATOMIC.word();
    private static final String LOSSY = NAME + "." + Way.GET_MODIFY_PUT.word() + ERRORS;
    /** As the rules of RandomAccess have it. */
    private static final double MOST_LOST = 0.01;

    private PgasGupsTable() {
    }

    /** A line per way, number of ranks, size and place. */
    public static List<String> of(List<BenchRecord> records) {
        List<String> lines = new ArrayList<>();
        for (BenchRecord record : records) {
            if (!record.isOurs() || record.metric() != Metric.RATE || !record.bench().startsWith(NAME + ".")) {
                continue;
            }
            StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%s, %d ranks, %s, %s: %.5f GUPS",
                record.bench(), record.ranks(), Figures.size(record.size()), record.place().word(),
                record.p50() / 1e9));
            records.stream().filter(other -> isBeside(other, record, PLAIN) && other.place() == record.place()
                && other.metric() == record.metric()).findFirst().ifPresent(plain ->
                line.append(String.format(Locale.ROOT, "; %.2f × atomic", record.p50() / plain.p50())));
            records.stream().filter(other -> isBeside(other, record, record.bench() + ERRORS))
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

    private static boolean isBeside(BenchRecord other, BenchRecord record, String bench) {
        return other.isOurs() && other.bench().equals(bench) && other.ranks() == record.ranks()
            && other.size() == record.size();
    }
}
