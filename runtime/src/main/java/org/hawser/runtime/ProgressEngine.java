package org.hawser.runtime;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.hawser.fabric.Domain;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Receiver;
import org.hawser.platform.idle.BackoffIdle;
import org.hawser.platform.lock.BiasedLock;
import org.hawser.runtime.launch.JobDescription;

/**
 * Moves everything of a rank forward: polls the fabric, runs handlers, sends what was kept back. All models of a rank
 * share one engine, so none can starve or deadlock another.
 *
 * <p>Any thread may call {@link #progress()}; one at a time does the work, the others return at once. Who finds nothing
 * for long sleeps on the doorbell.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing per call.
 */
final class ProgressEngine {
    /** No single rank is waited for. */
    static final int ANYBODY = -1;
    /** No single rank is waited for, and none of another job. */
    static final int ANYBODY_HERE = -2;
    /** Whoever waits looks after others itself. */
    static final int NOBODY = -3;

    private static final int POLL_LIMIT = 64;
    private static final long CHORE_NAP_NANOS = 50_000;
    private static final int MAINTENANCE_MASK = 0xfff;
    private static final int LOOK_AFTER_MASK = 3;
    private static final int LONG_SLEEPS = 6;
    private static final int LOOKS_AT_ONCE = 64;
    /** Between two looks at ranks in general: each asks the kernel, some 10 µs. */
    private static final long LOOK_NANOS = 4_000_000;
    /**
     * The same for each rank of a core: all that wait look, and hundreds who wait for the last to start must leave the
     * cores to these.
     */
    private static final long CORE_LOOK_NANOS = 250_000;
    private static final int YIELD_FIRST_MASK = 15;
    /** Polling between them would be a tenth of a barrier of 16 ranks on two cores. */
    private static final int WORD_YIELDS = 4;
    /** A yield that lasts as long has let programs run that are not waiting for anything. */
    private static final long DEAR_YIELD_NANOS = 500_000;
    /** One in so many yields is timed: the clock costs a tenth of one where ranks only wait for each other. */
    private static final int TIMED_YIELD_MASK = 7;
    /** Waits that do without a yield after a dear one. */
    private static final int CROWDED_WAITS = 256;
    /** How much sooner such a wait becomes sleep. */
    private static final int CROWDED_HASTE = 8;
    /** How long a wait goes on after a handler has failed that may have been what it waits for. */
    private static final long TROUBLE_NANOS = 2_000_000_000L;
    private static final Awaitable NEVER = () -> false;

    private final Domain domain;
    private final Receiver receiver;
    private BackoffIdle idle;
    private final int localRanks;
    /** Copied on every change; an array, so that a walk through it makes no iterator. */
    private volatile IntSupplier[] chores = {};
    /** Why a thread that is about to sleep on something must not; made once. */
    private final Predicate<Awaitable> reasonToWake;
    private final BiasedLock polling = new BiasedLock();
    private int polls;
    private int waits;
    /** So many waits to come do not yield; a hint, so threads may lose each other's count. */
    private int crowdedWaits;
    private int yields;
    /** The last yield that was timed was dear; a hint as well. */
    private boolean lastWasDear;
    private final int ranks;
    private int lastSuspect;
    private final long lookNanos;
    /** When ranks in general may be looked after again; a hint, so two threads may both do it. */
    private long nextLooks;
    /** Ranks of other jobs, by number. */
    private volatile int[] foreigners = {};
    /** Those of them that were found killed, and of which a wait has been told. */
    private final Set<Integer> mourned = ConcurrentHashMap.newKeySet();
    /** Set when a chore has work, by any thread; spares the common poll a walk through idle chores. */
    private volatile boolean choresWaiting;
    /** What ended the progress thread, for the program's next call to throw. */
    private volatile RuntimeException failure;
    /** What went wrong in a handler, and its program has not been told; null for none. */
    private volatile RuntimeException trouble;
    private volatile long troubleSince;

    ProgressEngine(Domain domain, Receiver receiver, int ranks, int localRanks) {
        this.ranks = ranks;
        this.domain = domain;
        this.receiver = receiver;
        this.localRanks = localRanks;
        idle = BackoffIdle.forNode(localRanks, JobDescription.cores());
        lookNanos = Math.max(LOOK_NANOS, CORE_LOOK_NANOS * localRanks / JobDescription.cores());
        nextLooks = System.nanoTime() + looksAtOnce() * lookNanos;
        reasonToWake = awaited -> domain.hasArrivals() || failure != null || awaited.isDone();
    }

    /** Adds work that a poll does after {@link #wantChores()}: returns how much it did. */
    synchronized void addChore(IntSupplier chore) {
        IntSupplier[] more = Arrays.copyOf(chores, chores.length + 1);
        more[chores.length] = chore;
        chores = more;
    }

    /** The ranks of other jobs that there are now: they share the cores, and a wait for anybody may be for them. */
    void know(int[] others) {
        foreigners = others;
        idle = BackoffIdle.forNode(localRanks + others.length, JobDescription.cores());
    }

    /** Some chore has something to do. */
    void wantChores() {
        choresWaiting = true;
    }

    /** Does what there is to do and returns how much; 0 when nothing was there or another thread is at it. */
    int progress() {
        if (failure != null) {
            throw failure;
        }
        if (!polling.tryAcquire()) {
            return 0;
        }
        int work;
        try {
            work = domain.poll(receiver, POLL_LIMIT);
            if (choresWaiting) {
                work += doChores();
            }
            if ((++polls & MAINTENANCE_MASK) == 0) {
                domain.maintain();
            }
        } finally {
            polling.release();
        }
        if (work > 0) {
            domain.doorbell().ringOwn();
        }
        return work;
    }

    /** Keeps every other thread of this rank from polling: what handlers touch may be touched until {@link #letGo}. */
    void hold() {
        polling.acquire();
    }

    /** Ends {@link #hold}. */
    void letGo() {
        polling.release();
    }

    /** Wakes the threads of this rank that sleep. */
    void wakeSleepers() {
        domain.doorbell().ringOwn();
    }

    /** A poll of the progress thread's threw: every later call of the program's throws that. */
    void fail(RuntimeException cause) {
        failure = cause;
        domain.doorbell().ringOwn();
    }

    /** See {@link Rank#trouble}. */
    void trouble(RuntimeException untold) {
        troubleSince = System.nanoTime();
        trouble = untold;
    }

    /** Handles what has arrived, for {@code nanos} at most. */
    void drain(long nanos) {
        long deadline = System.nanoTime() + nanos;
        while (progress() + pollAll() > 0 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
    }

    /** True inside a handler: the calling thread is the one that polls, and must not wait. */
    boolean isPolling() {
        return polling.isHeldByCurrentThread();
    }

    /**
     * Waits until {@code awaited} is done, making progress. Its end must ring the doorbell, as every message does: the
     * longer the wait, the deeper the sleep.
     *
     * @param peer the rank that must do something for it, or {@link #ANYBODY}
     */
    void await(Awaitable awaited, int peer) {
        await(awaited, peer, Integer.MAX_VALUE, 1);
    }

    /**
     * As {@link #await(Awaitable, int)}, for what others write into shared memory: no message to this rank is needed
     * for it, so where ranks share cores it is looked at some times before messages are.
     */
    void awaitWord(Awaitable awaited, int peer) {
        await(awaited, peer, Integer.MAX_VALUE, WORD_YIELDS);
    }

    /** As {@link #await(Awaitable, int)}, for what may come without a ring, such as a word that a peer writes. */
    void awaitLooking(Awaitable awaited, int peer) {
        await(awaited, peer, idle.firstSleep(), 1);
    }

    private void await(Awaitable awaited, int peer, int deepest, int yieldsFirst) {
        if (awaited.isDone()) {
            return;
        }
        refuseInHandler();
        int fruitless = 0;
        if (crowdedWaits > 0) {
            crowdedWaits--;
        } else if (idle.sharesCores() && (++waits & YIELD_FIRST_MASK) != 0) {
            // What is awaited needs the core that this rank has: give it away before looking for other work. Not every
            // time, so that messages are handled even when no wait outlasts the yield.
            int left = yieldsFirst;
            do {
                giveWay();
            } while (--left > 0 && !awaited.isDone());
        }
        while (!awaited.isDone()) {
            fruitless = progress() > 0 ? 0 : fruitless + 1;
            if (crowdedWaits > 0 && fruitless > idle.firstSleep() / CROWDED_HASTE) {
                fruitless = Math.max(fruitless, idle.firstSleep());
            }
            pause(Math.min(fruitless, deepest), awaited);
            lookAfter(peer, fruitless, awaited);
        }
    }

    /** Waits a little for room at {@code peer}, after the {@code fruitless}-th try; room comes without a ring. */
    void idle(int fruitless, int peer) {
        pause(Math.min(fruitless, idle.firstSleep()), NEVER);
        lookAfter(peer, fruitless, NEVER);
    }

    boolean sharesCores() {
        return idle.sharesCores();
    }

    /** How often a waiting thread looks, as a rule, before it sleeps for the first time. */
    int looksBeforeSleep() {
        return idle.firstSleep() - 1;
    }

    /** For the progress thread, which waits for arrivals alone. */
    void idleUntilRung(int fruitless) {
        pause(fruitless, NEVER);
    }

    /** Once the wait has become sleep: are those that are waited for still there? */
    private void lookAfter(int peer, int fruitless, Awaitable awaited) {
        int sleeps = fruitless - idle.firstSleep();
        // The first sleeps are short, the later ones last up to a second.
        if (peer == NOBODY || sleeps <= 0 || sleeps < LONG_SLEEPS && (sleeps & LOOK_AFTER_MASK) != 0) {
            return;
        }
        if (trouble != null) {
            endIfTroubled();
        }
        if (peer >= 0) {
            if (!domain.isAlive(peer) && isFruitless(awaited)) {
                throw new FabricException(FabricException.Severity.PEER_LOST,
                    "a rank has ended while this one waits for it: peer=" + peer);
            }
            return;
        }
        long now = System.nanoTime();
        if (now - nextLooks < 0) {
            return;
        }
        int looks = looksAtOnce();
        nextLooks = now + (looks + foreigners.length) * lookNanos;
        lookAfterAll(peer, looks, awaited);
    }

    /**
     * For what goes on without an answer of the peer's.
     *
     * @throws FabricException with {@code PEER_LOST} when the peer was killed
     */
    void checkNotLost(int peer) {
        if (domain.isLost(peer)) {
            throw new FabricException(FabricException.Severity.PEER_LOST,
                "a rank was killed while this one copies to or from its memory: peer=" + peer);
        }
    }

    private int looksAtOnce() {
        return Math.min(ranks, LOOKS_AT_ONCE);
    }

    private void lookAfterAll(int peer, int looks, Awaitable awaited) {
        for (int left = looks; left > 0; left--) {
            lastSuspect = (lastSuspect + 1) % ranks;
            // Others may have left in peace; one that was killed ends a wait for any of them.
            if (awaited.concerns(lastSuspect) && domain.isLost(lastSuspect) && isFruitless(awaited)) {
                throw new FabricException(FabricException.Severity.PEER_LOST,
                    "a rank was killed while this one waits for others: peer=" + lastSuspect);
            }
        }
        if (foreigners.length > 0 && peer == ANYBODY) {
            lookAfterForeigners(awaited);
        }
    }

    private void endIfTroubled() {
        RuntimeException cause = trouble;
        if (cause != null && System.nanoTime() - troubleSince > TROUBLE_NANOS) {
            trouble = null;
            throw new FabricException(FabricException.Severity.FATAL, "this wait does not end, and a handler of this "
                + "rank has failed: " + cause.getMessage(), cause);
        }
    }

    /** Each death is told once: a rank that goes on without the other may wait for its own job's ranks again. */
    private void lookAfterForeigners(Awaitable awaited) {
        for (int foreigner : foreigners) {
            if (!mourned.contains(foreigner) && domain.isLost(foreigner) && isFruitless(awaited)) {
                mourned.add(foreigner);
                throw new FabricException(FabricException.Severity.PEER_LOST,
                    "a rank of another job was killed while this one waits for others: peer=" + foreigner);
            }
        }
    }

    /** Takes all that a rank that is gone has left; then is it still awaited? */
    private boolean isFruitless(Awaitable awaited) {
        takeAll();
        return !awaited.isDone();
    }

    /** Handles all that has arrived, also what another thread that polls would have left for later. */
    void takeAll() {
        int work;
        do {
            work = pollAll();
        } while (work > 0);
        wakeSleepers();
    }

    /** One poll of everything there is, also while another thread polls: waits for its turn. */
    private int pollAll() {
        polling.acquire();
        try {
            // A record that its dead writer never finished hides those behind it until housekeeping.
            domain.maintain();
            return domain.pollAll(receiver, POLL_LIMIT);
        } finally {
            polling.release();
        }
    }

    void refuseInHandler() {
        if (isPolling()) {
            throw new IllegalStateException("a handler must not wait: it would stop the progress it waits for");
        }
    }

    private int doChores() {
        choresWaiting = false;
        int work = 0;
        for (IntSupplier chore : chores) {
            work += chore.getAsInt();
        }
        return work;
    }

    /**
     * Lets others run, and notices when that is dear. Where other programs want the core as well, who yields comes back
     * after all of them, milliseconds later, whatever has happened since; who sleeps is woken at once. So after two
     * dear ones in a row the next waits become sleep after a few looks; then it is tried again. One alone may be a
     * core that was away for a moment, and to sleep because of it costs far more than it did.
     */
    private void giveWay() {
        if ((++yields & TIMED_YIELD_MASK) != 0 && !lastWasDear) {
            Thread.yield();
            return;
        }
        long start = System.nanoTime();
        Thread.yield();
        boolean dear = System.nanoTime() - start > DEAR_YIELD_NANOS;
        if (dear && lastWasDear) {
            crowdedWaits = CROWDED_WAITS;
        }
        lastWasDear = dear;
    }

    private void pause(int fruitless, Awaitable awaited) {
        if (idle.yields(fruitless, domain.isPollDear())) {
            giveWay();
            return;
        }
        long nanos = idle.idle(fruitless);
        if (nanos > 0 && !awaited.isDoneBeforeSleep()) {
            sleep(nanos, awaited);
        }
    }

    /**
     * Sleeps on the doorbell. What is awaited is looked at again after the sign says "asleep": whoever ends the wait
     * does so first and looks at the sign then, so one of the two sees the other.
     */
    private void sleep(long nanos, Awaitable awaited) {
        if (polling.tryAcquire()) {
            try {
                domain.maintain();
            } finally {
                polling.release();
            }
        }
        // A chore waits for room at a peer, and a peer that makes room does not ring: nap, then look again.
        domain.doorbell().sleep(choresWaiting ? CHORE_NAP_NANOS : nanos, reasonToWake, awaited);
    }
}
