package org.hawser.examples.pgas;

import mpi.MPI;
import org.hawser.pgas.Pgas;

/** A job that runs every example once, small: a job for each of them takes most of its time to start. */
public final class AllExamples {

    private AllExamples() {
    }

    /** Runs on every rank. */
    public static void main(String[] args) throws Exception {
        try (Pgas pgas = Pgas.start()) {
            MPI.Init(args);
            Histogram.run(pgas, "2000", "7");
            Sieve.run(pgas, "20011");
            SampleSort.run(pgas, "3000");
            // A board that tiles do not divide.
            Life.run(pgas, "150", "12");
            Heat.run(pgas, "37", "60");
            Components.run(pgas, "3000", "2500");
            MPI.Finalize();
        }
    }
}
