package org.hawser.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;
import org.hawser.bench.peer.Peers;

/**
 * Our collectives by those of the best library in C, cell by cell (ranks, kind of memory, collective, size), and the
 * geometric mean of the cells against its bar. A cell's ratio is between figures of one place, and where several places
 * were seen the geometric mean of theirs. Where ours and theirs never saw the same place it is between the figures of
 * all places, and is marked.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class CollectiveRatios {
    /** No collective of few ranks may be worse than this. */
    static final double WORST_OF_FEW = 1.3;

    private static final Pattern BENCH = Pattern.compile("collectives\\.(\\w+)\\.(\\w+)");
    /** Up to so many ranks the bar is between ranks with cores of their own, or nearly so. */
    private static final int FEW_RANKS = 4;
    private static final double MEAN_OF_FEW = 0.9;
    private static final double MEAN_OF_MANY = 0.7;

    private final List<Cell> cells;

    private CollectiveRatios(List<Cell> cells) {
        this.cells = cells;
    }

    /** One collective of one size; {@code mixed}: between figures of different places. */
    record Cell(int ranks, String memory, String collective, long size, double ratio, String peer, boolean mixed) {
        String text() {
            return String.format(Locale.ROOT, "%.2f%s", ratio, mixed ? "*" : "");
        }
    }

    /** The ratios that follow from records; none where no library was measured. */
    public static CollectiveRatios of(List<BenchRecord> records) {
        Map<List<Object>, List<BenchRecord>> groups = new LinkedHashMap<>();
        records.stream().filter(record -> record.metric() == Metric.LATENCY
            && BENCH.matcher(record.bench()).matches()).forEach(record ->
                groups.computeIfAbsent(List.of(record.bench(), record.ranks(), record.size()),
                    key -> new ArrayList<>()).add(record));
        return new CollectiveRatios(groups.values().stream().flatMap(group -> cell(group).stream()).toList());
    }

    /** True for a collective of so few ranks that there is a bar for each. */
    static boolean hasBar(BenchRecord record) {
        return record.ranks() <= FEW_RANKS && BENCH.matcher(record.bench()).matches();
    }

    /** The geometric mean of numbers; NaN of none. */
    static double mean(Stream<Double> numbers) {
        return Math.exp(numbers.mapToDouble(Math::log).average().orElse(Double.NaN));
    }

    List<Cell> cells() {
        return cells;
    }

    /** A small table and a verdict per number of ranks and kind of memory. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int ranks : cells.stream().map(Cell::ranks).distinct().sorted().toList()) {
            for (String memory : cells.stream().map(Cell::memory).distinct().toList()) {
                List<Cell> own = cells.stream().filter(cell -> cell.ranks() == ranks && cell.memory().equals(memory))
                    .toList();
                if (!own.isEmpty()) {
                    lines.add("");
                    lines.add(ranks + " ranks, " + memory + ": ours by the best library's");
                    lines.addAll(table(own));
                    lines.add(verdict(ranks, own));
                }
            }
        }
        if (cells.stream().anyMatch(Cell::mixed)) {
            lines.add("* ours and theirs never saw the cores in the same place: between figures of all places");
        }
        return lines;
    }

    /** The mean against its bar. */
    static String verdict(int ranks, List<Cell> cells) {
        double mean = mean(cells.stream().map(Cell::ratio));
        Cell worst = cells.stream().max(Comparator.comparingDouble(Cell::ratio)).orElseThrow();
        String worstText = String.format(Locale.ROOT, "worst %.2f (%s, %s, against %s)", worst.ratio(),
            worst.collective(), Figures.size(worst.size()), worst.peer());
        boolean isFew = ranks <= FEW_RANKS;
        return isFew
            ? Bars.verdict(String.format(Locale.ROOT, "geometric mean %.2f; ≤ %.1f; %s; ≤ %.1f", mean, MEAN_OF_FEW,
                worstText, WORST_OF_FEW), mean <= MEAN_OF_FEW && worst.ratio() <= WORST_OF_FEW)
            : Bars.verdict(String.format(Locale.ROOT, "geometric mean %.2f; ≤ %.1f; %s", mean, MEAN_OF_MANY, worstText),
                mean <= MEAN_OF_MANY);
    }

    private static List<String> table(List<Cell> cells) {
        List<Long> sizes = cells.stream().map(Cell::size).distinct().sorted().toList();
        List<String> lines = new ArrayList<>();
        lines.add(row("", sizes.stream().map(Figures::size), "mean"));
        Map<String, List<Cell>> rows = cells.stream().collect(Collectors.groupingBy(Cell::collective,
            LinkedHashMap::new, Collectors.toList()));
        rows.forEach((collective, row) -> lines.add(row(collective, sizes.stream().map(size -> row.stream()
            .filter(cell -> cell.size() == size).map(Cell::text).findFirst().orElse("")),
            String.format(Locale.ROOT, "%.2f", mean(row.stream().map(Cell::ratio))))));
        return lines;
    }

    private static String row(String head, Stream<String> figures, String last) {
        return String.format("  %-14s", head) + figures.map(text -> String.format("%9s", text))
            .collect(Collectors.joining()) + String.format("%9s", last);
    }

    private static Optional<Cell> cell(List<BenchRecord> group) {
        Map<Place, Double> byPlace = new TreeMap<>();
        String peer = null;
        for (BenchRecord record : group) {
            Optional<BenchRecord> best = record.isOurs() ? PeerBars.best(record, group, Peers::isLibrary)
                : Optional.empty();
            if (best.isPresent()) {
                byPlace.put(record.place(), record.p50() / best.get().p50());
                peer = best.get().peer();
            }
        }
        if (!byPlace.isEmpty()) {
            return Optional.of(cell(group.getFirst(), mean(byPlace.values().stream()), peer, false));
        }
        return mixed(group);
    }

    private static Optional<Cell> mixed(List<BenchRecord> group) {
        double ours = medianOf(group, BenchRecord::isOurs);
        Map<String, Double> theirs = group.stream().map(BenchRecord::peer)
            .filter(peer -> peer != null && Peers.isLibrary(peer)).distinct()
            .collect(Collectors.toMap(Function.identity(), peer -> medianOf(group, one -> peer.equals(one.peer()))));
        return theirs.entrySet().stream().min(Map.Entry.comparingByValue()).filter(best -> !Double.isNaN(ours))
            .map(best -> cell(group.getFirst(), ours / best.getValue(), best.getKey(), true));
    }

    private static double medianOf(List<BenchRecord> group, Predicate<BenchRecord> whose) {
        return mean(group.stream().filter(whose).map(BenchRecord::p50));
    }

    private static Cell cell(BenchRecord record, double ratio, String peer, boolean mixed) {
        Matcher bench = BENCH.matcher(record.bench());
        if (!bench.matches()) {
            throw new IllegalArgumentException("not a collective: bench=" + record.bench());
        }
        return new Cell(record.ranks(), bench.group(2), bench.group(1), record.size(), ratio, peer, mixed);
    }
}
