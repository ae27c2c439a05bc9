package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import org.hawser.bench.lab.Lab;

/**
 * The ping-pong of the paper on customised protocols: messages of medium and large size, all protocols integrated
 * against the traditional rendezvous, and by which protocols they went.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
final class ProtocolExperiment extends MpiExperiment {
    private static final List<Long> SIZES = List.of(16L << 10, 32L << 10, 64L << 10, 128L << 10, 256L << 10);

    private final List<CountedMessages> all = new ArrayList<>();

    @Override
    public String name() {
        return "pingpong-protocols";
    }

    @Override
    public String summary() {
        return "MPI: ping-pong with all protocols integrated against the traditional rendezvous";
    }

    @Override
    List<Long> sizes() {
        return SIZES;
    }

    @Override
    public void run(Campaign campaign) throws IOException, InterruptedException {
        Protocols.compare(campaign, this);
    }

    @Override
    List<CountedMessages> prepare(Lab lab, Comm world) {
        for (long size : lab.task().sizesOr(SIZES)) {
            all.add(new CountedMessages(
                LatencyExperiment.oneWay(lab, world, BufferKind.RUNTIME, name(), size)));
        }
        return all;
    }

    @Override
    void conclude(Lab lab) {
        if (lab.leads()) {
            all.forEach(one -> one.counts().forEach(System.out::println));
        }
    }
}
