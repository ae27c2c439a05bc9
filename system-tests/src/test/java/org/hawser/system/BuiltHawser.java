package org.hawser.system;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hawser.launcher.HawserCommand;
import org.hawser.launcher.host.RemoteShell;

/**
 * What {@code ./hawser} has built and the tests are told to use: its command and its caches of loaded classes, from
 * which launchers, agents and ranks start in a fraction of the time. Tests that Maven alone runs have none of it.
 *
 * <p><b>Threads:</b> stateless.
 */
final class BuiltHawser {
    private BuiltHawser() {
    }

    private static Path library() {
        return Path.of(System.getProperty("hawser.library")).toAbsolutePath();
    }

    /** The {@code hawser} command whose library the tests use, or null. */
    private static Path command() {
        Path layout = library().getParent().getParent();
        Path command = layout.resolveSibling("..").resolve("hawser").normalize();
        return Files.exists(layout.resolve("launcher.aot")) && Files.isExecutable(command) ? command : null;
    }

    /** A remote shell that starts agents by that command, where there is one. */
    static RemoteShell shell(Path script) {
        Path command = command();
        return RemoteShell.of(script.toString(), command == null ? null : command.toString());
    }

    /** The words that begin a {@code hawser} command line. The process that they start is the launcher itself. */
    static List<String> words() {
        String jdk = System.getProperty("java.home");
        Path command = command();
        return command != null
            ? List.of("env", "HAWSER_NO_BUILD=1", "HAWSER_JAVA_HOME=" + jdk, command.toString())
            : List.of(Path.of(jdk, "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-Dhawser.library=" + library(), "-Dstdout.encoding=UTF-8", "-cp",
                System.getProperty("java.class.path"), HawserCommand.class.getName());
    }

    /** Options with which {@code java} starts a rank from the cache that there is. */
    static List<String> rankOptions() {
        Path cache = library().resolveSibling("rank.aot");
        return Files.exists(cache) ? List.of("-XX:AOTCache=" + cache, "-Xlog:aot*=off") : List.of();
    }
}
