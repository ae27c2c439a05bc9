package org.hawser.runtime.spawn;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What the launcher answers to a request to start ranks.
 *
 * <pre>
 * answer:  0 (int) when all run
 *       or -1 (int), program (int), what is wrong (UTF)
 * then to the rank:    2 (byte) when the first of them has ended
 * and from the rank:   1 (byte) when all have joined, or the end of the stream: end them
 * </pre>
 *
 * <p><b>Threads:</b> stateless.
 */
public final class LauncherProtocol {
    /** All ranks have joined. */
    public static final int JOINED = 1;

    /** One of the ranks has ended. */
    public static final int ENDED = 2;

    private static final int STARTED = 0;
    private static final int REFUSED = -1;

    private LauncherProtocol() {
    }

    /** Says that all were started. */
    public static void writeStarted(DataOutput out) throws IOException {
        out.writeInt(STARTED);
    }

    /** Says why none was started. */
    public static void writeRefused(DataOutput out, SpawnException why) throws IOException {
        out.writeInt(REFUSED);
        out.writeInt(why.program());
        out.writeUTF(why.getMessage());
    }

    /** Reads either. */
    static void readReply(DataInput in) throws IOException, SpawnException {
        int answer = in.readInt();
        if (answer == REFUSED) {
            int program = in.readInt();
            throw new SpawnException(program, in.readUTF());
        }
        if (answer != STARTED) {
            throw new IOException("a malformed answer of the launcher: answer=" + answer);
        }
    }
}
