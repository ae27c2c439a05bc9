package org.hawser.runtime.wireup;

/**
 * What a launcher keeps for the ranks it started: values under names, which all may read after the next fence.
 *
 * <p>Every call ends: with an answer, or with a {@link org.hawser.fabric.FabricException} that says which rank asked
 * what of whom, and what it got, no later than {@code hawser.wireup.patience} allows.
 *
 * <p><b>Threads:</b> any, one at a time; {@link #end} does not wait for the others.
 */
interface KeyValues extends AutoCloseable {
    /** This rank, as the launcher numbers them. */
    int rank();

    /** The ranks of the job. */
    int size();

    /**
     * Leaves a value under a name of this rank.
     *
     * @param name  letters, digits and {@code '-'}
     * @param value printable ASCII without blanks and {@code '='}
     */
    void put(String name, String value);

    /** Waits until every rank has come here; what any put before can be got after. */
    void fence();

    /** What {@code owner} put under this name before the last fence; null when it put nothing. */
    String get(int owner, String name);

    /**
     * What only the ranks know, where they came to this place with it.
     *
     * @return null where a value that is put is seen by nobody but the job's ranks
     */
    default byte[] secret() {
        return null;
    }

    /** Asks for the end of all ranks. May return before it comes, and never fails. */
    void abort(int exitCode);

    /** Why this rank must end, when its launcher has gone or wants it to; null otherwise. Does not wait. */
    String end();

    /** Takes leave: this rank's end is no failure any more. */
    @Override
    void close();
}
