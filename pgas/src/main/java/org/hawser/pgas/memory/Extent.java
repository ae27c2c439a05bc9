package org.hawser.pgas.memory;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RemoteRegion;
import org.hawser.pgas.PgasException;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * A stretch of one rank's heap, as its owner or another rank knows it.
 *
 * <p><b>Threads:</b> any.
 */
public final class Extent {
    private static final long ENDED = -1;

    private final int owner;
    private final long number;
    private final long secret;
    private final long bytes;
    /** Null where it is not mapped. */
    private final MemorySegment memory;
    /** Null at the owner until somebody asks. */
    private volatile RemoteRegion region;
    /** Changes once, to {@link #ENDED}. */
    private volatile long base;

    /** The owner's. */
    Extent(int owner, long number, long secret, MemorySegment memory) {
        this.owner = owner;
        this.number = number;
        this.secret = secret;
        this.memory = memory;
        bytes = memory.byteSize();
        base = RawWords.addressOf(memory);
    }

    /** Another's. */
    Extent(long number, long secret, RemoteRegion region) {
        this.owner = region.owner();
        this.number = number;
        this.secret = secret;
        this.region = region;
        bytes = region.length();
        memory = region instanceof MappedRegion mapped ? mapped.map() : null;
        base = memory == null ? 0 : RawWords.addressOf(memory);
    }

    int owner() {
        return owner;
    }

    long number() {
        return number;
    }

    long secret() {
        return secret;
    }

    MemorySegment memory() {
        return memory;
    }

    /** Its address here; 0 where it is not mapped. */
    long base() {
        long now = base;
        // The file of an extent that its owner has closed has no memory any more: look at its header page first.
        if (now == ENDED || region instanceof MappedRegion mapped && !mapped.isOpen()) {
            throw ended();
        }
        return now;
    }

    RemoteRegion region(Rank reader) {
        if (region == null) {
            region = reader.attach(Rank.keyOf(owner, number, secret, bytes));
        }
        return region;
    }

    /** A word of it, read the long way. */
    long read(Rank reader, long offset) {
        try {
            return reader.get(region, offset);
        } catch (FabricException e) {
            throw Refusal.of(e, this);
        }
    }

    long compareSwap(Rank reader, long offset, long expected, long value) {
        try {
            return reader.compareSwap(region, offset, expected, value);
        } catch (FabricException e) {
            throw Refusal.of(e, this);
        }
    }

    /** The block that a pointer names; refused when it is not there any more. */
    Block block(Rank reader, long start, long stamp) {
        if (start < Block.HEADER || start >= bytes || (start & Block.HEADER - 1) != 0 || stamp == 0) {
            throw new PgasException("these bytes are no pointer: start=" + start + " in " + this);
        }
        long[] header = new long[2];
        long here = base();
        if (here != 0) {
            // Acquire: the stamp, then the length. Pairs with the release of who made the block.
            header[0] = RawWords.getAcquire(here + start - Block.HEADER);
            header[1] = RawWords.getLong(here + start - Block.HEADER + Block.LENGTH);
        } else {
            read(reader, start - Block.HEADER, header);
        }
        if (header[0] != stamp || header[1] < 0 || header[1] > bytes - start) {
            throw new PgasException("shared memory was freed: a block of " + this);
        }
        return new Block(this, start, header[1], stamp);
    }

    private void read(Rank reader, long offset, long[] into) {
        try {
            reader.get(region, offset, MemorySegment.ofArray(into), 0, (long) into.length * Long.BYTES);
        } catch (FabricException e) {
            throw Refusal.of(e, this);
        }
    }

    /** The owner has closed it, or the model has ended here. */
    void end() {
        base = ENDED;
    }

    private PgasException ended() {
        return new PgasException("shared memory was freed, or the model has ended: " + this);
    }

    @Override
    public String toString() {
        return "the heap of rank " + owner;
    }
}
