package org.hawser.mpi.rma;

import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.group.Members;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * The count of notices in each member's {@link Control} block: others add to it after they have done something there,
 * and the member waits until as many have come as it knows to expect.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> nothing where blocks are mapped.
 */
final class Notices {
    private final Rank rank;
    private final Target[] targets;
    private final long own;
    /** Whom a wait may be for. */
    private final Members members;
    private final AwaitedWord arrival;
    private long expected;

    Notices(Communicator communicator, Target[] targets, WindowMemory memory) {
        this.targets = targets;
        rank = communicator.point().rank();
        own = RawWords.addressOf(memory.control()) + Control.NOTICES;
        members = communicator.local();
        arrival = new AwaitedWord(communicator.point());
    }

    /** Tells a member of so many operations that are over there. */
    void give(int member, long count) {
        rank.fetchAdd(targets[member].control, Control.NOTICES, count);
        rank.wake(targets[member].world);
    }

    /** Waits until so many more have come than were waited for before. */
    void await(long count) {
        expected += count;
        arrival.await(own, expected, members);
    }
}
