package org.hawser.examples.pgas;

import org.hawser.pgas.Pgas;

/**
 * What the user gave an example: whole numbers, each with a default and a range. Who asks for help, or gives something
 * else, is told how the example is used, once for all threads, and the program ends there.
 *
 * <p><b>Threads:</b> the main thread of each rank; all read the same arguments.
 */
final class Arguments {
    private static final int MISUSED = 2;

    private final Pgas pgas;
    private final String usage;
    private final String[] given;

    /**
     * Reads what was given.
     *
     * @param usage how the example is used, in a few lines
     * @param most  how many arguments it takes at most
     */
    Arguments(Pgas pgas, String usage, int most, String... given) {
        this.pgas = pgas;
        this.usage = usage;
        this.given = given;
        if (given.length > 0 && (given[0].equals("--help") || given[0].equals("-h"))) {
            end(0, usage);
        }
        if (given.length > most) {
            refuse("too many arguments: given=" + given.length + " at most=" + most);
        }
    }

    /** The {@code place}-th argument, or {@code standard} where it was not given. */
    int number(int place, int standard, int least, int most) {
        if (place >= given.length) {
            return standard;
        }
        int number = 0;
        try {
            number = Integer.parseInt(given[place]);
        } catch (NumberFormatException e) {
            refuse("not a whole number: " + given[place]);
        }
        if (number < least || number > most) {
            refuse("out of range: " + number + " (" + least + " to " + most + ")");
        }
        return number;
    }

    /** Ends the program: what was given makes no sense. */
    void refuse(String why) {
        end(MISUSED, why + "\n" + usage);
    }

    private void end(int exitCode, String text) {
        if (pgas.myThread() == 0) {
            (exitCode == 0 ? System.out : System.err).println(text.strip());
        }
        // The text is out before the first of them takes the job with it.
        pgas.barrier();
        System.exit(exitCode);
    }
}
