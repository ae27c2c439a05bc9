package org.hawser.bench.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hawser.platform.libc.Libc;

/**
 * Gives the measuring thread of each rank a core of its own. Only that thread: a whole JVM on one core would share it
 * with its own compiler.
 *
 * <p><b>Threads:</b> any.
 */
final class Cores {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private Cores() {
    }

    /** Binds the calling thread; false where ranks outnumber cores or the machine will not have it. */
    static boolean bind(int rank, int ranks) {
        List<Integer> cores = allowed();
        return ranks <= cores.size() && Libc.available() && Libc.bindToCore(cores.get(rank));
    }

    /** The cores that this process may use; none where that cannot be told. */
    static List<Integer> allowed() {
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith(ALLOWED)) {
                    return parse(line.substring(ALLOWED.length()));
                }
            }
        } catch (IOException e) {
            return List.of();
        }
        return List.of();
    }

    /** Reads a list such as {@code 0-3,8}. */
    static List<Integer> parse(String list) {
        List<Integer> cores = new ArrayList<>();
        for (String part : list.trim().split(",")) {
            String[] ends = part.split("-");
            for (int core = Integer.parseInt(ends[0]); core <= Integer.parseInt(ends[ends.length - 1]); core++) {
                cores.add(core);
            }
        }
        return cores;
    }
}
