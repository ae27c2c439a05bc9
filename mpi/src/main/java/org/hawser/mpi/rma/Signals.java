package org.hawser.mpi.rma;

import org.hawser.fabric.FabricException;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.runtime.Rank;

/**
 * Words that this member writes into the {@link Control} blocks of others, one after the other, and that they wait for
 * with {@link AwaitedWord}. A member that has ended does not keep the rest from being told.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing where blocks are mapped.
 */
final class Signals {
    private final Rank rank;

    Signals(Rank rank) {
        this.rank = rank;
    }

    /**
     * Writes a word at a member after all that this thread did before, and wakes the member.
     *
     * @return null or, when the member has ended, the failure for those who must know
     */
    MpiFailure send(Target target, long offset, long value) {
        try {
            // Release: what this member did in both windows comes first. Pairs with the acquire in AwaitedWord.
            rank.signal(target.control, offset, value);
            return null;
        } catch (FabricException e) {
            // A refusal, too: a block is closed with its window, by all, or when its owner leaves the job.
            if (e.severity() == FabricException.Severity.FATAL) {
                throw e;
            }
            return new MpiFailure(ErrorClass.PROC_FAILED, "a process of the window has ended: rank=" + target.member,
                e);
        }
    }
}
