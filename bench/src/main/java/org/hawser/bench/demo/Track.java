package org.hawser.bench.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * One way to solve the demo's problem: how far it was when, and how far its answer is from the serial one.
 *
 * <p><b>Threads:</b> one.
 */
final class Track {
    /** Of a hundred; while the code is interpreted and compiled a step takes many times as long. */
    static final int WARM_UP_REPORTS = 5;

    /**
     * How far a run was.
     *
     * @param step   steps done
     * @param change the largest change in the last of them; not a number where it was not looked for
     * @param nanos  spent on steps so far
     */
    record Mark(int step, double change, double nanos) {
    }

    private final List<Mark> marks = new ArrayList<>();
    private double difference = Double.NaN;

    void add(double step, double change, double nanos) {
        marks.add(new Mark((int) step, change, nanos));
    }

    void differs(double by) {
        difference = by;
    }

    List<Mark> marks() {
        return marks;
    }

    /** The largest difference from the serial answer. */
    double difference() {
        return difference;
    }

    /** The time of all steps; not a number when none was reported. */
    double seconds() {
        return marks.isEmpty() ? Double.NaN : marks.getLast().nanos() / 1e9;
    }

    /** How much faster this is than {@code other}, once the JVMs are warm. */
    double speedUp(Track other) {
        return other.warmNanos() / warmNanos();
    }

    private double warmNanos() {
        return marks.size() <= WARM_UP_REPORTS ? Double.NaN
            : marks.getLast().nanos() - marks.get(WARM_UP_REPORTS - 1).nanos();
    }
}
