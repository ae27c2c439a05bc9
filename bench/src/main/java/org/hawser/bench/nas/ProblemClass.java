package org.hawser.bench.nas;

/**
 * How large a problem is: the classes of the NAS parallel benchmarks, as far as they suit one machine.
 *
 * <p><b>Threads:</b> immutable.
 */
public enum ProblemClass {
    /** A sample: milliseconds. */
    S,
    /** A workstation of 1994: a second or so. */
    W,
    /** A supercomputer of 1994: seconds. */
    A
}
