package org.hawser.mpi.p2p;

import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.ShrinkingMode;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;

/** What one rank sends another in any order of sends, receives, probes and cancels is matched as the model says. */
class SequencedProgramTest {

    @Provide
    Arbitrary<List<Step>> programs() {
        return Steps.steps(2).list().ofMaxSize(40).withSizeDistribution(RandomDistribution.uniform());
    }

    @Provide
    Arbitrary<Medium> media() {
        return Steps.media();
    }

    @Property(shrinking = ShrinkingMode.OFF)
    void everyStepEndsAsTheModelSays(@ForAll("programs") List<Step> steps, @ForAll("media") Medium medium,
                                     @ForAll boolean progressThreads) {
        run(new SequencedPlan(steps, 0, 1), 2, medium, progressThreads);
    }

    @Property(shrinking = ShrinkingMode.OFF)
    void everyStepOfARankThatTalksToItselfEndsAsTheModelSays(@ForAll("programs") List<Step> steps,
                                                             @ForAll("media") Medium medium,
                                                             @ForAll boolean progressThreads) {
        run(new SequencedPlan(steps, 0, 0), 1, medium, progressThreads);
    }

    private static void run(SequencedPlan plan, int ranks, Medium medium, boolean progressThreads) {
        P2pJob job = new P2pJob(ranks);
        LocalRanks local = LocalRanks.on(medium);
        job.run(progressThreads ? local.withProgressThreads() : local,
            (rank, p2p) -> new SequencedProgram(plan, job, rank, p2p).run());
    }
}
