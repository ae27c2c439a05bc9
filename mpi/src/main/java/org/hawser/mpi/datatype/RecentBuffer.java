package org.hawser.mpi.datatype;

import java.nio.Buffer;
import org.hawser.platform.memory.RawWords;

/**
 * The direct buffer that calls of one kind were given last, which most often is that of the next call: found with less
 * than {@link Memory#known} takes to find any.
 *
 * <p>One that is not the last is looked for there, and takes the last one's place now and then only: a program whose
 * calls take turns with several buffers does not pay for the change with each.
 *
 * <p><b>Threads:</b> any: what is remembered does not change, and who finds another looks further. <b>Allocates:</b>
 * nothing.
 */
public final class RecentBuffer {
    /** Of so many buffers that were not the last, one takes its place; a power of two. */
    private static final int MISSES = 32;

    private DirectBuffers.Known last = DirectBuffers.NONE;
    private int misses = -1;

    /** One that has met no buffer. */
    public RecentBuffer() {
    }

    /** The same as {@link Memory#known} has. */
    public long known(Object buffer, long bytes, boolean written) {
        if (RawWords.isDirect() && buffer instanceof Buffer nio) {
            DirectBuffers.Known latest = last;
            DirectBuffers.Known found = latest.refersTo(nio) ? latest : other(nio);
            if (found != null && bytes <= found.bytes && !(written && found.readOnly)) {
                return found.address;
            }
        }
        return 0;
    }

    private DirectBuffers.Known other(Buffer buffer) {
        DirectBuffers.Known found = DirectBuffers.find(buffer);
        if (found != null && (++misses & MISSES - 1) == 0) {
            last = found;
        }
        return found;
    }
}
