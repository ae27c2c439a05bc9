package org.hawser.launcher;

import org.hawser.launcher.job.Installation;
import picocli.CommandLine.Command;

/**
 * {@code hawser classpath}: what to compile and run user programs with.
 *
 * <p><b>Threads:</b> main thread only.
 */
@Command(name = "classpath", description = "Prints the class path to compile and run programs with.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example: javac -cp \"$(hawser classpath)\" Main.java"})
final class ClasspathCommand implements Subcommand {

    @Override
    public Integer call() {
        System.out.println(Installation.library());
        return 0;
    }
}
