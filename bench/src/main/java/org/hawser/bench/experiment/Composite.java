package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.List;

/**
 * An experiment that is made of others, each of which can be asked for alone, and each in jobs of its own.
 *
 * <p><b>Threads:</b> the command's main thread.
 */
interface Composite extends Experiment {
    /** The others; their names begin with this one's. */
    List<RankExperiment> parts();

    /** Those of its parts that the plan asks for, as contestants in one measurement. */
    default List<Contestant> contestants(Plan plan) {
        return parts().stream().filter(part -> plan.choice().has(part.memory())).map(Contestant::of).toList();
    }

    @Override
    default void run(Campaign campaign) throws IOException, InterruptedException {
        for (int count : campaign.plan().ranksOr(parts().getFirst().ranks())) {
            campaign.measure(contestants(campaign.plan()), count);
        }
    }
}
