package org.hawser.bench;

import java.util.Locale;

/**
 * What a figure is.
 *
 * <p><b>Threads:</b> immutable.
 */
public enum Metric {
    /** The time of one operation; of a message, one way. */
    LATENCY("ns"),
    /** Bytes moved in a time. */
    BANDWIDTH("MB/s"),
    /** Operations in a time. */
    RATE("1/s"),
    /** Memory. */
    BYTES("B"),
    /** A longer time. */
    SECONDS("s"),
    /** A share or a ratio, 1 being all. */
    FRACTION("1");

    private final String unit;

    Metric(String unit) {
        this.unit = unit;
    }

    /** The unit of its figures. */
    public String unit() {
        return unit;
    }

    /** The word in reports. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
