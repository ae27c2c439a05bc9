package org.hawser.bench.lab;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.hawser.bench.Metric;
import org.junit.jupiter.api.Test;

class SampleTest {
    private final Series series = new Series("put", "shm", 2, 1000, Metric.BANDWIDTH, null);

    @Test
    void aLineIsReadBackAsTheSample() {
        Sample ours = new Sample(series, 55.25, 1e7);
        Sample peers = new Sample(series.by("memcpy"), 55.25, 0.125);
        assertEquals(Optional.of(ours), Sample.parse(ours.toLine()));
        assertEquals(Optional.of(peers), Sample.parse(peers.toLine()));
    }

    @Test
    void otherLinesAreNoSamplesAndBrokenOnesAreRefused() {
        assertTrue(Sample.parse("hello").isEmpty());
        assertThrows(IllegalArgumentException.class, () -> Sample.parse("@sample put shm"));
    }

    @Test
    void aTaskIsReadBackFromItsArguments() {
        Task task = new Task("am", 7, 150, List.of(8L, 64L), true);
        assertEquals(task, Task.of(task.toArguments()));
        Task some = new Task("collectives", 7, 150, List.of(), true, List.of("bcast", "reduce"));
        assertEquals(some, Task.of(some.toArguments()));
        assertTrue(some.has("bcast") && !some.has("barrier") && task.has("barrier"));
        Task plain = new Task("am", 7, 150, List.of(), false);
        assertEquals(plain, Task.of(plain.toArguments()));
        assertEquals(plain.inHaste(), Task.of(plain.inHaste().toArguments()));
        assertTrue(plain.inHaste().isInHaste() && !plain.isInHaste());
    }

    @Test
    void figuresFollowFromTimes() {
        Series latency = series.as(Metric.LATENCY);
        assertEquals(100, Timing.of(count -> 100L * count, latency).sample(10)[0]);
        assertEquals(50, Timing.roundTrip(count -> 100L * count, latency).sample(10)[0]);
        assertEquals(10_000, Timing.of(count -> 100L * count, series).sample(10)[0]);
        assertEquals(1e7, Timing.of(count -> 100L * count, series.as(Metric.RATE)).sample(10)[0]);
    }

    @Test
    void aWindowIsAsManyMessages() {
        assertEquals(64e7, Timing.ofMany(count -> 100L * count, 64, series.as(Metric.RATE)).sample(10)[0]);
        assertEquals(640_000, Timing.ofMany(count -> 100L * count, 64, series).sample(10)[0]);
        assertFalse(Timing.ofMany(count -> 100L * count, 2, series).isMessage());
    }

    @Test
    void aPairTellsTheShareOfTheLimit() {
        Pair pair = new Pair(series, count -> 200L * count, "memcpy", count -> 100L * count);
        assertArrayEquals(new double[] {5_000, 10_000, 0.5}, pair.sample(10));
        assertEquals(List.of("BANDWIDTH", "BANDWIDTH", "FRACTION"),
            pair.series().stream().map(one -> one.metric().name()).toList());
    }

    @Test
    void looksThatDifferTooMuchAreNotSteady() {
        assertTrue(Lab.isSteady(50, 57));
        assertTrue(Lab.isSteady(57, 50));
        assertFalse(Lab.isSteady(50, 58));
    }

    @Test
    void coresAreReadFromTheKernelsList() {
        assertEquals(List.of(0, 1, 2, 8), Cores.parse(" 0-2,8 "));
    }
}
