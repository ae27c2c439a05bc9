package org.hawser.bench.report;

import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;

/** Records of one run over one provider, and the bar that one of them has among the others. */
abstract class BarTest {
    final List<BenchRecord> all = new ArrayList<>();
    private final String provider;

    BarTest(String provider) {
        this.provider = provider;
    }

    BenchRecord add(String bench, long size, Metric metric, double value, String peer) {
        BenchRecord record = new BenchRecord(bench, provider, 2, size, Place.NEAR, metric, metric.unit(), value, value,
            value, peer, null);
        all.add(record);
        return record;
    }

    String bar(BenchRecord record) {
        return Bars.of(record, all).orElseThrow();
    }
}
