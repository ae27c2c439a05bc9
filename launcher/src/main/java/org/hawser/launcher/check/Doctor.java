package org.hawser.launcher.check;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at this machine and says what is missing and what that costs.
 *
 * <p><b>Threads:</b> one.
 */
public final class Doctor {

    private Doctor() {
    }

    /**
     * Looks at everything and prints it.
     *
     * @param out gets the table
     * @return whether Hawser can run here
     */
    public static boolean examine(PrintStream out) {
        List<Finding> findings = new ArrayList<>(Machine.findings());
        findings.addAll(Software.findings());
        boolean runs = true;
        for (Finding finding : findings) {
            out.printf("%-5s %-22s %s%n", mark(finding.state()), finding.name(), finding.value());
            if (!finding.cost().isEmpty()) {
                out.printf("%-5s %-22s -> %s%n", "", "", finding.cost());
            }
            runs &= finding.state() != Finding.State.FATAL;
        }
        out.println();
        out.println(runs ? "Hawser runs here. Lines marked '-' cost what they say." : "Hawser cannot run here.");
        return runs;
    }

    private static String mark(Finding.State state) {
        return switch (state) {
            case GOOD -> "ok";
            case COSTS -> "-";
            case FATAL -> "FAIL";
        };
    }
}
