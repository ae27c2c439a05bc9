package org.hawser.mpi.rma;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.fabric.Completion;
import org.hawser.fabric.Post;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Region;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.comm.Communicator;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * Keeps the lock of this member's window for those who cannot reach its word in CPU mode: takes it for them and gives
 * it back, and moves it to network mode when the {@link LockPolicy} says so. It runs when this member makes progress.
 * At the other end it hands the answers to those who asked.
 *
 * <p>The lock it takes has the name of the member that it takes it for, so that others see whom they wait for.
 *
 * <p><b>Threads:</b> requests by the polling thread, asking by any. <b>Allocates:</b> per request.
 */
final class LockKeeper implements AutoCloseable {
    private static final long PATIENCE_NANOS = 1_000_000;
    private static final long LOOK_AFTER_NANOS = 20_000_000;

    private final LockMessages messages;
    private final Rank rank;
    private final int context;
    private final int me;
    private final int size;
    private final LockHolders holders;
    private final LockPolicy policy;
    private final LockNodes nodes;
    private final LockHistory history;
    private final LockCounts counts = new LockCounts();
    private final Region region;
    private final long control;
    private final long at;
    private RemoteRegion network;
    private final ArrayDeque<Request> waiting = new ArrayDeque<>();
    private final ArrayDeque<Move> unposted = new ArrayDeque<>();
    private final Map<Integer, LockAnswer> asked = new ConcurrentHashMap<>();

    private LockKeeper(Communicator communicator, Region region, LockPolicy policy, LockNodes nodes) {
        this.policy = policy;
        this.nodes = nodes;
        this.region = region;
        messages = LockMessages.of(communicator.point());
        rank = communicator.point().rank();
        context = communicator.context();
        me = communicator.rank();
        size = communicator.size();
        holders = new LockHolders(rank, communicator.local());
        control = RawWords.addressOf(region.memory());
        at = control + Control.LOCK;
        history = new LockHistory(control, size);
        boolean out = policy.startsInNetwork() || policy instanceof MigrateByHistory && isAlone(communicator);
        RawWords.setLong(at, out ? LockWord.away(me) : LockWord.FREE);
        RawWords.setLong(control + Control.NETWORK_LOCK, out ? LockWord.FREE : LockWord.away(me));
    }

    /** True when nobody else is near this member, and the others' network has atomics. */
    private static boolean isAlone(Communicator communicator) {
        Rank home = communicator.point().rank();
        for (int i = 0; i < communicator.size(); i++) {
            int member = communicator.local().get(i);
            if (i != communicator.rank() && (home.has(Capability.DIRECT_MAPPING, member)
                    || !home.has(Capability.REMOTE_ATOMICS, member))) {
                return false;
            }
        }
        return communicator.size() > 1;
    }

    /** Keeps the lock of a window from before other members know of it until it is closed. */
    static LockKeeper open(Communicator communicator, Region control, Hints hints) {
        LockKeeper keeper = new LockKeeper(communicator, control, LockPolicy.of(hints), LockNodes.of(hints));
        keeper.messages.open(keeper.context, keeper);
        return keeper;
    }

    @Override
    public void close() {
        messages.close(context);
    }

    LockPolicy policy() {
        return policy;
    }

    LockNodes nodes() {
        return nodes;
    }

    LockHolders holders() {
        return holders;
    }

    LockCounts counts() {
        return counts;
    }

    /** How often this member's lock has moved. */
    long moves() {
        return history.moves();
    }

    // Asking

    /** Asks a target's keeper for its lock; the answer comes into {@code answer}. */
    void ask(int target, boolean exclusive, LockAnswer answer) {
        asked.put(target, answer);
        messages.send(holders.world(target), LockMessages.ASK, context, name(exclusive), 0);
    }

    /** Nobody waits for the answer any more. */
    void forget(int target) {
        asked.remove(target);
    }

    /** Gives back what a target's keeper took for this member. */
    void giveBack(int target, boolean exclusive) {
        messages.send(holders.world(target), LockMessages.GIVE_BACK, context, name(exclusive), 0);
    }

    private long name(boolean exclusive) {
        return (long) me << 1 | (exclusive ? 1 : 0);
    }

    // Keeping

    /** Takes a message; false when it makes no sense. */
    boolean onMessage(int kind, int source, long second, long third) {
        int member = (int) (kind == LockMessages.ANSWER ? second >>> 32 : second >>> 1);
        if (member < 0 || member >= size || holders.world(member) != source) {
            return false;
        }
        boolean exclusive = (second & 1) != 0;
        switch (kind) {
            case LockMessages.ASK -> {
                history.keptTurn();
                Request request = new Request(member, exclusive, policy.movesOut(history));
                if (!serve(request)) {
                    waiting.add(request);
                    rank.wantChores();
                }
            }
            case LockMessages.GIVE_BACK -> leave(member, exclusive);
            default -> {
                LockAnswer answer = asked.remove(member);
                if (answer != null) {
                    answer.answered((int) second, (int) third);
                }
            }
        }
        return true;
    }

    /** Tries again for those who wait; returns how much was done. */
    int progress() {
        int work = 0;
        while (!unposted.isEmpty() && unposted.peek().post()) {
            unposted.remove();
            work++;
        }
        for (Iterator<Request> each = waiting.iterator(); each.hasNext();) {
            if (serve(each.next())) {
                each.remove();
                work++;
            }
        }
        if (!waiting.isEmpty() || !unposted.isEmpty()) {
            rank.wantChores();
        }
        return work;
    }

    /** True when the request is answered, or nobody waits for its answer. */
    private boolean serve(Request request) {
        // One who shares must not wait for others who share: for it the lock moves only if nobody has it now.
        if (request.moves && !request.exclusive && LockWord.enterFree(at, request.member, true)) {
            moveOut(request);
            return true;
        }
        if (!request.exclusive) {
            record(request.member, true);
        }
        long held = LockWord.enter(at, request.member, request.exclusive);
        if (held != LockWord.ENTERED && request.joins() && LockWord.join(at)) {
            held = LockWord.ENTERED;
        }
        if (held == LockWord.ENTERED) {
            if (request.moves && request.exclusive) {
                moveOut(request);
            } else {
                answer(request, LockAnswer.KEPT, 0);
            }
            return true;
        }
        if (!request.exclusive) {
            record(request.member, false);
        }
        if (LockWord.isAway(held)) {
            answer(request, LockAnswer.ELSEWHERE, 0);
            return true;
        }
        return isHopeless(request, held);
    }

    private boolean isHopeless(Request request, long held) {
        long now = System.nanoTime();
        if (LockWord.reserved(held) < 0 && now - request.impatient > 0) {
            LockWord.reserve(at, request.member);
        }
        if (now - request.nextLook < 0) {
            return false;
        }
        request.nextLook = now + LOOK_AFTER_NANOS;
        int reserved = LockWord.reserved(held);
        if (reserved != request.member && holders.isGone(reserved)) {
            LockWord.withdraw(at, reserved);
        }
        boolean unwanted = holders.isGone(request.member);
        int gone = unwanted ? -1 : holders.goneHolder(held, control + Control.sharers(size));
        if (unwanted || gone >= 0 && LockWord.sameInside(held, RawWords.getAcquire(at))) {
            LockWord.withdraw(at, request.member);
            if (!unwanted) {
                answer(request, LockAnswer.LOST, gone);
            }
            return true;
        }
        return false;
    }

    /** The lock is held here in the name of a far member: has it held there in the network's word. */
    private void moveOut(Request request) {
        // From here on no near member enters. One that had reserved finds out when it looks.
        long before = RawWords.getAndSet(at, LockWord.away(me));
        if (LockWord.makesRoom(before)) {
            wake(LockWord.reserved(before));
        }
        if (!request.exclusive) {
            record(request.member, true);
        }
        Move move = new Move(request);
        if (!move.post()) {
            unposted.add(move);
            rank.wantChores();
        }
    }

    private void leave(int member, boolean exclusive) {
        long before = LockWord.leave(at, member, exclusive);
        if (!exclusive) {
            record(member, false);
        }
        if (LockWord.makesRoom(before)) {
            wake(LockWord.reserved(before));
        }
    }

    private void wake(int member) {
        if (nodes.together(member, me)) {
            rank.wake(holders.world(member));
        } else {
            rank.wantChores();
        }
    }

    private void record(int member, boolean shares) {
        long record = control + Control.sharer(size, member);
        RawWords.setRelease(record, LockRecord.of(LockRecord.turns(RawWords.getOpaque(record)), shares));
    }

    private void answer(Request request, int outcome, int detail) {
        messages.send(holders.world(request.member), LockMessages.ANSWER, context, (long) me << 32 | outcome, detail);
    }

    private RemoteRegion network() {
        if (network == null) {
            network = rank.attachByAgent(region.key());
        }
        return network;
    }

    /** What a far member wants. */
    private static final class Request {
        final int member;
        final boolean exclusive;
        final boolean moves;
        long impatient = System.nanoTime() + PATIENCE_NANOS;
        long nextLook = System.nanoTime() + LOOK_AFTER_NANOS;

        Request(int member, boolean exclusive, boolean moves) {
            this.member = member;
            this.exclusive = exclusive;
            this.moves = moves;
        }

        /** True for one who shares and has waited so long that those who do may be waiting for it. */
        boolean joins() {
            return !exclusive && System.nanoTime() - impatient > LockWord.JOIN_NANOS;
        }
    }

    /** Opens the network's word, through the network, with the one who asked inside. */
    private final class Move extends Completion {
        private final Request request;
        private long expected = RawWords.getAcquire(control + Control.NETWORK_LOCK);

        Move(Request request) {
            this.request = request;
        }

        boolean post() {
            return network().compareSwap(Control.NETWORK_LOCK, expected,
                request.exclusive ? LockWord.heldBy(request.member) : LockWord.shared(), this) != Post.BUSY;
        }

        @Override
        public void completed(long found) {
            // Nobody else changes a word that is away: what was expected is there.
            assert found == expected : "an open word: " + found;
            history.moved();
            counts.moves++;
            answer(request, LockAnswer.MOVED, 0);
        }

        @Override
        public void failed(RuntimeException cause) {
            throw cause;
        }
    }
}
