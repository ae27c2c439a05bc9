package org.hawser.runtime;

import java.nio.file.Path;

/**
 * Where a rank is, for ranks of other jobs: sent to them as text. Nothing in it is secret, but who takes it for true
 * trusts whoever brought it: it says by which key that rank's job is known.
 *
 * <pre>{@code
 * String text = rank.address().toString();          // at one rank
 * int number = rank.meet(RankAddress.parse(text));  // at another
 * }</pre>
 *
 * <p>As text: {@code job:rank:process:node:memory|contact|directory}, the last two empty where there are none.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param job       the name of its job, without colons
 * @param rank      its number there
 * @param process   the process it is in
 * @param node      the node it is on, without colons; the same name for all ranks that could share memory
 * @param memory    whether it meets ranks of its node in shared memory
 * @param contact   how it is reached over a network, or null when it is not
 * @param directory its job's directory, or null when the job's ranks are threads of that process
 */
public record RankAddress(String job, int rank, long process, String node, boolean memory, String contact,
                          Path directory) {
    private static final String IN_MEMORY = "memory";

    /**
     * Reads what {@link #toString} wrote.
     *
     * @throws IllegalArgumentException when it is not that
     */
    public static RankAddress parse(String text) {
        String[] parts = text.split("\\|", 3);
        String[] first = parts[0].split(":", -1);
        if (parts.length != 3 || first.length != 5) {
            throw new IllegalArgumentException("not the address of a rank: text=" + text);
        }
        return new RankAddress(first[0], Integer.parseInt(first[1]), Long.parseLong(first[2]), first[3],
            first[4].equals(IN_MEMORY), parts[1].isEmpty() ? null : parts[1],
            parts[2].isEmpty() ? null : Path.of(parts[2]));
    }

    /** The address of the interface that it listens on, as numbers; null when it does not. */
    public String host() {
        if (contact == null) {
            return null;
        }
        String host = contact.substring(0, contact.lastIndexOf(':', contact.indexOf('/')));
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    @Override
    public String toString() {
        return job + ":" + rank + ":" + process + ":" + node + ":" + (memory ? IN_MEMORY : "") + "|"
            + (contact == null ? "" : contact) + "|" + (directory == null ? "" : directory);
    }
}
