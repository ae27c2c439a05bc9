package org.hawser.bench.experiment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Series;
import org.hawser.bench.lab.Timing;
import org.hawser.bench.report.GupsTable;
import org.hawser.bench.rma.Design;
import org.hawser.bench.rma.RandomAccess;
import org.hawser.bench.rma.RandomAccess.Way;

/**
 * The HPC Challenge's RandomAccess on windows, in the ways of {@link RandomAccess}: updates per second of all ranks
 * together. The size is that of each rank's part of the table. Each way is also verified, in every round: the
 * share of words that are wrong after updates were undone.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class RmaGupsExperiment extends RmaExperiment {
    private static final List<Long> SIZES = List.of(4L << 20);
    private static final int BATCHES_VERIFIED = 8;

    @Override
    public String name() {
        return GupsTable.NAME;
    }

    @Override
    public String summary() {
        return "windows: RandomAccess, random updates of a table, by get-modify-put, accumulate, aggregated, direct";
    }

    @Override
    List<Design> designs() {
        return Design.PATHS;
    }

    @Override
    List<String> words() {
        return Arrays.stream(Way.values()).map(Way::word).toList();
    }

    @Override
    List<Integer> ranks() {
        return List.of(2, 4);
    }

    @Override
    List<Long> sizes() {
        return SIZES;
    }

    @Override
    List<Measurement> prepare(Lab lab, Comm world) throws MPIException {
        List<Measurement> all = new ArrayList<>();
        for (long size : lab.task().sizesOr(SIZES)) {
            RandomAccess access = new RandomAccess(world, (int) size);
            for (Way way : Way.values()) {
                if (lab.task().has(way.word())) {
                    all.add(Timing.ofMany(timedTogether(world, count -> access.update(way, count)),
                        RandomAccess.BATCH * lab.rank().size(), series(lab, way.word(), size, Metric.RATE)));
                    all.add(new Verification(world, access, way,
                        series(lab, way.word() + GupsTable.ERRORS, size, Metric.FRACTION)));
                }
            }
        }
        return all;
    }

    @Override
    public List<String> conclusions(List<BenchRecord> records) {
        return GupsTable.of(records);
    }

    @Override
    public boolean isRight(List<BenchRecord> records) {
        return GupsTable.isRight(records);
    }

    /** The share of words that are wrong after some updates. */
    private record Verification(Comm world, RandomAccess access, Way way, Series errors) implements Measurement {
        @Override
        public List<Series> series() {
            return List.of(errors);
        }

        @Override
        public double[] sample(int count) {
            try {
                access.fill();
                access.restart();
                world.barrier();
                access.update(way, BATCHES_VERIFIED);
                world.barrier();
                long[] wrong = {access.errors(BATCHES_VERIFIED)};
                world.allReduce(wrong, 1, MPI.LONG, MPI.SUM);
                return new double[] {(double) wrong[0] * Long.BYTES / (errors.size() * errors.ranks())};
            } catch (MPIException e) {
                throw failed(e);
            }
        }
    }
}
