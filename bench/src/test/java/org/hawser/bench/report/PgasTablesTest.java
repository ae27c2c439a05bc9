package org.hawser.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;
import org.junit.jupiter.api.Test;

class PgasTablesTest {
    private static BenchRecord record(String bench, Metric metric, String peer, double value) {
        return new BenchRecord(bench, "shm", 2, 0, Place.NEAR, metric, metric.unit(), value, value, value, peer, null);
    }

    private static List<BenchRecord> kernels(double verified) {
        return List.of(record("pgas-nas.ft.S", Metric.SECONDS, null, 0.2),
            record("pgas-nas.ft.S.verified", Metric.FRACTION, null, 1),
            record("pgas-nas.ft.S", Metric.SECONDS, "zero-first", 0.3),
            record("pgas-nas.ft.S.verified", Metric.FRACTION, "zero-first", verified),
            record("pgas-nas.ft.S", Metric.SECONDS, "mpi", 0.4),
            record("pgas-nas.ft.S.verified", Metric.FRACTION, "mpi", 1));
    }

    @Test
    void everyWayStandsBesideMessagesAndTheFirstWay() {
        List<String> lines = PgasNasTable.of(kernels(1));
        assertEquals(List.of("ft S 2 rotated yes 0.2000 s 0.500 1.000", "ft S 2 zero-first yes 0.3000 s 0.750 1.500",
            "ft S 2 mpi yes 0.4000 s 1.000 2.000"),
            lines.stream().skip(2).map(line -> String.join(" ", line.trim().split("\\s+"))).toList());
    }

    @Test
    void aWrongAnswerOfOneWayIsSeenInItsLine() {
        List<String> lines = PgasNasTable.of(kernels(0));
        assertTrue(lines.get(2).contains(" yes ") && lines.get(3).contains(" NO "), lines::toString);
        assertFalse(NasTable.isVerified(kernels(0)));
    }

    @Test
    void updatesStandBesideAtomicsWithWhatTheyGotWrong() {
        List<String> lines = PgasGupsTable.of(List.of(record("pgas-gups.atomic", Metric.RATE, null, 2e7),
            record("pgas-gups.atomic.errors", Metric.FRACTION, null, 0),
            record("pgas-gups.buckets", Metric.RATE, null, 5e7)));
        assertEquals(List.of("pgas-gups.atomic, 2 ranks, –, near: 0.02000 GUPS; 1.00 × atomic; wrong words 0.0000 %",
            "pgas-gups.buckets, 2 ranks, –, near: 0.05000 GUPS; 2.50 × atomic"), lines);
    }

    @Test
    void onlyGetModifyPutMayLoseUpdates() {
        assertTrue(PgasGupsTable.isRight(List.of(
            record("pgas-gups.get-modify-put.errors", Metric.FRACTION, null, 0.01))));
        assertFalse(PgasGupsTable.isRight(List.of(
            record("pgas-gups.get-modify-put.errors", Metric.FRACTION, null, 0.02))));
        assertFalse(PgasGupsTable.isRight(List.of(record("pgas-gups.buckets.errors", Metric.FRACTION, null, 1e-6))));
    }
}
