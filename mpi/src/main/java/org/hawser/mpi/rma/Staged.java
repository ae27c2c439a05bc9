package org.hawser.mpi.rma;

import java.util.concurrent.atomic.AtomicInteger;
import org.hawser.mpi.datatype.ItemCopy;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.p2p.Scratch;
import org.hawser.mpi.p2p.ScratchMemory;

/**
 * Scratch memory that transfers go out of or come into. When the last of them is over, what came in is brought to the
 * origin's items, and the memory goes back.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> itself.
 */
final class Staged implements FabricTransfer.AfterTransfer {
    private final ScratchMemory owner;
    private final Scratch memory;
    /** The transfers that are not over, and the one who starts them. */
    private final AtomicInteger left = new AtomicInteger(1);
    private volatile boolean failed;
    private ItemCopy copy;
    private long from;
    private Layout fetched;
    private Object array;
    private long at;
    private Layout into;
    private long position;
    private long bytes;

    /** Borrows memory. */
    Staged(ScratchMemory owner, long bytes) {
        this.owner = owner;
        memory = owner.borrow(bytes);
    }

    long address() {
        return memory.address();
    }

    /**
     * Says where what comes in belongs.
     *
     * @param first the place in the scratch memory of the first fetched item
     * @param items how the fetched items lie there; null for a row
     * @param start the packed position in the origin's items
     */
    Staged unpack(ItemCopy how, long first, Layout items, Object origin, long originAt, Layout originItems, long start,
                  long length) {
        copy = how;
        from = first;
        fetched = items;
        array = origin;
        at = originAt;
        into = originItems;
        position = start;
        bytes = length;
        return this;
    }

    /** One transfer more. */
    Staged share() {
        left.incrementAndGet();
        return this;
    }

    @Override
    public void over(boolean moved) {
        if (!moved) {
            failed = true;
        }
        if (left.decrementAndGet() == 0) {
            if (copy != null && !failed) {
                copy.copy(null, from, fetched, 0, array, at, into, position, bytes);
            }
            owner.giveBack(memory);
        }
    }
}
