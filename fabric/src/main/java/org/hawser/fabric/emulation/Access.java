package org.hawser.fabric.emulation;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Completion;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.RegionKey;

/**
 * One emulated operation at its origin: what has been posted, what has been answered.
 *
 * <p><b>Threads:</b> under the agent's lock.
 */
final class Access {
    final long request;
    final int kind;
    final Endpoint endpoint;
    private final RegionKey key;
    private final long offset;
    private final MemorySegment local;
    private final long localOffset;
    private final long length;
    private final long first;
    private final long second;
    private final Completion completion;
    private long posted;
    private long answered;
    private RuntimeException refused;

    Access(long request, int kind, Endpoint endpoint, RegionKey key, long offset, MemorySegment local,
           long localOffset, long length, long first, long second, Completion completion) {
        this.request = request;
        this.kind = kind;
        this.endpoint = endpoint;
        this.key = key;
        this.offset = offset;
        this.local = local;
        this.localOffset = localOffset;
        this.length = length;
        this.first = first;
        this.second = second;
        this.completion = completion;
    }

    /** Posts what can be posted now; true when all is posted. A write goes out in pieces, the rest is one message. */
    boolean post(int word) {
        if (!isWrite()) {
            return postMessage(word, kind, 0);
        }
        int piece = endpoint.maxBody() - AccessHeader.BYTES;
        do {
            int data = (int) Math.min(piece, length - posted);
            if (!postMessage(word, posted + data < length ? AccessHeader.WRITE : kind, data)) {
                return false;
            }
        } while (posted < length);
        return true;
    }

    private boolean isWrite() {
        return kind == AccessHeader.WRITE || kind == AccessHeader.WRITE_IMMEDIATE;
    }

    /** True when something has been posted, so that the operation cannot be refused as busy any more. */
    boolean hasStarted() {
        return posted > 0;
    }

    private boolean postMessage(int word, int pieceKind, int data) {
        long at = endpoint.claim(AccessHeader.BYTES + data);
        if (at < 0) {
            return false;
        }
        MemorySegment memory = endpoint.memory();
        AccessHeader.write(memory, at, pieceKind, data, request);
        AccessHeader.target(memory, at, key.id(), key.secret(), offset + posted);
        AccessHeader.operands(memory, at, first, second);
        if (data > 0) {
            endpoint.fill(local, localOffset + posted, at + AccessHeader.BYTES, data);
        }
        endpoint.commit(word);
        posted += isWrite() ? data : 1;
        return true;
    }

    /** Takes one reply; true when the operation is over. */
    boolean answer(int replyKind, MemorySegment memory, long at, int data) {
        switch (replyKind) {
            case AccessHeader.DATA -> {
                long position = AccessHeader.first(memory, at);
                if (position < 0 || position > length - data) {
                    throw new FabricException(FabricException.Severity.FATAL, "an answer does not fit its request: "
                        + "peer=" + endpoint.peer() + " position=" + position + " bytes=" + data
                        + " wanted=" + length);
                }
                MemorySegment.copy(memory, at + AccessHeader.BYTES, local, localOffset + position, data);
                answered += data;
            }
            case AccessHeader.DONE -> answered += isWrite() ? AccessHeader.first(memory, at) : 1;
            default -> {
                refused = FabricException.refused("rank " + endpoint.peer()
                    + " refused the access (wrong key, closed region, outside it, or a word that is not aligned): "
                    + "offset=" + offset + " length=" + length + " in " + key);
                answered += isWrite() ? AccessHeader.first(memory, at) : Math.max(length, 1);
            }
        }
        long expected = isWrite() || kind == AccessHeader.READ ? length : 1;
        return answered >= expected;
    }

    void complete(long result) {
        if (refused != null) {
            completion.failed(refused);
        } else {
            completion.completed(result);
        }
    }
}
