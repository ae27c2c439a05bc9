package org.hawser.bench.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.hawser.bench.BenchRecord;

/**
 * The table of algorithms that follows from figures, in the form that the library reads:
 *
 * <pre>
 * [shm]
 * # collective   ranks   bytes   algorithm
 * bcast          2       16K     binomial
 * bcast          2       *       chain
 * </pre>
 *
 * <p>A line is for at most so many ranks and bytes, and the first that fits is taken. Between two measured sizes whose
 * algorithms differ the line is drawn in the middle. An algorithm is kept from one size to the next unless another is
 * better by more than {@value #WORTH_A_CHANGE}. The lines of the most ranks are for any number above. Where the best
 * cannot be carried out in the background, lines with the best that can follow, for non-blocking calls.
 *
 * <p><b>Threads:</b> immutable.
 */
final class AlgorithmTable {
    static final double WORTH_A_CHANGE = 0.03;

    private static final String ANY = "*";

    private final List<Row> rows;

    private AlgorithmTable(List<Row> rows) {
        this.rows = rows;
    }

    /** One line. */
    record Row(String collective, String ranks, String bytes, String algorithm) {
        @Override
        public String toString() {
            return String.format("%-15s %-7s %-7s %s", collective, ranks, bytes, algorithm);
        }
    }

    /**
     * The table that follows from figures.
     *
     * @param records of benches {@code collectives.COLLECTIVE.KIND}; the peer is the algorithm
     * @param waits   whether an algorithm of a collective can be carried out in the background
     */
    static AlgorithmTable of(List<BenchRecord> records, BiPredicate<String, String> waits) {
        List<Row> rows = new ArrayList<>();
        Map<String, SequencedMap<Integer, List<BenchRecord>>> byCollective = new LinkedHashMap<>();
        records.forEach(record -> byCollective.computeIfAbsent(record.bench().split("\\.")[1], key -> new TreeMap<>())
            .computeIfAbsent(record.ranks(), key -> new ArrayList<>()).add(record));
        byCollective.forEach((collective, byRanks) -> byRanks.forEach((ranks, own) -> {
            String most = ranks.equals(byRanks.lastEntry().getKey()) ? ANY : ranks.toString();
            List<Row> best = rows(collective, most, own);
            rows.addAll(best);
            if (best.stream().anyMatch(row -> !waits.test(collective, row.algorithm()))) {
                rows.addAll(rows(collective, most,
                    own.stream().filter(record -> waits.test(collective, record.peer())).toList()));
            }
        }));
        return new AlgorithmTable(rows);
    }

    List<Row> rows() {
        return rows;
    }

    /** The text of the file for what lies between ranks, without what tells of its origin. */
    List<String> lines(String medium) {
        List<String> lines = new ArrayList<>();
        lines.add("[" + medium + "]");
        lines.add(String.format("# %-13s %-7s %-7s %s", "collective", "ranks", "bytes", "algorithm"));
        rows.forEach(row -> lines.add(row.toString()));
        return lines;
    }

    private static List<Row> rows(String collective, String ranks, List<BenchRecord> records) {
        TreeMap<Long, String> bySize = new TreeMap<>();
        String previous = null;
        for (long size : records.stream().map(BenchRecord::size).distinct().sorted().toList()) {
            previous = best(records.stream().filter(record -> record.size() == size).toList(), previous);
            bySize.put(size, previous);
        }
        List<Row> rows = new ArrayList<>();
        for (Map.Entry<Long, String> one : bySize.entrySet()) {
            Map.Entry<Long, String> next = bySize.higherEntry(one.getKey());
            if (next == null) {
                rows.add(new Row(collective, ranks, ANY, one.getValue()));
            } else if (!next.getValue().equals(one.getValue())) {
                rows.add(new Row(collective, ranks, bytes(middle(one.getKey(), next.getKey())), one.getValue()));
            }
        }
        return rows;
    }

    /**
     * The algorithm whose figures are, in the mean over places and kinds of memory, nearest to the best one's there.
     */
    static String best(List<BenchRecord> records, String previous) {
        Map<String, Double> scores = new LinkedHashMap<>();
        Map<String, List<BenchRecord>> byAlgorithm = records.stream()
            .collect(Collectors.groupingBy(BenchRecord::peer, LinkedHashMap::new, Collectors.toList()));
        byAlgorithm.forEach((algorithm, own) -> scores.put(algorithm, own.stream()
            .mapToDouble(record -> Math.log(record.p50() / least(record, records))).average().orElseThrow()));
        Map.Entry<String, Double> best = scores.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow();
        double limit = best.getValue() + Math.log1p(WORTH_A_CHANGE);
        return Optional.ofNullable(previous).filter(kept -> scores.getOrDefault(kept, Double.MAX_VALUE) <= limit)
            .orElse(best.getKey());
    }

    private static double least(BenchRecord record, List<BenchRecord> records) {
        return records.stream().filter(record::isComparable).map(BenchRecord::p50).min(Comparator.naturalOrder())
            .orElseThrow();
    }

    /** The power of two at or below the geometric middle, but not below the smaller one. */
    static long middle(long smaller, long larger) {
        return Math.max(smaller, Long.highestOneBit((long) Math.sqrt((double) smaller * larger)));
    }

    /** As settings write sizes. */
    static String bytes(long bytes) {
        return bytes >= 1 << 20 && bytes % (1 << 20) == 0 ? (bytes >> 20) + "M"
            : bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? (bytes >> 10) + "K" : Long.toString(bytes);
    }
}
