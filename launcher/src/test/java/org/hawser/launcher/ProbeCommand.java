package org.hawser.launcher;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** A command as another jar would bring it. */
@Command(name = "probe", description = "Returns its argument.", mixinStandardHelpOptions = true)
public final class ProbeCommand implements Subcommand {

    @Parameters(defaultValue = "0")
    private int result;

    public ProbeCommand() {
        // Found by name.
    }

    @Override
    public Integer call() {
        return result;
    }
}
