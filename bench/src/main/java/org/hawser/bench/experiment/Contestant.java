package org.hawser.bench.experiment;

import java.util.HashMap;
import java.util.Map;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Series;

/**
 * One of those who take turns in a measurement: an experiment inside a job of ours, with the settings of that job.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param experiment  what its ranks do
 * @param name        the peer that its figures are given to, or null: they are ours
 * @param environment settings of its job
 */
record Contestant(RankExperiment experiment, String name, Map<String, String> environment) {

    /** Copies. */
    Contestant {
        environment = Map.copyOf(environment);
    }

    /** Our figures, with the settings that the experiment wants. */
    static Contestant of(RankExperiment experiment) {
        return new Contestant(experiment, null, experiment.environment());
    }

    /** The same with more settings. */
    Contestant with(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(settings);
        return new Contestant(experiment, name, all);
    }

    /** The same under the name of a peer. */
    Contestant as(String peer) {
        return new Contestant(experiment, peer, environment);
    }

    /** The sample as it goes into the report; the machine's own figures stay the machine's. */
    Sample labelled(Sample sample) {
        return name == null || sample.series().peer() != null ? sample
            : new Sample(sample.series().by(name), sample.bracket(), sample.value());
    }

    /** A sample of a peer's program, to be compared with this contestant. */
    Sample against(Sample sample) {
        Series compared = sample.series().of(experiment.benchOf(sample.series().bench()));
        return new Sample(compared, sample.bracket(), sample.value());
    }
}
