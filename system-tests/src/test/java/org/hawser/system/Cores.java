package org.hawser.system;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The cores that this process may use, and so those that it starts.
 *
 * <p><b>Threads:</b> stateless.
 */
final class Cores {
    private Cores() {
    }

    /** What ranks say of their cores when each has the one of its place on its host: one word for each rank. */
    static List<String> bound(int... placeOfRank) throws IOException {
        String all = Behaviour.cores("self");
        List<Integer> cores = new ArrayList<>();
        for (String part : all.split(",")) {
            String[] ends = part.split("-");
            for (int core = Integer.parseInt(ends[0]); core <= Integer.parseInt(ends[ends.length - 1]); core++) {
                cores.add(core);
            }
        }
        List<String> lines = new ArrayList<>();
        for (int rank = 0; rank < placeOfRank.length; rank++) {
            lines.add("rank " + rank + " main " + cores.get(placeOfRank[rank] % cores.size()) + " others " + all);
        }
        return lines;
    }
}
