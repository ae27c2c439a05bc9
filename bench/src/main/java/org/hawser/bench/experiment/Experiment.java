package org.hawser.bench.experiment;

import java.io.IOException;
import java.util.List;
import org.hawser.bench.BenchRecord;
import org.hawser.bench.report.TextReport;

/**
 * One question to the machine: {@code hawser bench NAME} answers it.
 *
 * <p><b>Threads:</b> the command's main thread.
 */
public interface Experiment {
    /** The word on the command line, and the start of the {@code bench} of its records. */
    String name();

    /** What it measures, in one line. */
    String summary();

    /**
     * Runs it, in as many jobs as it needs, and leaves its samples in the campaign.
     *
     * @throws IOException          when a job cannot be started, or fails
     * @throws InterruptedException when the thread is interrupted; its job is ended
     */
    void run(Campaign campaign) throws IOException, InterruptedException;

    /** The fewest ranks that it makes sense with. */
    default int leastRanks() {
        return 2;
    }

    /** False when it needs ranks that share memory. */
    default boolean isForConnections() {
        return true;
    }

    /** Its figures as lines to be shown. */
    default List<String> table(List<BenchRecord> records) {
        return TextReport.of(records);
    }

    /** False when the figures tell of a wrong answer: the command then fails. */
    default boolean isRight(List<BenchRecord> records) {
        return true;
    }

    /** What follows from its figures as a whole: lines to be shown below the table. */
    default List<String> conclusions(List<BenchRecord> records) {
        return List.of();
    }
}
