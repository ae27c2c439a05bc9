package org.hawser.launcher.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Gives each rank a core: the next of those that this process may use, round and round. The rank binds its main thread
 * to it, and nothing else: a JVM held on one core would share it with its own compiler.
 *
 * <p><b>Threads:</b> stateless.
 */
final class CoreBinding {

    private CoreBinding() {
    }

    /** The cores that ranks take in turn, as {@code 0,1,2}. */
    static String cores() throws IOException {
        return parse(allowed()).stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** Reads a list of cores such as {@code 0-3,8}. */
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

    private static String allowed() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("Cpus_allowed_list:")) {
                return line.substring(line.indexOf(':') + 1);
            }
        }
        throw new IOException("cannot tell which cores this process may use");
    }
}
