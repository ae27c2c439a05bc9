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
    private final List<Chosen<A>> algorithms;
    /** For each of them the most bytes that it is for. */
    private final long[] limits;
    /** Can deal with everything. */
    private final Chosen<A> last;

    /**
     * What was chosen.
     *
     * @param algorithm what carries the collective out
     * @param lane      keeps its messages apart from those of the collective's other algorithms: a number below
     *                  {@link CallsUnderway#LANES}
     * @param number    tells it from all other algorithms
     */
    record Chosen<A extends Algorithm>(A algorithm, int lane, int number) { }

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
        algorithms = rows.stream().map(row -> chosen(collective, all, named(all, row.algorithm()))).toList();
        limits = rows.stream().mapToLong(Table.Row::bytes).toArray();
        last = chosen(collective, all, all.getFirst());
    }

    private static <A extends Algorithm> Chosen<A> chosen(String collective, List<A> all, A one) {
        int index = all.indexOf(one);
        return new Chosen<>(one, index % CallsUnderway.LANES, 31 * collective.hashCode() + index);
    }

    private static <A extends Algorithm> A named(List<A> all, String name) {
        // Who read the table has made sure of the name.
        return all.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    }

    /** The algorithm for so many bytes, in a situation that {@link Algorithm}'s bits describe. */
    Chosen<A> of(long bytes, int situation) {
        for (int i = 0; i < limits.length; i++) {
            Chosen<A> each = algorithms.get(i);
            if (bytes <= limits[i] && (each.algorithm().cannot() & situation) == 0) {
                return each;
            }
        }
        return last;
    }
}
