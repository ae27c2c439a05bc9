package org.hawser.mpi.ft;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.Circle;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Rank;

/**
 * Carries out the {@link Deliberation}s of a rank: brings messages to them, tells them of lost members, and answers
 * those that are slower. A communicator's agreements are numbered, the same at all members.
 *
 * <p>A decision is remembered until the next one of the communicator is made: that needs a word of every member that
 * lives, and none says a word about the next one before it has the decision of this one.
 *
 * <p>With the decision goes who had no part in it: those count as lost at all members from then on. A member that finds
 * itself among them was taken for dead, as when it stood still for longer than others had patience; it is told so.
 *
 * <p><b>Threads:</b> any; one thread at a time in a communicator. <b>Allocates:</b> per agreement.
 */
final class Consensus {
    private static final int NOBODY = -3;

    /** Which agreement of which communicator. */
    private record Name(int context, int number) {
    }

    /** A message that came before this rank had begun the agreement. */
    private record Early(int source, int kind, long[] words) {
    }

    private final PointToPoint point;
    private final Rank rank;
    private final FaultMessages messages;
    private final Map<Name, Session> sessions = new HashMap<>();
    private final Map<Name, List<Early>> early = new HashMap<>();
    /** The last decided agreement of each communicator. */
    private final Map<Integer, Integer> last = new HashMap<>();

    Consensus(PointToPoint point, FaultMessages messages) {
        this.point = point;
        this.messages = messages;
        rank = point.rank();
    }

    /**
     * Agrees with all members that live; not in a handler.
     *
     * @param contribution of this member
     * @param combine makes a value of the contributions, where null stands for members that have failed; called at the
     *     coordinators only
     * @throws MpiFailure when the others have taken this rank for dead
     */
    long[] reach(Communicator comm, Members members, long[] contribution, Function<long[][], long[]> combine) {
        Circle circle = comm.circle();
        circle.retire();
        return reach(circle.context(), comm.nextAgreement(), members, contribution, combine);
    }

    /** As the other, of an agreement with this name. */
    long[] reach(int context, int number, Members members, long[] contribution,
                 Function<long[][], long[]> combine) {
        Name name = new Name(context, number);
        Session session = new Session(name, members);
        held(() -> open(session, contribution));
        while (session.deliberation.decision() == null) {
            rank.await(session, NOBODY);
            if (session.outcastBy >= 0) {
                throw new MpiFailure(ErrorClass.PROC_FAILED, "other ranks have taken this one for dead, and go on "
                    + "without it: rank of the job=" + rank.number() + " told by=" + session.outcastBy);
            }
            if (session.deliberation.isReady()) {
                long[] known = session.deliberation.lockedBefore();
                long[] value = known != null ? known : withAbsent(session.deliberation.contributions(), combine);
                held(() -> session.deliberation.propose(value));
            }
        }
        held(() -> close(name));
        return presentOnly(session);
    }

    /** The combined value, and behind it who has contributed nothing: one bit a member. */
    private static long[] withAbsent(long[][] contributions, Function<long[][], long[]> combine) {
        long[] value = combine.apply(contributions);
        long[] absent = Bits.of(contributions.length);
        for (int i = 0; i < contributions.length; i++) {
            if (contributions[i] == null) {
                Bits.set(absent, i);
            }
        }
        return Bits.joined(value, absent);
    }

    /** The value alone, after those without a part in it have been noted as lost. */
    private long[] presentOnly(Session session) {
        long[] decision = session.deliberation.decision();
        int size = session.members.size();
        int length = decision.length - Bits.of(size).length;
        for (int i = 0; i < size; i++) {
            if (Bits.isSet(decision, length, i)) {
                if (i == session.me) {
                    throw new MpiFailure(ErrorClass.PROC_FAILED, "other ranks have taken this one for dead, and have "
                        + "agreed without it: rank of the job=" + rank.number());
                }
                point.watch().takeForLost(session.members.get(i));
            }
        }
        return Arrays.copyOf(decision, length);
    }

    private void held(Runnable work) {
        rank.hold();
        try {
            work.run();
        } finally {
            rank.letGo();
        }
        rank.wakeWaiting();
    }

    private void open(Session session, long[] contribution) {
        sessions.put(session.name, session);
        for (int i = 0; i < session.members.size(); i++) {
            if (point.watch().isGone(session.members.get(i))) {
                session.deliberation.suspect(i);
            }
        }
        session.deliberation.join(contribution);
        List<Early> waiting = early.remove(session.name);
        if (waiting != null) {
            waiting.forEach(each -> session.hear(each.source(), each.kind(), each.words()));
        }
    }

    /** All members that live have come to this agreement, so all have the decision of the one before. */
    private void close(Name name) {
        last.put(name.context(), name.number());
        sessions.remove(new Name(name.context(), name.number() - 1));
    }

    /** Takes a message; in a handler. */
    void hear(int source, int kind, long[] words) {
        Name name = new Name((int) words[0], (int) words[1]);
        if (point.watch().isGone(source)) {
            messages.sendOutcast(source, name.context(), name.number());
            return;
        }
        Session session = sessions.get(name);
        if (session != null) {
            session.hear(source, kind, words);
        } else if (name.number() > last.getOrDefault(name.context(), -1)) {
            early.computeIfAbsent(name, any -> new ArrayList<>()).add(new Early(source, kind, words));
        }
    }

    /** Another rank goes on without this one; in a handler. */
    void outcast(int context, int number, int source) {
        Session session = sessions.get(new Name(context, number));
        if (session != null) {
            session.outcastBy = source;
        }
    }

    /** One agreement of this rank's, as someone waits for it. */
    private final class Session implements Awaitable {
        private static final int HEAD = 4;

        private final Name name;
        private final Members members;
        private final int me;
        private final Deliberation deliberation;
        private volatile int outcastBy = -1;

        Session(Name name, Members members) {
            this.name = name;
            this.members = members;
            me = members.indexOf(rank.number());
            deliberation = new Deliberation(members.size(), me, (to, kind, ballot, lock, value) ->
                messages.send(members.get(to), kind, name.context(), name.number(), ballot, lock, value));
        }

        void hear(int source, int kind, long[] words) {
            int from = members.indexOf(source);
            if (from >= 0) {
                deliberation.hear(from, kind, (int) words[2], (int) words[3],
                    Arrays.copyOfRange(words, HEAD, words.length));
            }
        }

        @Override
        public boolean isDone() {
            return deliberation.decision() != null || deliberation.isReady() || outcastBy >= 0;
        }

        /** Asked by the thread that waits: are those that it waits for still there? */
        @Override
        public boolean isDoneBeforeSleep() {
            for (int member = 0; member < members.size() && !isDone(); member++) {
                int lost = member;
                if (needs(member) && point.watch().findLost(members.get(member))) {
                    held(() -> deliberation.suspect(lost));
                }
            }
            return isDone();
        }

        private boolean needs(int member) {
            boolean[] needed = new boolean[1];
            held(() -> needed[0] = deliberation.needs(member));
            return needed[0];
        }
    }
}
