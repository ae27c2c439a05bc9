package org.hawser.launcher.job;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hawser.runtime.launch.RankMain;

/**
 * Where this Hawser's files are: the root that {@code ./hawser} passes in {@code hawser.home}, or what can be told
 * from the running classes when the launcher is used as a library.
 *
 * <p><b>Threads:</b> stateless.
 */
public final class Installation {

    /** Of this Hawser; all hosts of a job must have the same. */
    public static final String VERSION = "0.1.0-SNAPSHOT";

    private Installation() {
    }

    /**
     * The root of the source tree.
     *
     * @return null when the launcher was not started by {@code ./hawser}
     */
    public static Path home() {
        String home = System.getProperty("hawser.home");
        return home == null ? null : Path.of(home);
    }

    /**
     * The jar or directory with Hawser's own classes, the first entry of every rank's class path: what the system
     * property {@code hawser.library} names, else {@code hawser-all.jar} beside the running classes.
     *
     * @return absolute
     */
    public static Path library() {
        String named = System.getProperty("hawser.library");
        if (named != null) {
            return Path.of(named).toAbsolutePath().normalize();
        }
        Path own = locationOf(RankMain.class);
        Path all = own.resolveSibling("hawser-all.jar");
        return Files.exists(all) ? all : own;
    }

    /**
     * The example programs.
     *
     * @return their jar, or null when they are not built
     */
    public static Path examples() {
        Path jar = library().resolveSibling("hawser-examples.jar");
        return Files.exists(jar) ? jar : null;
    }

    /**
     * The class-data cache that makes a rank's JVM start fast.
     *
     * @return null when there is none
     */
    static Path rankCache() {
        Path cache = library().resolveSibling("rank.aot");
        return Files.exists(cache) ? cache : null;
    }

    /**
     * Where rank 0 of this launcher's job shall record that cache. The build names it, in the system property
     * {@code hawser.record}, for the job that it runs for nothing else.
     *
     * @return null when nothing is to be recorded
     */
    static Path cacheToRecord() {
        String named = System.getProperty("hawser.record");
        return named == null ? null : Path.of(named);
    }

    /**
     * A directory of this user for what can be made again. Where the user's own cannot be written it is a temporary
     * one, which goes when this process ends.
     *
     * @param purpose the name under it
     * @return an existing directory, absolute
     * @throws IOException when it cannot be made
     */
    public static Path cache(String purpose) throws IOException {
        String base = System.getenv("XDG_CACHE_HOME");
        String home = System.getenv().getOrDefault("HOME", System.getProperty("user.home"));
        Path parent = base == null || base.isEmpty() ? Path.of(home, ".cache") : Path.of(base);
        Path directory = parent.toAbsolutePath().resolve("hawser").resolve(purpose);
        try {
            Files.createDirectories(directory);
            if (Files.isWritable(directory)) {
                return directory;
            }
        } catch (FileSystemException e) {
            // A home that is not there or not the user's: the temporary one.
        }
        return TemporaryDirectory.of(purpose);
    }

    /**
     * The jar or directory that a class was loaded from, to put it on the class path of a job.
     *
     * @param type any class that is not the JDK's
     * @return absolute
     */
    public static Path locationOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("cannot tell where the classes are: class=" + type.getName(), e);
        }
    }
}
