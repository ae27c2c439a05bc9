package org.hawser.mpi.p2p;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.hawser.fabric.FabricException;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.group.Members;
import org.hawser.runtime.Rank;

/**
 * Looks after the ranks that operations under way need, and ends those operations that cannot end by themselves: their
 * peer is lost, or their communicator was revoked. Whoever is about to sleep for something calls {@link #look}, so a
 * wait for one rank never fails because of another, and nothing waits for ever; a rank that is not waiting pays
 * nothing.
 *
 * <p>A rank that is found lost is lost for good. Before it is, all that it has sent is taken: what it did before its
 * end counts. This rank then tells its other partners, which therefore know of the loss before anything else that this
 * rank sends because of it.
 *
 * <p><b>Threads:</b> any, unless it is said otherwise. <b>Allocates:</b> per rank that is lost.
 */
public final class Watch {
    /** Looks come at least so far apart: each costs a system call per rank that is waited for. */
    private static final long INTERVAL_NANOS = 4_000_000;
    /** So many ranks are asked for in one look. */
    private static final int MOST_SUSPECTS = 64;
    /** The context of messages that belong to no communicator has this bit. */
    static final int APART = 1 << 23;
    /** What is below are contexts of communicators; above are marks of those who make others from them. */
    private static final int CONTEXT_MASK = (1 << 21) - 2;
    private static final int GLANCES = 63;

    private final Rank rank;
    private final Engine engine;
    private final Map<Integer, Circle> circles = new ConcurrentHashMap<>();
    private final Set<Integer> lost = ConcurrentHashMap.newKeySet();
    /** Ranks that others have found lost. */
    private final Set<Integer> rumours = ConcurrentHashMap.newKeySet();
    /** Ranks whose loss the partners of this one have been told. */
    private final Set<Integer> told = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile long nextLook = System.nanoTime();
    /** Some rank is lost, or some communicator revoked: there may be something to end. */
    private volatile boolean alarmed;
    private volatile Consumer<Circle> opened;
    private int glances;
    /** Whom a look asks for; made once, as looks are many. */
    private final int[] suspected = new int[MOST_SUSPECTS];
    private int suspects;
    private final Predicate<Operation> suspecting = this::suspect;
    /** The operation that the next look begins with: all have their turn, however many ranks are waited for. */
    private int nextSuspect;
    /** Where the next look at the members of a large communicator begins. */
    private int turn;

    Watch(Rank rank, Engine engine) {
        this.rank = rank;
        this.engine = engine;
    }

    /**
     * Begins to know a communicator, so that waits in it end when its ranks are lost, or it is revoked. One that had
     * this context before is over.
     */
    public Circle open(int context, Members senders, Members all) {
        return open(context, 0, senders, all);
    }

    /** As the other, of one with a stamp, which no other one of that context has. */
    public Circle open(int context, long stamp, Members senders, Members all) {
        Circle circle = new Circle(context, stamp, senders, all);
        circles.put(context, circle);
        Consumer<Circle> listener = opened;
        if (listener != null) {
            listener.accept(circle);
        }
        return circle;
    }

    /** Has somebody told of every communicator that is opened from now on; one at most. */
    public void whenOpened(Consumer<Circle> listener) {
        opened = listener;
    }

    /** A rank is to count as lost, because others have found it so; not with the rank held. */
    public void takeForLost(int world) {
        if (!lost.contains(world)) {
            rumours.add(world);
            mourn(Set.of(world));
        }
    }

    /** The communicator that this context, or the other one of its pair, belongs to; null when none is known. */
    public Circle circle(int context) {
        return (context & APART) != 0 ? null : circles.get(context & CONTEXT_MASK);
    }

    boolean isLost(int world) {
        return alarmed && lost.contains(world);
    }

    /** Asks whether a rank is lost; what it sent before has been taken then. Not with the rank held. */
    public boolean findLost(int world) {
        if (lost.contains(world)) {
            return true;
        }
        if (world == rank.number() || !rumours.contains(world) && rank.isAlive(world)) {
            return false;
        }
        mourn(Set.of(world));
        return true;
    }

    /** True when a rank is known to be lost, here or where this rank heard of it; asks nobody. Also while held. */
    public boolean isGone(int world) {
        return lost.contains(world) || rumours.contains(world);
    }

    /** Called by polls that find nothing: looks now and then. */
    void glance() {
        if (isDue()) {
            look();
        }
    }

    /** True now and then, for those who ask again and again. */
    boolean isDue() {
        return (++glances & GLANCES) == 0;
    }

    /** Looks after the ranks that are needed, unless that was just done; not with the rank held. */
    void look() {
        long now = System.nanoTime();
        if (now - nextLook < 0 || !looking.compareAndSet(false, true)) {
            return;
        }
        try {
            collectSuspects();
            Set<Integer> dead = rumours.isEmpty() ? Set.of() : new HashSet<>(rumours);
            for (int i = 0; i < suspects; i++) {
                if (!rank.isAlive(suspected[i])) {
                    dead = dead.isEmpty() ? new HashSet<>() : dead;
                    dead.add(suspected[i]);
                }
            }
            if (!dead.isEmpty() && !lost.containsAll(dead)) {
                mourn(dead);
            } else if (alarmed) {
                endHopeless();
            }
            engine.doubts.look(now);
        } finally {
            nextLook = System.nanoTime() + INTERVAL_NANOS;
            looking.set(false);
        }
    }

    /** Finds the ranks that operations under way wait for and that are not known to be lost. */
    private void collectSuspects() {
        suspects = 0;
        rank.hold();
        try {
            nextSuspect = engine.operations.walk(nextSuspect, suspecting);
        } finally {
            rank.letGo();
        }
    }

    /** False when there is no room for more. */
    private boolean suspect(Operation operation) {
        if (operation.peer >= 0) {
            suspect(operation.peer);
            return suspects < MOST_SUSPECTS;
        }
        Circle circle = circle(Wire.context(operation.key));
        if (circle != null) {
            int size = circle.senders().size();
            for (int i = Math.min(size, MOST_SUSPECTS); i > 0; i--) {
                suspect(circle.senders().get(turn++ % size));
            }
            turn %= Math.max(size, 1);
        }
        return suspects < MOST_SUSPECTS;
    }

    private void suspect(int world) {
        for (int i = 0; i < suspects; i++) {
            if (suspected[i] == world) {
                return;
            }
        }
        if (suspects < MOST_SUSPECTS && world != rank.number() && !isLost(world)) {
            suspected[suspects++] = world;
        }
    }

    /** Takes what the dead have sent, ends what waits for them, and tells others. */
    private void mourn(Set<Integer> dead) {
        rank.takeAll();
        rank.hold();
        try {
            for (int world : dead) {
                if (lost.add(world)) {
                    tell(world);
                    engine.endings.bury(world);
                    rank.forsake(world);
                }
            }
            alarmed = true;
        } finally {
            rank.letGo();
        }
        endHopeless();
    }

    /** Another rank says that this one is lost; with the rank held. It is believed at the next look. */
    void hear(int world) {
        if (world != rank.number() && !lost.contains(world) && rumours.add(world)) {
            nextLook = System.nanoTime();
            alarmed = true;
        }
    }

    /**
     * This rank itself has found that one lost, in the middle of something that fails now; with the rank held. Partners
     * are told at once, before they hear of the failure; the rest is done at the next look.
     */
    void find(int world) {
        hear(world);
        tell(world);
    }

    private void tell(int world) {
        if (told.add(world)) {
            engine.endings.tellLoss(world);
        }
    }

    /**
     * Takes an error for the loss of the rank it is about, if it is that or the rank has ended: its memory goes with
     * it, and who waits for it is told of the loss. Throws any other.
     *
     * @param e a {@link FabricException}, or the {@link InternalError} of a JVM that finds mapped memory gone
     */
    void hear(int world, Throwable e) {
        if (e instanceof FabricException fabric && fabric.severity() == FabricException.Severity.PEER_LOST) {
            find(world);
        } else if (!isGone(world) && rank.isAlive(world)) {
            if (e instanceof InternalError memory) {
                throw memory;
            }
            throw (FabricException) e;
        }
    }

    /** True when an error is the loss of the rank it is about: that, or any other with a rank that has ended. */
    boolean isLoss(int world, RuntimeException e) {
        return e instanceof FabricException fabric && fabric.severity() == FabricException.Severity.PEER_LOST
            || isGone(world) || !rank.isAlive(world);
    }

    /** The ranks whose loss is told to every partner. */
    Iterable<Integer> told() {
        return told;
    }

    /** A communicator was revoked: ends what is under way there. In a handler, or with the rank not held. */
    public void revoked() {
        alarmed = true;
        if (rank.isHeld()) {
            endHopelessHeld();
        } else {
            endHopeless();
        }
        rank.wakeWaiting();
    }

    private void endHopeless() {
        rank.hold();
        try {
            endHopelessHeld();
        } finally {
            rank.letGo();
        }
    }

    private void endHopelessHeld() {
        engine.operations.forEachUnderWay(operation -> {
            Circle circle = circle(Wire.context(operation.key));
            if (operation.peer >= 0 && lost.contains(operation.peer)) {
                engine.abandon(operation, loss(operation.peer));
            } else if (circle != null && circle.isRevoked()) {
                engine.endings.giveUp(operation, circle.revocation());
            }
        });
        for (Circle circle : circles.values()) {
            if (circle.isRevoked()) {
                engine.endings.discardArrived(circle.context());
            }
        }
    }

    /** Throws when an operation that is not over waits for anybody, and somebody is lost whom nobody acknowledged. */
    void refuse(Operation operation) {
        if (!alarmed || operation.peer >= 0) {
            return;
        }
        Circle circle = circle(Wire.context(operation.key));
        int missing = circle == null ? -1 : firstUnacknowledged(circle);
        if (missing >= 0 && !operation.isDone()) {
            throw new MpiFailure(ErrorClass.PROC_FAILED_PENDING, "a rank has ended that might have sent: rank of the "
                + "job=" + missing + "; the receive goes on after ackFailed");
        }
    }

    /** The first sender of a communicator that is lost and was not acknowledged, as a rank of the job; else -1. */
    int firstUnacknowledged(Circle circle) {
        for (int world : lost) {
            if (!circle.isAcknowledged(world) && circle.senders().indexOf(world) != Members.NONE) {
                return world;
            }
        }
        return -1;
    }

    /** Throws when a wait in this context for a message of {@code from}, a rank or anybody, is in vain. */
    void refuseArrival(int context, int from) {
        Circle circle = circle(context);
        if (circle != null) {
            circle.checkWhole();
        }
        int missing = from >= 0 ? findLost(from) ? from : -1 : circle == null ? -1 : firstLost(circle);
        if (missing >= 0) {
            throw loss(missing);
        }
    }

    private int firstLost(Circle circle) {
        Members senders = circle.senders();
        for (int i = Math.min(senders.size(), MOST_SUSPECTS); i > 0; i--) {
            int world = senders.get(turn++ % senders.size());
            if (!circle.isAcknowledged(world)) {
                findLost(world);
            }
        }
        turn %= senders.size();
        return firstUnacknowledged(circle);
    }

    /** What an operation that needs this rank fails with. */
    static MpiFailure loss(int world) {
        return new MpiFailure(ErrorClass.PROC_FAILED, "a rank has ended that is needed: rank of the job=" + world);
    }
}
