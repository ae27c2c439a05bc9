package org.hawser.mpi.rma;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.group.Members;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * The locks under which items of a target's window are updated, where the processor has no atomic for them. The window
 * is cut into pieces of {@link #PIECE} bytes; the pieces have the locks in turn. An item belongs to the piece that its
 * first byte is in. A lock is one word of the target's {@link Control} block: 0 when free, else 1 + the holder's number
 * in the window: each job has its own numbers for ranks, and members may be of several.
 *
 * <p>Nobody holds two of them, so there is no circle of waiting; and none is held for longer than it takes to combine a
 * piece. Who finds one held looks again for a while, less where ranks share cores, then gives its core away, as the
 * holder may have lost its own. A holder that died is told from a slow one, and is an error at whoever waits: nobody
 * knows what it left half done.
 *
 * <p><b>Threads:</b> any, any process. <b>Allocates:</b> nothing but for failures.
 */
final class Stripes {
    /** Bytes of the window that one lock is for, before the next one's turn: a few hundred nanoseconds of work. */
    static final int PIECE = 1 << 10;
    private static final int MANY_LOOKS = 200;
    private static final int FEW_LOOKS = 20;
    private static final int LIFE_MASK = 0x3f;

    private final Rank rank;
    private final Members members;
    private final RemoteRegion control;
    /** Where the first lock is in this process; 0 when it is not mapped. */
    private final long words;
    private final long me;
    private final int looks;

    private Stripes(Communicator communicator, RemoteRegion control, long words) {
        rank = communicator.point().rank();
        members = communicator.local();
        this.control = control;
        this.words = words;
        me = 1 + communicator.rank();
        looks = rank.sharesCores() ? FEW_LOOKS : MANY_LOOKS;
    }

    /** The locks in a target's control block. */
    Stripes(Communicator communicator, RemoteRegion control) {
        this(communicator, control,
            control instanceof MappedRegion mapped ? RawWords.addressOf(mapped.map()) + Control.STRIPES : 0);
    }

    /** The locks in this member's own control block. */
    Stripes(Communicator communicator, MemorySegment own) {
        this(communicator, null, RawWords.addressOf(own) + Control.STRIPES);
    }

    /** The lock for the items that begin at this byte of the window. */
    static int of(long offset) {
        return (int) (offset / PIECE) & Control.STRIPE_COUNT - 1;
    }

    /** From this byte of the window to the end of its piece. */
    static long room(long offset) {
        return PIECE - (offset & PIECE - 1);
    }

    /**
     * Waits for a lock.
     *
     * @throws MpiFailure when its holder has died
     */
    void lock(int stripe) {
        if (!tryLock(stripe)) {
            await(stripe);
        }
    }

    private boolean tryLock(int stripe) {
        // Full ordering: what the last holder stored is seen. Pairs with the release in unlock.
        return words != 0 ? RawWords.compareAndSet(word(stripe), 0, me)
            : rank.compareSwap(control, offset(stripe), 0, me) == 0;
    }

    private long word(int stripe) {
        return words + (long) stripe * Control.LINE;
    }

    private static long offset(int stripe) {
        return Control.STRIPES + (long) stripe * Control.LINE;
    }

    private void await(int stripe) {
        int looked = 0;
        while (true) {
            long holder = words != 0 ? RawWords.getOpaque(word(stripe)) : rank.get(control, offset(stripe));
            if (holder == 0 && tryLock(stripe)) {
                return;
            }
            looked++;
            if (looked < looks) {
                Thread.onSpinWait();
            } else {
                giveWay(stripe, holder, looked);
            }
        }
    }

    /** Lets others run, who may need an answer of this rank's before the holder can go on. */
    private void giveWay(int stripe, long holder, int looked) {
        if (!rank.isHeld()) {
            rank.progress();
        }
        Thread.yield();
        if ((looked & LIFE_MASK) == 0 && holder != 0 && !rank.isAlive(members.get((int) holder - 1))) {
            throw new MpiFailure(ErrorClass.PROC_FAILED, "a process died in the middle of an update: rank in the "
                + "window=" + (holder - 1) + " stripe=" + stripe);
        }
    }

    /** Gives a lock back. */
    void unlock(int stripe) {
        if (words != 0) {
            // Release: what was stored under the lock first. Pairs with the compare-and-set of the next holder.
            RawWords.setRelease(word(stripe), 0);
        } else {
            rank.compareSwap(control, offset(stripe), me, 0);
        }
    }
}
