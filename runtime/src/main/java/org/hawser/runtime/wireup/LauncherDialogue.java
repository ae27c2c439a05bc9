package org.hawser.runtime.wireup;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What a rank and whoever started it on its host say over the socket {@code wireup} in the node's directory. A
 * connection carries one request and its answer.
 *
 * <pre>
 * PUBLISH (byte), rank (int), key (UTF), value (UTF)         answer: DONE (byte)
 * LOOKUP (byte), rank (int), key (UTF), patience ms (long)   answer: DONE, value (UTF), or GONE, or LATE
 * SECRET (byte)                                              answer: DONE, the secret's bytes
 * </pre>
 *
 * <p><b>Threads:</b> stateless.
 */
public final class LauncherDialogue {
    /** A value for all ranks. */
    public static final int PUBLISH = 1;
    /** What a rank has published, now or later. */
    public static final int LOOKUP = 2;
    /** What only the processes of the job know. */
    public static final int SECRET = 3;

    /** It is done, and the answer follows. */
    public static final int DONE = 1;
    /** The rank has ended and never published it. */
    public static final int GONE = 2;
    /** It has not been published in time. */
    public static final int LATE = 3;

    private static final String FILE_NAME = "wireup";
    private static final int LONGEST_KEY = 64;
    private static final int LONGEST_VALUE = 4096;

    private LauncherDialogue() {
    }

    /** Where the socket is. */
    public static Path socketIn(Path directory) {
        return directory.resolve(FILE_NAME);
    }

    /**
     * What is published, or asked for.
     *
     * @param rank  whose it is
     * @param key   its name
     * @param value null when it is asked for
     */
    public record Item(int rank, String key, String value) {
        /** Writes it. */
        public void encode(DataOutput out) throws IOException {
            out.writeInt(rank);
            out.writeUTF(key);
            if (value != null) {
                out.writeUTF(value);
            }
        }

        /**
         * Reads what {@link #encode} wrote, and checks it.
         *
         * @param size      the ranks of the job
         * @param published whether it has a value
         */
        public static Item decode(DataInput in, int size, boolean published) throws IOException {
            int rank = in.readInt();
            String key = in.readUTF();
            String value = published ? in.readUTF() : null;
            if (rank < 0 || rank >= size || key.length() > LONGEST_KEY
                    || value != null && value.length() > LONGEST_VALUE) {
                throw new IOException("a malformed address of a rank: rank=" + rank + " size=" + size + " key="
                    + key.length() + " characters");
            }
            return new Item(rank, key, value);
        }
    }
}
