package org.hawser.mpi.coll;

import java.util.List;
import org.hawser.mpi.coll.algorithm.Algorithm;

/**
 * Which algorithm carries out a collective of one communicator: the first of those that the table names for so many
 * ranks and so many bytes and that can deal with the situation.
 *
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> at construction.
 *
 * @param <A> the algorithms of the collective
 */
final class Choice<A extends Algorithm> {
    private final int mark;
    private final List<A> algorithms;
    /** For each of them the most bytes that it is for. */
    private final long[] limits;
    /** Can deal with everything. */
    private final A last;

    /**
     * The choice that a table leaves.
     *
     * @param collective its name in tables
     * @param all        its algorithms
     * @param table      the lines for the communicator's medium
     * @param ranks      of the communicator
     */
    Choice(String collective, List<A> all, Table table, int ranks) {
        List<Table.Row> rows = table.rows().stream()
            .filter(row -> row.collective().equals(collective) && ranks <= row.ranks()).toList();
        mark = 31 * collective.hashCode();
        algorithms = rows.stream().map(row -> named(all, row.algorithm())).toList();
        limits = rows.stream().mapToLong(Table.Row::bytes).toArray();
        last = all.getFirst();
    }

    private static <A extends Algorithm> A named(List<A> all, String name) {
        // Who read the table has made sure of the name.
        return all.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    }

    /** Tells one of its algorithms from all other ones of all collectives; the same in every JVM. */
    int mark(A algorithm) {
        return mark + algorithm.name().hashCode();
    }

    /** The algorithm for so many bytes, in a situation that {@link Algorithm}'s bits describe. */
    A of(long bytes, int situation) {
        for (int i = 0; i < limits.length; i++) {
            if (bytes <= limits[i] && (algorithms.get(i).cannot() & situation) == 0) {
                return algorithms.get(i);
            }
        }
        return last;
    }
}
