package org.hawser.launcher.check;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hawser.platform.node.NodeDirectory;

/**
 * Looks at what the machine and its kernel give: cores, memory, limits.
 *
 * <p><b>Threads:</b> stateless.
 */
final class Machine {

    private static final long MEBI = 1 << 20;
    private static final long SMALL_SHM = 1024 * MEBI;

    private Machine() {
    }

    static List<Finding> findings() {
        return List.of(jdk(), cores(), sharedMemory(), jobs(), CrossMemoryAttach.check(),
            HugePages.check(NodeDirectory.parent()), openFiles(), processes(), container());
    }

    private static Finding jdk() {
        return Finding.good("JDK", Runtime.version() + " (" + System.getProperty("java.vendor") + ") in "
            + System.getProperty("java.home"));
    }

    private static Finding cores() {
        int cores = Runtime.getRuntime().availableProcessors();
        String allowed = KernelFile.value("/proc/self/status", "Cpus_allowed_list:");
        String value = cores + (allowed == null ? "" : " (this process may use " + allowed + ")");
        return cores > 1 ? Finding.good("cores", value)
            : Finding.costs("cores", value, "ranks take turns: a message costs a switch of the core, microseconds");
    }

    private static Finding sharedMemory() {
        String chosen = System.getenv("HAWSER_SHM_DIR");
        Path directory = Path.of(chosen == null ? "/dev/shm" : chosen);
        if (!Files.isWritable(directory)) {
            return Finding.costs("shared memory", directory + " is missing or not writable",
                "shared memory lives in ordinary files under " + System.getProperty("java.io.tmpdir")
                    + ": slower when the disk writes them back");
        }
        try {
            FileStore store = Files.getFileStore(directory);
            String value = directory + ", " + store.getUsableSpace() / MEBI + " of " + store.getTotalSpace() / MEBI
                + " MiB free";
            return store.getUsableSpace() >= SMALL_SHM ? Finding.good("shared memory", value)
                : Finding.costs("shared memory", value, "large jobs run out: mount -o remount,size=… " + directory
                    + ", or docker run --shm-size=…");
        } catch (IOException e) {
            return Finding.costs("shared memory", directory + ": " + e.getMessage(), "its size is not known");
        }
    }

    private static Finding jobs() {
        String name = "job directory";
        try (NodeDirectory directory = NodeDirectory.create("doctor-" + ProcessHandle.current().pid())) {
            return Finding.good(name, "can be made under " + directory.path().getParent());
        } catch (IOException e) {
            return Finding.fatal(name, e.getMessage(), "no job can start: HAWSER_SHM_DIR names another place");
        }
    }

    private static Finding openFiles() {
        return limit("open files", "Max open files", 1024, "a job of many ranks may run out of descriptors: ulimit -n");
    }

    private static Finding processes() {
        return limit("processes", "Max processes", 4096, "many ranks or threads may not start: ulimit -u");
    }

    private static Finding limit(String name, String key, long enough, String cost) {
        String line = KernelFile.value("/proc/self/limits", key);
        String soft = line == null ? "unknown" : line.split("\\s+")[0];
        boolean plenty = soft.equals("unlimited") || soft.matches("\\d+") && Long.parseLong(soft) >= enough;
        return plenty ? Finding.good(name, "limit " + soft) : Finding.costs(name, "limit " + soft, cost);
    }

    private static Finding container() {
        String groups = KernelFile.read("/proc/1/cgroup");
        boolean inside = Files.exists(Path.of("/.dockerenv")) || Files.exists(Path.of("/run/.containerenv"))
            || groups != null && (groups.contains("docker") || groups.contains("kubepods"));
        return Finding.good("container", inside ? "yes: its limits of memory, cores and /dev/shm count" : "no");
    }
}
