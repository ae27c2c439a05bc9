package org.hawser.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;
import org.hawser.bench.SvgPlot;
import org.junit.jupiter.api.Test;

class NasTableTest {

    private static BenchRecord record(String bench, int ranks, Metric metric, double value) {
        return new BenchRecord(bench, "shm", ranks, 0, Place.NEAR, metric, metric.unit(), value, value, value, null,
            null);
    }

    private static List<BenchRecord> records(boolean verified) {
        List<BenchRecord> records = new ArrayList<>();
        for (int ranks : new int[] {1, 4}) {
            records.add(record("nas.cg.S", ranks, Metric.SECONDS, 0.5 / ranks));
            records.add(record("nas.cg.S", ranks, Metric.RATE, 2e8 * ranks));
            records.add(record("nas.cg.S.speedup", ranks, Metric.FRACTION, ranks));
            records.add(record("nas.cg.S.verified", ranks, Metric.FRACTION, verified || ranks == 1 ? 1 : 0));
        }
        return records;
    }

    @Test
    void aLineHasAllFiguresOfAJob() {
        List<String> lines = NasTable.of(records(true));
        assertEquals(4, lines.size());
        assertEquals(List.of("cg", "S", "4", "yes", "0.1250", "s", "800.0", "4.00"),
            List.of(lines.getLast().trim().split("\\s+")));
    }

    @Test
    void thePlotOfAClassHasALinePerKernel() {
        List<SvgPlot> plots = NasTable.plots(records(true));
        assertEquals(1, plots.size());
        assertTrue(plots.getFirst().toSvg().contains("class S"));
        assertFalse(plots.getFirst().isEmpty());
    }

    @Test
    void aWrongAnswerIsSeen() {
        assertTrue(NasTable.isVerified(records(true)));
        assertFalse(NasTable.isVerified(records(false)));
        assertTrue(NasTable.of(records(false)).getLast().contains("NO"));
    }
}
