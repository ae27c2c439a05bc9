package org.hawser.testkit;

import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Set;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Completion;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.Post;
import org.hawser.fabric.RemoteRegion;

/**
 * A region of another node as a network has it: what is started is told to have ended at a later poll.
 *
 * <p><b>Threads:</b> any.
 */
final class FarRegion extends RemoteRegion {
    static final Set<Capability> CAPABILITIES = Set.copyOf(EnumSet.of(Capability.REMOTE_READ, Capability.REMOTE_WRITE,
        Capability.REMOTE_ATOMICS));

    private final MappedRegion memory;
    private final FarDomain domain;

    FarRegion(MappedRegion memory, FarDomain domain) {
        super(memory.key());
        this.memory = memory;
        this.domain = domain;
    }

    @Override
    public boolean has(Capability capability) {
        return CAPABILITIES.contains(capability);
    }

    @Override
    public int write(long offset, MemorySegment source, long sourceOffset, long length, Completion completion) {
        memory.put(offset, source, sourceOffset, length);
        domain.later(completion, 0);
        return Post.STARTED;
    }

    @Override
    public int writeImmediate(Endpoint to, long offset, MemorySegment source, long sourceOffset, long length, int word,
                              long immediate, Completion completion) {
        memory.put(offset, source, sourceOffset, length);
        if (to.sendShort(word, immediate) == Post.BUSY) {
            return Post.BUSY;
        }
        domain.later(completion, 0);
        return Post.STARTED;
    }

    @Override
    public int read(long offset, MemorySegment target, long targetOffset, long length, Completion completion) {
        memory.get(offset, target, targetOffset, length);
        domain.later(completion, 0);
        return Post.STARTED;
    }

    @Override
    public int fetchAdd(long offset, long delta, Completion completion) {
        domain.later(completion, memory.fetchAdd(offset, delta));
        return Post.STARTED;
    }

    @Override
    public int compareSwap(long offset, long expected, long value, Completion completion) {
        domain.later(completion, memory.compareSwap(offset, expected, value));
        return Post.STARTED;
    }

    @Override
    public void close() {
        memory.close();
    }
}
