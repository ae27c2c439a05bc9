package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.List;
import java.util.function.IntConsumer;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.Metric;
import org.hawser.bench.lab.Lab;
import org.hawser.bench.lab.Measurement;
import org.hawser.bench.lab.Operation;
import org.hawser.bench.lab.Series;
import org.hawser.bench.lab.Task;
import org.hawser.bench.peer.Peers;
import org.hawser.bench.report.SideBySide;
import org.hawser.pgas.GlobalPointer;
import org.hawser.pgas.Pgas;

/**
 * An experiment whose ranks are threads of a partitioned global address space: it is written against
 * {@code org.hawser.pgas}, as any program is. Thread 0 works on memory of thread 1, and the others stand in a barrier
 * meanwhile, where they serve what is asked of them.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}. Ranks that are threads of one JVM have each an object of their
 * own.
 */
abstract class PgasExperiment extends RankExperiment {
    /** The thread whose memory most experiments reach. */
    static final int TARGET = 1;
    /** The column of our figures. */
    static final String OURS = "pgas";

    private static final int ROUNDS = 21;
    private static final int SHARED_MILLIS = 20;

    private Pgas pgas;

    /** The words of its parts. */
    abstract List<String> words();

    /** What to measure; as {@link #prepare(Lab)}. */
    abstract List<? extends Measurement> prepare(Lab lab, Pgas started);

    @Override
    final List<? extends Measurement> prepare(Lab lab) {
        return prepare(lab, pgas);
    }

    @Override
    int rounds() {
        return ROUNDS;
    }

    @Override
    int sharedMillis() {
        return SHARED_MILLIS;
    }

    @Override
    List<String> cases(Plan plan, int ranks) {
        List<String> chosen = plan.choice().cases();
        return words().stream().filter(word -> chosen.isEmpty() || chosen.contains(word)).toList();
    }

    @Override
    public void run(Campaign campaign) throws IOException, InterruptedException {
        check("part", campaign.plan().choice().cases(), words());
        addPeers(campaign);
        super.run(campaign);
    }

    /** Adds those whom it is always compared with. */
    void addPeers(Campaign campaign) {
    }

    /** OpenSHMEM where ranks share memory, unless the user has named whom to compare with. */
    static void addOpenShmem(Campaign campaign) {
        if (campaign.plan().peers().isEmpty() && !campaign.plan().network().isTcp()) {
            Peers.openShmem().ifPresentOrElse(campaign::compareWith, () -> campaign.leaveOut(Peers.noOpenShmem()));
        }
    }

    /** The peers' programs have the experiments' names, and their benches ours. */
    @Override
    String benchOf(String programBench) {
        return programBench;
    }

    @Override
    final void main(Task task) {
        try (Pgas started = Pgas.start()) {
            pgas = started;
            measure(started.rank(), task);
        }
    }

    @Override
    public List<String> table(List<BenchRecord> records) {
        return SideBySide.of(records, List.of(OURS));
    }

    /** Times what thread 0 does; the others wait in the barrier that ends the sample. */
    static Operation atOrigin(Lab lab, IntConsumer steps) {
        return lab.leads() ? timed(steps) : count -> 0;
    }

    /** Times what thread 0 does while thread 1 does its part; the rest looks on. */
    static Operation between(Lab lab, IntConsumer first, IntConsumer second) {
        return switch (lab.rank().number()) {
            case 0 -> timed(first);
            case 1 -> timed(second);
            default -> count -> 0;
        };
    }

    static Operation timed(IntConsumer steps) {
        return count -> {
            long start = System.nanoTime();
            steps.accept(count);
            return System.nanoTime() - start;
        };
    }

    /** A series of a part. */
    final Series series(Lab lab, String word, long size, Metric metric) {
        return lab.series(name() + "." + word, size, metric);
    }

    /** Collective: so many bytes at each thread; a pointer to those of a thread, by bytes. */
    static GlobalPointer[] memory(Pgas pgas, long bytes) {
        GlobalPointer first = pgas.allAlloc(pgas.threads(), bytes).as(1, bytes);
        GlobalPointer[] pieces = new GlobalPointer[pgas.threads()];
        for (int i = 0; i < pieces.length; i++) {
            pieces[i] = first.plus(i * bytes).as(1, 0);
        }
        return pieces;
    }

    static long most(List<Long> sizes, long least) {
        return Math.max(least, sizes.stream().mapToLong(Long::longValue).max().orElse(0));
    }
}
