package org.hawser.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.Place;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Series;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    private static final double NEAR = 55;
    private static final double FAR = 210;

    private final Series ours = new Series("am", "shm", 2, 8, Metric.LATENCY, null);
    private final List<Sample> samples = new ArrayList<>();

    private void add(Series series, double bracket, double... values) {
        for (double value : values) {
            samples.add(new Sample(series, bracket, value));
        }
    }

    @Test
    void percentilesAreOfOneSeriesAndOnePlace() {
        for (int i = 1; i <= 100; i++) {
            add(ours, NEAR, i);
            add(ours, FAR, 1000 + i);
        }
        List<BenchRecord> records = Statistics.of(samples);
        assertEquals(2, records.size());
        BenchRecord near = records.getFirst();
        assertEquals(Place.NEAR, near.place());
        assertEquals(10, near.p10(), 0.1);
        assertEquals(50, near.p50(), 0.1);
        assertEquals(90, near.p90(), 0.1);
        assertEquals(1050, records.get(1).p50(), 1.1);
    }

    @Test
    void aRatioComparesOnlyTheSamePlace() {
        add(ours, NEAR, 100);
        add(ours, FAR, 300);
        add(ours.by("raw"), NEAR, 50);
        add(ours.by("raw"), FAR, 200);
        List<BenchRecord> records = Statistics.of(samples);
        assertEquals(List.of("near", "near", "far", "far"), records.stream().map(r -> r.place().word()).toList());
        assertNull(records.get(0).ratio());
        assertEquals(2, records.get(1).ratio(), 0.01);
        assertEquals(1.5, records.get(3).ratio(), 0.01);
    }

    @Test
    void aPeerThatWasSeenWhereWeWereNotHasNoRatio() {
        add(ours, NEAR, 100);
        add(ours.by("openmpi"), FAR, 300);
        assertNull(Statistics.of(samples).get(1).ratio());
    }

    @Test
    void figuresOfAnySizeKeepTheirDigits() {
        add(ours.as(Metric.RATE), NEAR, 41_234_567);
        add(ours.as(Metric.FRACTION), NEAR, 0.0123);
        List<BenchRecord> records = Statistics.of(samples);
        assertEquals(41_234_567, records.get(0).p50(), 50_000);
        assertEquals(0.0123, records.get(1).p50(), 0.0001);
    }

    @Test
    void aShareMayBeNothingButATimeMayNot() {
        add(ours.as(Metric.FRACTION), NEAR, 0, 0, 0.5);
        add(ours, NEAR, 0);
        List<BenchRecord> records = Statistics.of(samples);
        assertEquals(1, records.size());
        assertEquals(0, records.getFirst().p50());
        assertEquals(0.5, records.getFirst().p90(), 0.001);
    }

    @Test
    void barsGoWithTheRawFigureOfTheSamePlace() {
        add(ours, NEAR, 110);
        add(ours.by("raw"), NEAR, 55);
        add(ours, FAR, 400);
        add(ours.by("raw"), FAR, 200);
        List<BenchRecord> records = Statistics.of(samples);
        assertTrue(Bars.of(records.get(0), records).orElseThrow().endsWith("ok"));
        assertTrue(Bars.of(records.get(2), records).orElseThrow().endsWith("MISSED"));
        assertTrue(Bars.of(records.get(1), records).isEmpty());
    }
}
