package org.hawser.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.IdleModel;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Series;
import org.junit.jupiter.api.Test;

class IdleCostsTest {
    private static final String OFF = "off";

    private final Series latency = new Series("idle.latency", "shm", 2, 8, Metric.LATENCY, null);
    private final Series bandwidth = new Series("idle.bandwidth", "shm", 2, 8, Metric.BANDWIDTH, null);
    private final IdleCosts costs = new IdleCosts();

    private double cost(String bench) throws IOException, InterruptedException {
        Campaign campaign = new Campaign(new Plan(List.of(2), List.of(), 1, false, List.of(), Choice.ALL), text -> { });
        costs.addTo(campaign);
        return campaign.samples().stream().filter(sample -> sample.series().bench().equals(bench)).findFirst()
            .orElseThrow().value();
    }

    @Test
    void ofEachTwoRoundsOneHasTheModelAndNeitherIsAlwaysFirst() {
        List<Integer> there = new ArrayList<>();
        for (int round = 0; round < 9; round++) {
            if (IdleModel.isThereIn(round)) {
                there.add(round);
            }
        }
        assertEquals(List.of(0, 3, 4, 7, 8), there);
    }

    @Test
    void aCostIsHowMuchLongerItTakesAfterThanBefore() throws IOException, InterruptedException {
        costs.add(latency, 100, 102);
        costs.add(bandwidth, 100, 98);
        assertEquals(1.02, cost("idle.latency.cost"), 1e-9);
        assertEquals(100.0 / 98, cost("idle.bandwidth.cost"), 1e-9);
    }

    /** The machine becomes slower all the while; what the model costs does not change. */
    @Test
    void turnsAreComparedWithTheirNeighbours() throws IOException, InterruptedException {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            double pace = 100 * (i + 1);
            samples.add(new Sample(latency, 50, 1.5 * pace));
            samples.add(new Sample(latency.by(OFF), 50, pace));
            samples.add(new Sample(bandwidth.by(OFF), 50, 3 * pace));
            samples.add(new Sample(bandwidth, 50, 2 * pace));
        }
        costs.takeTurns(samples, OFF, null);
        assertEquals(1.5, cost("idle.latency.turns"), 1e-9);
        assertEquals(1.5, cost("idle.bandwidth.turns"), 1e-9);
    }

    @Test
    void howSureARatioIsFollowsFromHowJobsDiffer() throws IOException, InterruptedException {
        double[] near = {1, 1.01, 0.99, 1.005, 0.995, 1.002, 0.998};
        double[] wide = {1, 1.5, 0.5, 1.2, 0.8, 1.1, 0.9};
        double[] sure = IdleCosts.range(near, near);
        double[] unsure = IdleCosts.range(near, wide);
        assertTrue(sure[0] > 0.97 && sure[0] < 1 && sure[1] > 1 && sure[1] < 1.03, sure[0] + " to " + sure[1]);
        assertTrue(unsure[0] < 0.95 && unsure[1] > 1.05, unsure[0] + " to " + unsure[1]);
        for (int i = 0; i < 2 * near.length; i++) {
            double value = near[i % near.length];
            costs.add(latency, 100, 102 * value);
            costs.add(latency.by("without"), 100, 100 * value);
        }
        costs.add(bandwidth, 100, 100);
        costs.add(bandwidth.by("without"), 100, 100);
        Campaign campaign = new Campaign(new Plan(List.of(2), List.of(), 1, false, List.of(), Choice.ALL), text -> { });
        costs.addTo(campaign);
        String text = String.join("\n", campaign.counts());
        assertTrue(text.contains("14 jobs with it by 14 without: 1.020 ×, 95 % sure within"), text);
        assertTrue(text.contains("idle.bandwidth.cost, 8 B: 1 jobs with it by 1 without: too few"), text);
    }
}
