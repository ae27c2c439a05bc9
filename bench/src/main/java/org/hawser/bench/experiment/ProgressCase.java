package org.hawser.bench.experiment;

import java.util.ArrayList;
import java.util.List;

/**
 * A configuration of the progress benchmark: units of computation around a send and a receive.
 *
 * <pre>
 * sender      barrier  before  send     during  wait  after
 * receiver    barrier  before  receive  during  wait  after
 * </pre>
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param sender      units before the send, while it is under way, after it
 * @param receiver    the same of the receiver
 * @param integrated  units that an iteration takes when nothing waits without need
 * @param traditional units that it takes with a traditional rendezvous, apart from the transfer
 * @param sizes       bytes of the message
 */
record ProgressCase(List<Integer> sender, List<Integer> receiver, int integrated, int traditional, List<Long> sizes) {
    private static final List<Long> MEDIUM = List.of(30L << 10);
    private static final List<Long> LARGE = List.of(64L << 10, 256L << 10, 1L << 20, 4L << 20);

    /** The four configurations of the paper; the first for five lengths of the receiver's computation. */
    static List<ProgressCase> all() {
        List<ProgressCase> all = new ArrayList<>();
        for (int units = 10; units <= 50; units += 10) {
            all.add(new ProgressCase(List.of(0, 0, 60), List.of(units, 0, 0), 60, 60 + units, MEDIUM));
        }
        all.add(new ProgressCase(List.of(0, 20, 0), List.of(5, 5, 20), 30, 40, MEDIUM));
        all.add(new ProgressCase(List.of(20, 20, 20), List.of(0, 0, 0), 60, 60, LARGE));
        all.add(new ProgressCase(List.of(27, 0, 0), List.of(20, 20, 20), 60, 60, LARGE));
        return all;
    }

    /** The configuration in a bench's name: {@code 0-0-60-10-0-0}. */
    String word() {
        List<String> units = new ArrayList<>();
        sender.forEach(unit -> units.add(unit.toString()));
        receiver.forEach(unit -> units.add(unit.toString()));
        return String.join("-", units);
    }

    /** The peer whose figure is a computation of so many units and nothing else. */
    static String computation(int units) {
        return "C(" + units + ")";
    }
}
