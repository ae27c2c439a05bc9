package org.hawser.bench.experiment;

/**
 * Memory of a job whose ranks are threads of one process.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param ranks           of the job
 * @param idleShared      off-heap bytes before any rank has sent anything
 * @param idleResident    resident bytes of the process then
 * @param talkingShared   off-heap bytes after every rank has talked with its neighbours
 * @param talkingResident resident bytes of the process then
 */
record MemoryUse(int ranks, long idleShared, long idleResident, long talkingShared, long talkingResident) {
    private static final String MARK = "@memory ";

    String toLine() {
        return MARK + ranks + " " + idleShared + " " + idleResident + " " + talkingShared + " " + talkingResident;
    }

    static boolean isLine(String line) {
        return line.startsWith(MARK);
    }

    static MemoryUse parse(String line) {
        String[] word = line.split(" ");
        return new MemoryUse(Integer.parseInt(word[1]), Long.parseLong(word[2]), Long.parseLong(word[3]),
            Long.parseLong(word[4]), Long.parseLong(word[5]));
    }
}
