package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import mpi.Comm;
import mpi.MPIException;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Series;
import org.hawser.bench.report.SideBySide;
import org.hawser.bench.rma.Design;

/**
 * An experiment on windows. Each design runs in jobs of its own, in turns with the others, so that the compiler of each
 * sees one design only, and so that one that fails takes none of the others with it. The first design is ours; figures
 * of the others are given to peers of their names.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
abstract class RmaExperiment extends MpiExperiment {
    /** The rank that most experiments of two reach. */
    static final int TARGET = 1;

    private static final int ROUNDS = 21;
    private static final int WARM_UP_MILLIS = 100;
    private static final int SHARED_MILLIS = 20;
    private static final int FEW_RANKS = 4;

    /** The alternatives; the first is ours. */
    abstract List<Design> designs();

    /** The words of its parts. */
    abstract List<String> words();

    /** The parts of it that jobs of so many ranks have. */
    List<String> wordsOf(int ranks) {
        return words();
    }

    @Override
    int rounds() {
        return ROUNDS;
    }

    @Override
    int turns(int ranks) {
        return ranks <= FEW_RANKS ? 3 : 2;
    }

    @Override
    int warmUpMillis() {
        return WARM_UP_MILLIS;
    }

    @Override
    int sharedMillis() {
        return SHARED_MILLIS;
    }

    @Override
    final List<String> cases(Plan plan, int ranks) {
        List<String> chosen = plan.choice().cases();
        return wordsOf(ranks).stream().filter(word -> chosen.isEmpty() || chosen.contains(word)).toList();
    }

    /** The peers' programs have the experiments' names, and their benches ours. */
    @Override
    String program() {
        return name();
    }

    @Override
    String benchOf(String programBench) {
        return programBench;
    }

    @Override
    public void run(Campaign campaign) throws IOException, InterruptedException {
        check("part", campaign.plan().choice().cases(), words());
        for (int ranks : campaign.plan().ranksOr(ranks())) {
            // A task with no case has them all.
            if (!cases(campaign.plan(), ranks).isEmpty()) {
                campaign.measure(contestants(campaign.plan()), ranks);
            }
        }
    }

    /** The chosen designs; ours is always among them, since the others are compared with it. */
    final List<Contestant> contestants(Plan plan) throws IOException {
        List<String> chosen = plan.choice().designs();
        check("design", chosen, designs().stream().map(Design::name).toList());
        List<Contestant> all = new ArrayList<>();
        for (Design design : designs()) {
            boolean isOurs = design.equals(designs().getFirst());
            if (isOurs || chosen.isEmpty() || chosen.contains(design.name())) {
                all.add(new Contestant(this, isOurs ? null : design.name(), design.environment()));
            }
        }
        return all;
    }

    @Override
    public List<String> table(List<BenchRecord> records) {
        return SideBySide.of(records, designs().stream().map(Design::name).toList());
    }

    /** Times what rank 0 does in an epoch of its own; the others are in a barrier meanwhile, and serve it there. */
    static Operation atOrigin(Lab lab, Comm world, Steps open, Steps steps, Steps close) {
        return timedAround(world, lab.leads() ? open : NOTHING, lab.leads() ? steps : NOTHING,
            lab.leads() ? close : NOTHING);
    }

    /** Times some steps; what comes before and after them, and the barrier that ends the sample, takes no time. */
    static Operation timedAround(Comm world, Steps before, Steps steps, Steps after) {
        return count -> {
            try {
                before.run(count);
                long start = System.nanoTime();
                steps.run(count);
                long nanos = System.nanoTime() - start;
                after.run(count);
                world.barrier();
                return nanos;
            } catch (MPIException e) {
                throw failed(e);
            }
        };
    }

    /** Adds a measurement where its part is asked for. */
    final void add(List<Measurement> all, Lab lab, String word, Supplier<Measurement> measurement) {
        if (lab.task().has(word)) {
            all.add(measurement.get());
        }
    }

    /** A series of a part. */
    final Series series(Lab lab, String word, long size, Metric metric) {
        return lab.series(name() + "." + word, size, metric);
    }

    /** Times steps of all ranks and the barrier that ends them. */
    static Operation timedTogether(Comm world, Steps steps) {
        return timed(count -> {
            steps.run(count);
            world.barrier();
        });
    }

    static final Steps NOTHING = count -> { };
}
