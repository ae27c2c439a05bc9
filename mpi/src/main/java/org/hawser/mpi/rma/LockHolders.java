package org.hawser.mpi.rma;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.group.Members;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * Whether those who have a lock, or for whom it is reserved, still live.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> for failures, and for what the system needs to look for a process.
 */
final class LockHolders {
    private final Rank rank;
    private final Members members;

    LockHolders(Rank rank, Members members) {
        this.rank = rank;
        this.members = members;
    }

    /** A member's number in the job. */
    int world(int member) {
        return members.get(member);
    }

    /** True when a member has ended. */
    boolean isGone(int member) {
        return member >= 0 && !rank.isAlive(members.get(member));
    }

    /**
     * The member that has ended and has the lock that {@code word} tells of; −1 when there is none.
     *
     * @param records where the {@link LockRecord}s of all members are
     */
    int goneHolder(long word, long records) {
        int holder = LockWord.holder(word);
        if (holder >= 0) {
            return isGone(holder) ? holder : -1;
        }
        return LockWord.sharers(word) > 0 ? goneSharer(word, records) : -1;
    }

    /**
     * A member that ended just before it was counted, or just after, left a record that means nothing. But those that
     * are counted have a record: when more are counted than live ones have records, one that has ended is among them.
     */
    private int goneSharer(long word, long records) {
        int gone = -1;
        int living = 0;
        for (int i = 0; i < members.size(); i++) {
            if (LockRecord.shares(RawWords.getAcquire(records + (long) i * Long.BYTES))) {
                if (isGone(i)) {
                    gone = i;
                } else {
                    living++;
                }
            }
        }
        return living < LockWord.sharers(word) ? gone : -1;
    }

    /** What those who wait are told. */
    MpiFailure lost(int holder, int target) {
        return new MpiFailure(ErrorClass.PROC_FAILED, "a rank has ended that has the lock of a window: holder="
            + holder + " target=" + target + " holder's number in the job=" + members.get(holder));
    }
}
