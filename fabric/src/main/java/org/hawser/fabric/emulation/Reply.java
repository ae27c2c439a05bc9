package org.hawser.fabric.emulation;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Endpoint;

/**
 * The answer to one request: a word, or a stream of pieces of a region.
 *
 * <p><b>Threads:</b> polling thread.
 */
final class Reply {
    private final Endpoint endpoint;
    private final long request;
    private int kind;
    private long operand;
    private MemorySegment source;
    private long offset;
    private long length;
    private long sent;

    Reply(Endpoint endpoint, long request) {
        this.endpoint = endpoint;
        this.request = request;
    }

    void done(long value) {
        kind = AccessHeader.DONE;
        operand = value;
    }

    void refused(long bytes) {
        kind = AccessHeader.REFUSED;
        operand = bytes;
    }

    void stream(MemorySegment region, long from, long bytes) {
        kind = AccessHeader.DATA;
        source = region;
        offset = from;
        length = bytes;
    }

    /** Posts what can be posted now; true when all is. */
    boolean post(int word) {
        int piece = endpoint.maxBody() - AccessHeader.BYTES;
        do {
            int data = (int) Math.min(piece, length - sent);
            long at = endpoint.claim(AccessHeader.BYTES + data);
            if (at < 0) {
                return false;
            }
            MemorySegment memory = endpoint.memory();
            AccessHeader.write(memory, at, kind, data, request);
            AccessHeader.operands(memory, at, kind == AccessHeader.DATA ? sent : operand, 0);
            if (data > 0) {
                endpoint.fill(source, offset + sent, at + AccessHeader.BYTES, data);
            }
            endpoint.commit(word);
            sent += data;
        } while (sent < length);
        return true;
    }
}
