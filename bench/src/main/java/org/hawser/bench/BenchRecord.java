package org.hawser.bench;

import java.util.Locale;

/**
 * One figure with its spread: a line of the JSON report.
 *
 * <p>A record with no peer is Hawser's (or, for {@code raw} benches, the machine's own). One with a peer carries the
 * <em>peer's</em> figure, and {@code ratio} is ours divided by it.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param bench    the experiment, with its variant after a dot
 * @param provider what carried it
 * @param ranks    ranks of the job
 * @param size     bytes per operation; 0 where there are none
 * @param place    where the cores were
 * @param metric   a constant of {@link Metric}
 * @param unit     of the three figures
 * @param p10      a tenth of the samples is at or below this
 * @param p50      the median
 * @param p90      a tenth of the samples is above this
 * @param peer     whose figure this is, or null for ours
 * @param ratio    ours / the peer's, or null
 */
public record BenchRecord(String bench, String provider, int ranks, long size, Place place, Metric metric,
                          String unit, double p10, double p50, double p90, String peer, Double ratio) {

    /** True when the figure is ours. */
    public boolean isOurs() {
        return peer == null;
    }

    /** True when both tell of the same operation in the same place, whoever did it. */
    public boolean isComparable(BenchRecord other) {
        return bench.equals(other.bench) && ranks == other.ranks && size == other.size && place == other.place
            && metric == other.metric;
    }

    /** The record as one line of JSON, without the line's end. */
    public String toJson() {
        StringBuilder json = new StringBuilder(200);
        json.append("{\"bench\":").append(quoted(bench)).append(",\"provider\":").append(quoted(provider))
            .append(",\"ranks\":").append(ranks).append(",\"size\":").append(size)
            .append(",\"place\":").append(quoted(place.word())).append(",\"metric\":").append(quoted(metric.word()))
            .append(",\"unit\":").append(quoted(unit)).append(",\"p10\":").append(number(p10))
            .append(",\"p50\":").append(number(p50)).append(",\"p90\":").append(number(p90));
        if (peer != null) {
            json.append(",\"peer\":").append(quoted(peer)).append(",\"ratio\":")
                .append(ratio == null ? "null" : number(ratio));
        }
        return json.append('}').toString();
    }

    /** Four digits or more; JSON knows neither infinity nor NaN. */
    static String number(double value) {
        if (!Double.isFinite(value)) {
            return "null";
        }
        String text = String.format(Locale.ROOT, Math.abs(value) < 10 ? "%.4f" : "%.2f", value);
        return text.replaceFirst("\\.?0+$", "");
    }

    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
