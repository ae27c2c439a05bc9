package org.hawser.runtime.launch;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The main class of the rank that records the cache other ranks start from: {@code TrainingMain path program
 * arguments…}. Such a cache fits a JVM whose class path begins with that of the recorded one, so the recorded one may
 * have nothing but Hawser's own jar there. The program comes from a class path of its own.
 *
 * <p><b>Threads:</b> as {@link RankMain}.
 */
public final class TrainingMain {

    private TrainingMain() {
    }

    /**
     * Runs the program as a rank.
     *
     * @param arguments the program's class path, its main class and its arguments
     * @throws MalformedURLException when the class path cannot be named
     */
    public static void main(String[] arguments) throws MalformedURLException {
        String[] entries = arguments[0].split(File.pathSeparator);
        URL[] urls = new URL[entries.length];
        for (int i = 0; i < entries.length; i++) {
            urls[i] = Path.of(entries[i]).toUri().toURL();
        }
        // Not closed: the program may load classes as long as the JVM runs.
        Thread.currentThread().setContextClassLoader(new URLClassLoader(urls));
        RankMain.main(Arrays.copyOfRange(arguments, 1, arguments.length));
    }
}
