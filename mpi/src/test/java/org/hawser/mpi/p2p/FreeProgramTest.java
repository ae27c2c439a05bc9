package org.hawser.mpi.p2p;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.ShrinkingMode;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;

/** Ranks that run random programs at the same time receive every message once, whole, and in a right order. */
class FreeProgramTest {

    /** The programs of a job's ranks, mixed. */
    record Job(int ranks, List<Step> steps) {
    }

    @Provide
    Arbitrary<Job> jobs() {
        return Arbitraries.integers().between(1, 4).flatMap(ranks ->
            Steps.steps(ranks).list().ofMaxSize(80).withSizeDistribution(RandomDistribution.uniform())
                .map(steps -> new Job(ranks, steps)));
    }

    @Provide
    Arbitrary<Medium> media() {
        return Steps.media();
    }

    @Property(shrinking = ShrinkingMode.OFF)
    void everyMessageIsReceivedOnceWholeAndInOrder(@ForAll("jobs") Job job, @ForAll("media") Medium medium,
                                                   @ForAll boolean progressThreads) {
        P2pJob ranks = new P2pJob(job.ranks);
        LocalRanks local = LocalRanks.on(medium);
        ranks.run(progressThreads ? local.withProgressThreads() : local,
            (rank, p2p) -> new FreeProgram(job.steps, ranks, rank, p2p).run());
    }
}
