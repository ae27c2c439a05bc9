package org.hawser.mpi.topology;

/**
 * How strongly the places of a graph are tied to each other: the sum of the weights of all edges between two of them,
 * whichever way these lead. Edges from a place to itself, or of no weight, tie nothing.
 *
 * <pre>
 *  of place i:   first[i] .. first[i + 1]   are the positions of its ties in
 *  other[]       the place at the other end
 *  weight[]      how strong the tie is
 * </pre>
 *
 * <p><b>Threads:</b> immutable; the arrays are not to be written to.
 *
 * @param first where the ties of each place begin, and of the last one end
 * @param other the places that they lead to; one may come several times
 * @param weight how strong they are
 */
public record Ties(int[] first, int[] other, int[] weight) {
    /**
     * The ties that edges make.
     *
     * @param places how many there are
     * @param from where each edge begins
     * @param to where each edge ends
     * @param weights of the edges, none negative
     */
    public static Ties of(int places, int[] from, int[] to, int[] weights) {
        int[] first = new int[places + 1];
        for (int i = 0; i < from.length; i++) {
            if (from[i] != to[i] && weights[i] > 0) {
                first[from[i] + 1]++;
                first[to[i] + 1]++;
            }
        }
        for (int place = 0; place < places; place++) {
            first[place + 1] += first[place];
        }
        int[] other = new int[first[places]];
        int[] weight = new int[first[places]];
        int[] next = first.clone();
        for (int i = 0; i < from.length; i++) {
            if (from[i] != to[i] && weights[i] > 0) {
                other[next[from[i]]] = to[i];
                weight[next[from[i]]++] = weights[i];
                other[next[to[i]]] = from[i];
                weight[next[to[i]]++] = weights[i];
            }
        }
        return new Ties(first, other, weight);
    }

    /** How many places there are. */
    public int places() {
        return first.length - 1;
    }

    /** The sum of all ties between places of different parts. */
    long cut(int[] parts) {
        long twice = 0;
        for (int place = 0; place < places(); place++) {
            for (int i = first[place]; i < first[place + 1]; i++) {
                twice += parts[place] == parts[other[i]] ? 0 : weight[i];
            }
        }
        return twice / 2;
    }
}
