package org.hawser.testkit.rma;

import java.lang.foreign.MemorySegment;

/**
 * What a random program is run on: one rank's memories and windows, already made.
 *
 * <p><b>Threads:</b> one at a time.
 */
public interface RmaCalls {
    /** This rank's own memory of that number. */
    MemorySegment memory(int memory);

    /** Memory of the runtime, for origins. */
    MemorySegment runtimeMemory(int bytes);

    /**
     * Starts an access. Elements lie in the segments as {@link Access#from} says; those not needed are null.
     *
     * @return what waits for its request; null where it has none
     */
    Waiting start(Access access, MemorySegment given, MemorySegment compare, MemorySegment fetched) throws Exception;

    /** Synchronises. */
    void call(Step.Call call) throws Exception;

    /** Waits for a request. */
    @FunctionalInterface
    interface Waiting {
        /** Returns when it is over. */
        void await() throws Exception;
    }
}
