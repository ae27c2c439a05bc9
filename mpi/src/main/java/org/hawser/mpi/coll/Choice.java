package org.hawser.mpi.coll;

import java.util.ArrayList;
import java.util.List;
import org.hawser.mpi.coll.algorithm.Algorithm;
import org.hawser.platform.settings.Settings;

/**
 * Which algorithm carries out a collective of one communicator: the first of those that the table names for so many
 * ranks and so many bytes and that can deal with the situation. The setting {@code hawser.mpi.coll.<collective>} puts
 * one before all others, whatever the size.
 *
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> at construction.
 *
 * @param <A> the algorithms of the collective
 */
final class Choice<A extends Algorithm> {
    private final List<A> algorithms = new ArrayList<>();
    /** For each of them the most bytes that it is for. */
    private final long[] limits;
    /** Can deal with everything. */
    private final A last;

    Choice(String collective, List<A> all, Table table, int ranks) {
        List<Long> most = new ArrayList<>();
        String forced = Settings.text("hawser.mpi.coll." + collective, null);
        if (forced != null) {
            algorithms.add(named(all, collective, forced));
            most.add(Long.MAX_VALUE);
        }
        for (Table.Row row : table.rows()) {
            if (row.collective().equals(collective) && ranks <= row.ranks()) {
                algorithms.add(named(all, collective, row.algorithm()));
                most.add(row.bytes());
            }
        }
        limits = most.stream().mapToLong(Long::longValue).toArray();
        last = all.getFirst();
    }

    private static <A extends Algorithm> A named(List<A> all, String collective, String name) {
        for (A algorithm : all) {
            if (algorithm.name().equals(name)) {
                return algorithm;
            }
        }
        throw new IllegalArgumentException("no such algorithm: collective=" + collective + " name=" + name + " known="
            + all.stream().map(Algorithm::name).toList());
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
