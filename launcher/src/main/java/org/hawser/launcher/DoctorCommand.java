package org.hawser.launcher;

import picocli.CommandLine.Command;

/** {@code hawser doctor}. <p><b>Threads:</b> main thread only. */
@Command(name = "doctor", description = "Looks at this machine.", mixinStandardHelpOptions = true)
final class DoctorCommand implements Subcommand {
    @Override
    public Integer call() {
        return 0;
    }
}
