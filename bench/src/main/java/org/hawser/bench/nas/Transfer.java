package org.hawser.bench.nas;

/**
 * How the exchanges of a kernel are carried: elements begin their way to one rank, and others come from one.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public interface Transfer {
    /** True when several should be begun before the first is ended. */
    boolean overlaps();

    /** Begins to send the elements {@code from} … {@code to}; they stay as they are until all that came is taken. */
    void begin(double[] outgoing, int from, int to, int target);

    /** Waits for what {@code source} sent, and puts it at the elements {@code from} … {@code to}. */
    void end(double[] incoming, int from, int to, int source);

    /**
     * Sends the first elements to one rank while others come from another, or the same. Where that is possible in two
     * halves, so that one is taken while the other is on its way.
     */
    default void exchange(double[] outgoing, int sent, int to, double[] incoming, int received, int from) {
        int half = overlaps() ? sent / 2 : 0;
        int otherHalf = overlaps() ? received / 2 : 0;
        if (half > 0) {
            begin(outgoing, 0, half, to);
        }
        begin(outgoing, half, sent, to);
        if (otherHalf > 0) {
            end(incoming, 0, otherHalf, from);
        }
        end(incoming, otherHalf, received, from);
    }

    /** Gives back what it uses; all ranks call it. */
    void close();
}
