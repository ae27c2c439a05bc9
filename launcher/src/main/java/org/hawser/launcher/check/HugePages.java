package org.hawser.launcher.check;

import java.nio.file.Path;

/**
 * Looks whether shared memory comes in huge pages. Ranks share files of a memory file system, and it is the file
 * system's mount that says whether those may be huge; the kernel's own choice counts for other shared memory, unless it
 * is {@code deny} or {@code force}. Pages that an administrator has reserved are nothing to such files.
 *
 * <p><b>Threads:</b> stateless.
 */
final class HugePages {
    private static final String NAME = "huge pages";
    private static final String KERNEL = "/sys/kernel/mm/transparent_hugepage/shmem_enabled";
    private static final String COST = "large regions take more TLB misses";
    private static final String ALL = "regions of 2 MiB and more; every small file takes 2 MiB";
    /** The files of smaller ones grow as they are made, and are never large enough for {@code within_size}. */
    private static final String LARGE = "regions of 16 MiB and more";

    private HugePages() {
    }

    static Finding check(Path directory) {
        return check(directory, KernelFile.read("/proc/self/mounts"), KernelFile.choice(KERNEL));
    }

    /**
     * Looks.
     *
     * @param mounts what is mounted, a line for each, or null
     * @param kernel the kernel's choice, or null
     */
    static Finding check(Path directory, String mounts, String kernel) {
        Path place = null;
        String options = "";
        for (String line : mounts == null ? new String[0] : mounts.split("\n")) {
            String[] words = line.split(" ");
            Path mount = words.length < 4 ? null : Path.of(words[1]);
            // Of two at one place the later one hides the earlier.
            if (mount != null && directory.startsWith(mount)
                && (place == null || mount.getNameCount() >= place.getNameCount())) {
                place = mount;
                options = words[2].equals("tmpfs") ? "," + words[3] + "," : "";
            }
        }
        if (options.isEmpty() || kernel == null) {
            return Finding.costs(NAME, "none: " + directory + " is no tmpfs, or this kernel has none for it", COST);
        }
        if (kernel.equals("deny")) {
            return Finding.costs(NAME, "none: the kernel denies them", COST + ": echo never > " + KERNEL
                + " leaves the choice to the mount of " + place);
        }
        if (kernel.equals("force") || options.contains(",huge=always,")) {
            return Finding.good(NAME, ALL);
        }
        if (options.contains(",huge=within_size,")) {
            return Finding.good(NAME, LARGE);
        }
        return Finding.costs(NAME, "none: " + place + " is mounted without", COST
            + ": mount -o remount,huge=within_size " + place + " is for " + LARGE + ", huge=always for " + ALL);
    }
}
