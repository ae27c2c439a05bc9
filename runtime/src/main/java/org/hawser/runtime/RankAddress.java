package org.hawser.runtime;

import java.nio.file.Path;

/**
 * Where a rank is on this node, for ranks of other jobs: sent to them as text.
 *
 * <pre>{@code
 * String text = rank.address().toString();          // at one rank
 * int number = rank.meet(RankAddress.parse(text));  // at another
 * }</pre>
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param job       the name of its job, without colons
 * @param rank      its number there
 * @param process   the process it is in
 * @param directory its job's directory, or null when the job's ranks are threads of that process
 */
public record RankAddress(String job, int rank, long process, Path directory) {

    /**
     * Reads what {@link #toString} wrote.
     *
     * @throws IllegalArgumentException when it is not that
     */
    public static RankAddress parse(String text) {
        String[] parts = text.split(":", 4);
        if (parts.length != 4) {
            throw new IllegalArgumentException("not the address of a rank: text=" + text);
        }
        return new RankAddress(parts[0], Integer.parseInt(parts[1]), Long.parseLong(parts[2]),
            parts[3].isEmpty() ? null : Path.of(parts[3]));
    }

    @Override
    public String toString() {
        return job + ":" + rank + ":" + process + ":" + (directory == null ? "" : directory);
    }
}
