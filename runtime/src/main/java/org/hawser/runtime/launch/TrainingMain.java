package org.hawser.runtime.launch;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Runs a program whose classes are not on the class path: {@code TrainingMain jar program arguments…}. The build
 * makes the class-data cache of rank JVMs with it. Such a cache fits a JVM whose class path begins with that of the
 * recorded run, so the recorded run may have nothing but Hawser's own jar there.
 *
 * <p><b>Threads:</b> as {@link RankMain}.
 */
public final class TrainingMain {

    private TrainingMain() {
    }

    /**
     * Runs the program as a rank.
     *
     * @param arguments the program's jar, its main class and its arguments
     * @throws MalformedURLException when the jar cannot be named
     */
    public static void main(String[] arguments) throws MalformedURLException {
        // Not closed: the program may load classes as long as the JVM runs.
        ClassLoader loader = new URLClassLoader(new URL[] {Path.of(arguments[0]).toUri().toURL()});
        Thread.currentThread().setContextClassLoader(loader);
        RankMain.main(Arrays.copyOfRange(arguments, 1, arguments.length));
    }
}
