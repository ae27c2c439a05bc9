package org.hawser.fabric.emulation;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Completion;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.Pieces;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;

/**
 * A peer's region reached through the peer's agent, but for what the medium does by itself.
 *
 * <p><b>Threads:</b> any.
 */
final class EmulatedRegion extends RemoteRegion {
    private final RemoteAccessAgent agent;
    private final RemoteRegion medium;

    /** A region; {@code medium} may be null. */
    EmulatedRegion(RemoteAccessAgent agent, RegionKey key, RemoteRegion medium) {
        super(key);
        this.agent = agent;
        this.medium = medium;
    }

    @Override
    public boolean has(Capability capability) {
        return medium != null && medium.has(capability);
    }

    @Override
    public int write(long offset, MemorySegment source, long sourceOffset, long length, Completion completion) {
        check(offset, length);
        return has(Capability.REMOTE_WRITE) ? medium.write(offset, source, sourceOffset, length, completion)
            : agent.start(AccessHeader.WRITE, key(), offset, source, sourceOffset, length, 0, 0, completion);
    }

    @Override
    public int writeImmediate(Endpoint to, long offset, MemorySegment source, long sourceOffset, long length, int word,
                              long immediate, Completion completion) {
        check(offset, length);
        return has(Capability.REMOTE_WRITE)
            ? medium.writeImmediate(to, offset, source, sourceOffset, length, word, immediate, completion)
            : agent.start(AccessHeader.WRITE_IMMEDIATE, key(), offset, source, sourceOffset, length, immediate, word,
                completion);
    }

    @Override
    public int read(long offset, MemorySegment target, long targetOffset, long length, Completion completion) {
        check(offset, length);
        return has(Capability.REMOTE_READ) ? medium.read(offset, target, targetOffset, length, completion)
            : agent.start(AccessHeader.READ, key(), offset, target, targetOffset, length, length, 0, completion);
    }

    @Override
    public boolean writePieces(Pieces to, Pieces from) {
        return medium != null && medium.writePieces(to, from);
    }

    @Override
    public boolean readPieces(Pieces from, Pieces to) {
        return medium != null && medium.readPieces(from, to);
    }

    @Override
    public int fetchAdd(long offset, long delta, Completion completion) {
        check(offset, Long.BYTES);
        return has(Capability.REMOTE_ATOMICS) ? medium.fetchAdd(offset, delta, completion)
            : agent.start(AccessHeader.FETCH_ADD, key(), offset, null, 0, 0, delta, 0, completion);
    }

    @Override
    public int compareSwap(long offset, long expected, long value, Completion completion) {
        check(offset, Long.BYTES);
        return has(Capability.REMOTE_ATOMICS) ? medium.compareSwap(offset, expected, value, completion)
            : agent.start(AccessHeader.COMPARE_SWAP, key(), offset, null, 0, 0, expected, value, completion);
    }

    @Override
    public void close() {
        if (medium != null) {
            medium.close();
        }
    }
}
