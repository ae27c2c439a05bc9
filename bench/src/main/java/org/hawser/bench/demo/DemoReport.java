package org.hawser.bench.demo;

import java.util.Locale;

/**
 * A line that the demo's rank 0 writes for the command that started it.
 *
 * <pre>
 * hawser-demo step S CHANGE NANOS     S steps are done; the largest change in the last; time spent on steps so far
 * hawser-demo serial S NANOS          the same of the serial run
 * hawser-demo frame S                 the picture after step S is in the file {@link #frameFile}
 * hawser-demo shape DOWN ACROSS       how the plate was cut
 * hawser-demo difference D            the largest difference between the two answers
 * hawser-demo mpi S NANOS             the same as step, with MPI messages
 * hawser-demo mpi-difference D        the largest difference of that answer from the serial one
 * hawser-demo pgas S NANOS            the same as step, in PGAS
 * hawser-demo pgas-difference D       the largest difference of that answer from the serial one
 * </pre>
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param kind   the word after the mark
 * @param values what follows it
 */
record DemoReport(String kind, double... values) {
    static final String STEP = "step";
    static final String SERIAL = "serial";
    static final String FRAME = "frame";
    static final String SHAPE = "shape";
    static final String DIFFERENCE = "difference";
    static final String MPI = "mpi";
    static final String MPI_DIFFERENCE = "mpi-difference";
    static final String PGAS = "pgas";
    static final String PGAS_DIFFERENCE = "pgas-difference";

    private static final String MARK = "hawser-demo";

    /** Writes it. */
    static void print(String kind, double... values) {
        StringBuilder line = new StringBuilder(MARK).append(' ').append(kind);
        for (double value : values) {
            line.append(String.format(Locale.ROOT, value == Math.rint(value) ? " %.0f" : " %.17g", value));
        }
        System.out.println(line);
    }

    /** Reads one; null when the line is something else. */
    static DemoReport parse(String line) {
        String[] words = line.split(" ");
        if (words.length < 3 || !words[0].equals(MARK)) {
            return null;
        }
        double[] values = new double[words.length - 2];
        for (int i = 0; i < values.length; i++) {
            values[i] = Double.parseDouble(words[i + 2]);
        }
        return new DemoReport(words[1], values);
    }

    /** The name of a picture's file. */
    static String frameFile(int step) {
        return "frame-" + step + ".png";
    }
}
