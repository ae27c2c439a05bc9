package org.hawser.runtime.wireup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;

/**
 * The cores that the ranks of a node have together. A launcher may bind each rank to cores of its own, and then no rank
 * sees by itself that there is one for each: it would give its core away whenever it waits.
 *
 * <p><b>Threads:</b> stateless.
 */
final class NodeCores {
    /** Longer lists are not told: they are of machines whose ranks are not bound to single cores. */
    private static final int LONGEST = 200;
    private static final int MOST = 1 << 16;
    private static final String UNKNOWN = "unknown";

    private NodeCores() {
    }

    /** The cores that this process may use, as the kernel lists them: {@code 0-3,8}. */
    static String own() {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .filter(list -> list.matches("[0-9,-]{1," + LONGEST + "}")).findFirst().orElse(UNKNOWN);
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    /**
     * How many there are.
     *
     * @param own    the list of this rank
     * @param lists  those of the node's ranks
     * @param usable how many this process thinks it may use, which may be fewer than it is bound to
     * @return at least 1
     */
    static int count(String own, List<String> lists, int usable) {
        if (lists.contains(UNKNOWN) || own.equals(UNKNOWN)) {
            return usable;
        }
        BitSet all = new BitSet();
        BitSet mine = new BitSet();
        try {
            lists.forEach(list -> add(list, all));
            add(own, mine);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return usable;
        }
        all.or(mine);
        return all.equals(mine) ? usable : all.cardinality();
    }

    private static void add(String list, BitSet cores) {
        for (String range : list.split(",")) {
            int dash = range.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
            if (last >= MOST) {
                throw new IllegalArgumentException("no machine has that many cores: list=" + list);
            }
            cores.set(first, last + 1);
        }
    }
}
