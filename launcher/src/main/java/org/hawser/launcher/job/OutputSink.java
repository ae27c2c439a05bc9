package org.hawser.launcher.job;

import java.io.OutputStream;

/**
 * Where the output of ranks goes.
 *
 * <p><b>Threads:</b> any.
 */
@FunctionalInterface
interface OutputSink {
    /**
     * A place for one stream of a rank; it is closed when the rank writes no more.
     *
     * @param job   the number of a job that ranks asked for; 0 for the one that the launcher was asked for
     * @param error whether it is standard error
     */
    OutputStream open(int job, int rank, boolean error);
}
