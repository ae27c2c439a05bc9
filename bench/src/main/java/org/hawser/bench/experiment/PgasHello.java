package org.hawser.bench.experiment;

import org.hawser.pgas.Pgas;

/**
 * Starts the model, says hello, and tells how much memory that took: each rank that is a process its own, or rank 0
 * that of the process in which all ranks are threads.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class PgasHello {
    /** Begins the line of a rank that is a process: bytes resident, bytes proportional. */
    static final String FOOTPRINT = "@footprint ";
    /** Begins what a hello world says. */
    static final String HELLO = "Hello from thread ";
    /** The argument of ranks that are processes. */
    static final String PROCESSES = "processes";

    private PgasHello() {
    }

    /**
     * Runs on every rank.
     *
     * @param arguments {@link #PROCESSES}, or none
     */
    public static void main(String[] arguments) {
        try (Pgas pgas = Pgas.start()) {
            System.out.println(HELLO + pgas.myThread() + " of " + pgas.threads());
            pgas.barrier();
            if (arguments.length > 0 && arguments[0].equals(PROCESSES)) {
                long resident = ProcessMemory.resident();
                long proportional = ProcessMemory.proportional();
                // What is shared is shared by all for as long as all are there.
                pgas.barrier();
                System.out.println(FOOTPRINT + resident + " " + proportional);
            } else {
                MemoryUse.Look look = MemoryProgram.look(pgas.rank());
                if (pgas.myThread() == 0) {
                    System.out.println(new MemoryUse(pgas.threads(), look, look).toLine());
                }
            }
            pgas.barrier();
        }
    }
}
