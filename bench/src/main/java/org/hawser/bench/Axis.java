package org.hawser.bench;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Where numbers lie along one side of a plot, and which of them are written there.
 *
 * <p><b>Threads:</b> immutable.
 */
final class Axis {
    private static final double LOG_OF_TWO = Math.log10(2);

    private final boolean log;
    private final double low;
    private final double high;
    private final double from;
    private final double to;

    /** An axis that shows all {@code values}, drawn from one coordinate to another. */
    Axis(boolean log, DoubleStream values, double from, double to) {
        this.log = log;
        this.from = from;
        this.to = to;
        DoubleSummaryStatistics range = values.map(this::scaled).summaryStatistics();
        double margin = Math.max((range.getMax() - range.getMin()) * 0.04, log ? 0.1 : 1e-9);
        low = log ? range.getMin() - margin : Math.min(0, range.getMin());
        high = range.getMax() + margin;
    }

    double position(double value) {
        return from + (to - from) * (scaled(value) - low) / (high - low);
    }

    /** About as many round numbers as asked for. */
    List<Double> ticks(int most) {
        List<Double> ticks = new ArrayList<>();
        double step = roundStep((high - low) / most);
        for (double at = Math.ceil(low / step) * step; at <= high; at += step) {
            ticks.add(log ? Math.pow(10, at) : at);
        }
        return log ? preferred(ticks, most) : ticks;
    }

    /** At most so many powers of two, evenly spread. */
    List<Double> powersOfTwo(int most) {
        int first = (int) Math.ceil(low / LOG_OF_TWO);
        int last = (int) Math.floor(high / LOG_OF_TWO);
        int stride = Math.max(1, Math.ceilDiv(last - first + 1, most));
        List<Double> ticks = new ArrayList<>();
        for (int power = first; power <= last; power += stride) {
            ticks.add(Math.pow(2, power));
        }
        return ticks;
    }

    /** Powers of ten where they are enough, with twos and fives between them where not. */
    private List<Double> preferred(List<Double> even, int most) {
        List<Double> ticks = new ArrayList<>();
        int decades = (int) Math.floor(high) - (int) Math.ceil(low) + 1;
        double[] factors = decades > most / 2 ? new double[] {1} : new double[] {1, 2, 5};
        int stride = Math.max(1, decades / most);
        for (int decade = (int) Math.floor(low); decade <= high; decade += stride) {
            for (double factor : factors) {
                double value = factor * Math.pow(10, decade);
                if (scaled(value) >= low && scaled(value) <= high) {
                    ticks.add(value);
                }
            }
        }
        return ticks.isEmpty() ? even : ticks;
    }

    private double scaled(double value) {
        return log ? Math.log10(value) : value;
    }

    private static double roundStep(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (double factor : new double[] {1, 2, 5}) {
            if (factor * power >= least) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /** A number with a suffix of thousands: 950, 1.5k, 40M. */
    static String shortNumber(double value) {
        String[] suffixes = {"", "k", "M", "G", "T"};
        int suffix = 0;
        double shown = value;
        while (Math.abs(shown) >= 1000 && suffix < suffixes.length - 1) {
            shown /= 1000;
            suffix++;
        }
        String digits = String.format(Locale.ROOT, Math.abs(shown) < 1 ? "%.3f" : "%.1f", shown);
        return digits.replaceFirst("\\.?0+$", "") + suffixes[suffix];
    }

    /** A number of bytes with a binary suffix where that is short: 64, 4K, 1M. */
    static String size(double bytes) {
        long whole = Math.round(bytes);
        String[] suffixes = {"", "K", "M", "G"};
        int suffix = 0;
        while (whole >= 1024 && whole % 1024 == 0 && suffix < suffixes.length - 1) {
            whole /= 1024;
            suffix++;
        }
        return whole + suffixes[suffix];
    }
}
