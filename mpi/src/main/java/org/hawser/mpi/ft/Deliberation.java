package org.hawser.mpi.ft;

import java.util.Arrays;

/**
 * One agreement as one member takes part in it: every member that lives decides, all decide the same, also those that
 * die after their decision, and what is decided is made of what all have contributed that live. It goes by
 * coordinators, the lowest member that is not known to have failed; its number is its <em>ballot</em>.
 *
 * <ol>
 * <li>A member that comes tells the coordinator its contribution (STATE).</li>
 * <li>When all have come that are not known to have failed, the coordinator makes a value of the contributions and
 *     proposes it (PROPOSE). A member that hears it <em>locks</em> it, with its ballot, and says so (ACK).</li>
 * <li>When all have locked it that are not known to have failed, the value is decided (DECIDE).</li>
 * <li>When the coordinator fails, the next one asks all (ASK). Members answer with their lock, if they have one, else
 *     with their contribution (STATE), and from then on hear no lower ballot; those that have decided say what
 *     (DECIDE). If there is a lock, that of the highest ballot is proposed, and no new value is made.</li>
 * </ol>
 *
 * <p>Cost: 4 messages per member and coordinator, one after the other.
 *
 * <p><b>Why all decide the same.</b> Members that are alive are never taken for failed, and a failed one stays so. Let
 * the first decision be of value v at ballot b. Every member alive at that time has locked (b, v). Take the next higher
 * ballot at which something is proposed. Its coordinator has an answer of every member that lives, itself among them.
 * Such a member has locked (b, v) before it answered: had it answered first, it would not have heard ballot b any more,
 * nor acknowledged it, and without that b would not have come to its decision. So the answers hold (b, v), and no lock
 * of a higher ballot, as nothing was proposed in between: v is proposed again. By induction v is proposed, and can
 * alone be decided, at all higher ballots. At lower ballots nothing is decided any more, as nobody hears them.
 *
 * <p><b>Why all that live decide.</b> Failures come to an end. From then on the lowest member alive is the coordinator
 * in the eyes of all that have not decided, once they have noticed, and each answers it: who has decided with the
 * decision, the others with their state; who has not come yet answers when it comes. Nobody refuses its ballot, for
 * nobody believes in a higher one.
 *
 * <p>It sends by {@link Voice} and is told of failures by {@link #suspect}; it waits for nothing itself and keeps no
 * time, so tests can have every order of events.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> per message.
 */
final class Deliberation {
    /** A member's lock, or its contribution. */
    static final int STATE = 1;
    /** The coordinator's value. */
    static final int PROPOSE = 2;
    /** The value is locked. */
    static final int ACK = 3;
    /** The value is decided. */
    static final int DECIDE = 4;
    /** A new coordinator asks for states. */
    static final int ASK = 5;

    private static final int NEVER = -1;

    /** How a member speaks to another. */
    interface Voice {
        /**
         * Sends.
         *
         * @param to the member
         * @param kind STATE, PROPOSE, ACK, DECIDE or ASK
         * @param ballot whose coordination it is about
         * @param lock of a STATE, the ballot of the lock; -1 when the value is a contribution
         * @param value of STATE, PROPOSE and DECIDE; else empty
         */
        void send(int to, int kind, int ballot, int lock, long[] value);
    }

    private static final long[] NOTHING = {};

    private final int me;
    private final Voice voice;
    private final boolean[] failed;
    /** The ballot that this member believes in; it only grows. */
    private int coordinator;
    /** No lower ballot is heard. */
    private int promised = NEVER;
    private long[] contribution;
    private long[] locked;
    private int lock = NEVER;
    private volatile long[] decision;

    /** What each has told this member as the coordinator. */
    private final long[][] states;
    private final int[] locks;
    private final boolean[] acknowledged;
    private boolean proposed;
    private volatile boolean ready;

    Deliberation(int size, int me, Voice voice) {
        this.me = me;
        this.voice = voice;
        failed = new boolean[size];
        states = new long[size][];
        locks = new int[size];
        acknowledged = new boolean[size];
    }

    /** This member comes, with what it contributes; before that it says nothing. */
    void join(long[] mine) {
        contribution = mine;
        believe(true);
    }

    /** A member has failed. */
    void suspect(int member) {
        if (!failed[member]) {
            failed[member] = true;
            believe(false);
        }
    }

    /** The decision, or null. */
    long[] decision() {
        return decision;
    }

    /** True when this member is to make a value of {@link #contributions} and propose it. */
    boolean isReady() {
        return ready;
    }

    /** True when this member waits for {@code member} to do something. */
    boolean needs(int member) {
        if (decision != null || failed[member] || member == me) {
            return false;
        }
        return coordinator != me ? member == coordinator : proposed ? !acknowledged[member] : states[member] == null;
    }

    /** What the members have contributed, null for those that have not; for the coordinator that is ready. */
    long[][] contributions() {
        return states.clone();
    }

    /** The value that must be proposed, because a member has locked it; null when a new one is to be made. */
    long[] lockedBefore() {
        int highest = NEVER;
        long[] value = null;
        for (int member = 0; member < states.length; member++) {
            if (states[member] != null && locks[member] > highest) {
                highest = locks[member];
                value = states[member];
            }
        }
        return value;
    }

    /** The coordinator proposes. */
    void propose(long[] value) {
        if (!ready || decision != null) {
            return;
        }
        ready = false;
        proposed = true;
        promised = me;
        locked = value;
        lock = me;
        acknowledged[me] = true;
        tellAll(PROPOSE, value);
        count();
    }

    /** Takes a message. */
    void hear(int from, int kind, int ballot, int theirLock, long[] value) {
        if (kind == DECIDE) {
            decide(value, false);
        } else if (decision != null) {
            if (kind == STATE || kind == ASK) {
                voice.send(from, DECIDE, ballot, NEVER, decision);
            }
        } else {
            switch (kind) {
                case STATE -> hearState(from, theirLock, value);
                case PROPOSE -> hearProposal(from, ballot, value);
                case ACK -> hearAcknowledgement(from, ballot);
                case ASK -> hearQuestion(from, ballot);
                default -> throw new IllegalArgumentException("no such message of an agreement: kind=" + kind);
            }
        }
    }

    /** The lowest that has not failed coordinates; who has not told it its state does. */
    private void believe(boolean fresh) {
        int before = coordinator;
        while (failed[coordinator] && coordinator < me) {
            coordinator++;
        }
        if (contribution == null || decision != null) {
            return;
        }
        if (coordinator == me && (fresh || before != me)) {
            promised = Math.max(promised, me);
            states[me] = locked == null ? contribution : locked;
            locks[me] = lock;
            if (me > 0) {
                tellAll(ASK, NOTHING);
            }
        } else if (fresh || before != coordinator) {
            tellState(coordinator);
        }
        count();
    }

    private void tellState(int to) {
        promised = Math.max(promised, to);
        voice.send(to, STATE, to, lock, locked == null ? contribution : locked);
    }

    private void tellAll(int kind, long[] value) {
        for (int member = 0; member < failed.length; member++) {
            if (member != me && !failed[member]) {
                voice.send(member, kind, me, NEVER, value);
            }
        }
    }

    private void hearState(int from, int theirLock, long[] value) {
        states[from] = value;
        locks[from] = theirLock;
        count();
    }

    private void hearProposal(int from, int ballot, long[] value) {
        if (ballot < promised) {
            return;
        }
        promised = ballot;
        locked = value;
        lock = ballot;
        voice.send(from, ACK, ballot, NEVER, NOTHING);
    }

    private void hearAcknowledgement(int from, int ballot) {
        if (ballot == me && proposed) {
            acknowledged[from] = true;
            count();
        }
    }

    /** A higher coordinator has found those before it failed, which this member may not have noticed yet. */
    private void hearQuestion(int from, int ballot) {
        if (contribution != null && ballot >= promised && ballot > coordinator) {
            tellState(from);
        }
    }

    /** As the coordinator: have all come, or all locked the value? */
    private void count() {
        if (coordinator != me || contribution == null || decision != null) {
            return;
        }
        boolean all = true;
        for (int member = 0; member < failed.length; member++) {
            all &= failed[member] || (proposed ? acknowledged[member] : states[member] != null);
        }
        if (all && proposed) {
            decide(locked, true);
        } else {
            ready = all;
        }
    }

    private void decide(long[] value, boolean tell) {
        if (decision == null) {
            ready = false;
            decision = value;
            for (int member = 0; member < failed.length; member++) {
                // Who has told this member its state takes it for the coordinator, and waits for its word.
                if (member != me && !failed[member] && (tell || states[member] != null)) {
                    voice.send(member, DECIDE, me, NEVER, value);
                }
            }
        }
    }

    @Override
    public String toString() {
        return "member " + me + " of " + failed.length + " coordinator=" + coordinator + " promised=" + promised
            + " lock=" + lock + " decision=" + Arrays.toString(decision);
    }
}
