package org.hawser.bench.experiment;

/**
 * Memory of a job whose ranks are threads of one process, before any of them has sent anything and after all have
 * talked with their neighbours.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param ranks   of the job
 * @param idle    before
 * @param talking after
 */
record MemoryUse(int ranks, Look idle, Look talking) {
    private static final String MARK = "@memory ";

    /**
     * One look at the process.
     *
     * @param shared   off-heap bytes that the runtime has
     * @param heap     bytes of live objects
     * @param resident bytes that the process has in memory
     */
    record Look(long shared, long heap, long resident) {
    }

    String toLine() {
        return MARK + ranks + " " + toText(idle) + " " + toText(talking);
    }

    static boolean isLine(String line) {
        return line.startsWith(MARK);
    }

    static MemoryUse parse(String line) {
        String[] words = line.split(" ");
        return new MemoryUse(Integer.parseInt(words[1]), look(words, 2), look(words, 5));
    }

    private static String toText(Look look) {
        return look.shared + " " + look.heap + " " + look.resident;
    }

    private static Look look(String[] words, int at) {
        return new Look(Long.parseLong(words[at]), Long.parseLong(words[at + 1]), Long.parseLong(words[at + 2]));
    }
}
