package org.hawser.bench.experiment;

import java.util.Map;
import org.hawser.bench.lab.Sample;

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

    /** Our figures, with no settings. */
    static Contestant of(RankExperiment experiment) {
        return new Contestant(experiment, null, Map.of());
    }

    /** The sample as it goes into the report; the machine's own figures stay the machine's. */
    Sample labelled(Sample sample) {
        return name == null || sample.series().peer() != null ? sample
            : new Sample(sample.series().by(name), sample.bracket(), sample.value());
    }

    /** A sample of a peer's program, to be compared with this contestant. */
    Sample against(Sample sample) {
        return new Sample(sample.series().of(experiment.name()), sample.bracket(), sample.value());
    }
}
