package org.hawser.bench.experiment;

import java.util.List;

/**
 * Several experiments under one name, each in jobs of its own, so that the compiler of each sees one thing only. A peer
 * that is to be compared with all of them runs once per turn.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param name    the word on the command line
 * @param summary what it measures
 * @param parts   the experiments; their names begin with this one's
 */
record Ensemble(String name, String summary, List<RankExperiment> parts) implements Composite {

    /** Copies. */
    Ensemble {
        parts = List.copyOf(parts);
    }
}
