package org.hawser.runtime.spawn;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What the launcher answers to a request to start ranks.
 *
 * <pre>
 * answer:  processes (int, 0 or more), each (long)
 *       or -1 (int), program (int), what is wrong (UTF)
 * then from the rank:  1 (byte) when all have joined, or the end of the stream: end them
 * </pre>
 *
 * <p><b>Threads:</b> stateless.
 */
public final class LauncherProtocol {
    /** All ranks have joined. */
    public static final int JOINED = 1;

    private static final int REFUSED = -1;
    private static final int MOST = 1 << 16;

    private LauncherProtocol() {
    }

    /** Says which processes were started. */
    public static void writeStarted(DataOutput out, long[] processes) throws IOException {
        out.writeInt(processes.length);
        for (long process : processes) {
            out.writeLong(process);
        }
    }

    /** Says why none was started. */
    public static void writeRefused(DataOutput out, SpawnException why) throws IOException {
        out.writeInt(REFUSED);
        out.writeInt(why.program());
        out.writeUTF(why.getMessage());
    }

    /** Reads either. */
    static long[] readReply(DataInput in) throws IOException, SpawnException {
        int count = in.readInt();
        if (count == REFUSED) {
            int program = in.readInt();
            throw new SpawnException(program, in.readUTF());
        }
        if (count < 0 || count > MOST) {
            throw new IOException("a malformed answer of the launcher: processes=" + count);
        }
        long[] processes = new long[count];
        for (int i = 0; i < count; i++) {
            processes[i] = in.readLong();
        }
        return processes;
    }
}
