package org.hawser.launcher;

import org.hawser.launcher.check.Doctor;
import picocli.CommandLine.Command;

/**
 * {@code hawser doctor}: what this machine has for Hawser, and what each missing thing costs.
 *
 * <p><b>Threads:</b> main thread only.
 */
@Command(name = "doctor", description = "Tells what this machine has, and what each missing thing costs.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example: hawser doctor", "",
        "The exit code is 0 unless something is missing without which no job runs."})
final class DoctorCommand implements Subcommand {

    @Override
    public Integer call() {
        return Doctor.examine(System.out) ? 0 : 1;
    }
}
