package org.hawser.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Network;
import org.hawser.bench.peer.Peers;

/**
 * What we set out to reach between ranks that talk through connections: against the best library in C over TCP, against
 * a bare connection, and of operations on windows, against the same while the target waits.
 *
 * <p><b>Threads:</b> immutable.
 */
final class TcpBars {
    private static final Pattern LATENCY = Pattern.compile("latency\\..*");
    private static final Pattern BANDWIDTH = Pattern.compile("bandwidth\\..*");
    private static final Pattern TARGET = Pattern.compile("rma-target\\..*");
    private static final List<Long> SIZES_OF_LATENCY = List.of(8L, 1L << 10);
    private static final long LEAST_OF_BANDWIDTH = 64 << 10;
    private static final long MOST_OF_BANDWIDTH = 4 << 20;

    private static final String SOCKET = "socket";
    private static final String WAITING = "waiting";
    private static final double MOST_OF_PEER = 1;
    private static final double MOST_OVER_SOCKET_NANOS = 1_500;
    private static final double LEAST_OF_PEER = 1.2;
    private static final double LEAST_OF_SOCKET = 0.9;
    private static final double TOLERANCE = 0.1;

    private TcpBars() {
    }

    /** True for a record whose ranks talked through connections. */
    static boolean isFor(BenchRecord record) {
        return record.provider().contains(Network.TCP);
    }

    /** The bars for a record of ours, with their verdicts; nothing when there is none, or nobody to compare with. */
    static Optional<String> of(BenchRecord record, List<BenchRecord> all) {
        List<String> verdicts = new ArrayList<>();
        if (record.metric() == Metric.LATENCY && LATENCY.matcher(record.bench()).matches()
                && SIZES_OF_LATENCY.contains(record.size())) {
            PeerBars.best(record, all, Peers::isLibrary).ifPresent(peer -> verdicts.add(ratio(record, peer,
                "≤", MOST_OF_PEER, record.p50() <= MOST_OF_PEER * peer.p50())));
            PeerBars.best(record, all, SOCKET::equals).ifPresent(socket -> verdicts.add(difference(record, socket)));
        } else if (record.metric() == Metric.BANDWIDTH && BANDWIDTH.matcher(record.bench()).matches()
                && record.size() >= LEAST_OF_BANDWIDTH && record.size() <= MOST_OF_BANDWIDTH) {
            PeerBars.best(record, all, Peers::isLibrary).ifPresent(peer -> verdicts.add(ratio(record, peer,
                "≥", LEAST_OF_PEER, record.p50() >= LEAST_OF_PEER * peer.p50())));
            PeerBars.best(record, all, SOCKET::equals).ifPresent(socket -> verdicts.add(ratio(record, socket,
                "≥", LEAST_OF_SOCKET, record.p50() >= LEAST_OF_SOCKET * socket.p50())));
        } else if (record.metric() == Metric.LATENCY && TARGET.matcher(record.bench()).matches()) {
            PeerBars.best(record, all, WAITING::equals).ifPresent(waiting -> verdicts.add(alike(record, waiting)));
        }
        return verdicts.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", verdicts));
    }

    private static String ratio(BenchRecord record, BenchRecord other, String sign, double bar, boolean isReached) {
        return Bars.verdict(String.format(Locale.ROOT, "%.2f × %s, %s %.1f", record.p50() / other.p50(), other.peer(),
            sign, bar), isReached);
    }

    private static String difference(BenchRecord record, BenchRecord socket) {
        double more = record.p50() - socket.p50();
        return Bars.verdict(String.format(Locale.ROOT, "%s %+.0f ns, ≤ +%.0f", socket.peer(), more,
            MOST_OVER_SOCKET_NANOS), more <= MOST_OVER_SOCKET_NANOS);
    }

    private static String alike(BenchRecord record, BenchRecord other) {
        double ratio = record.p50() / other.p50();
        return Bars.verdict(String.format(Locale.ROOT, "%.2f × %s, 1 ± %.1f", ratio, other.peer(), TOLERANCE),
            Math.abs(ratio - 1) <= TOLERANCE);
    }
}
