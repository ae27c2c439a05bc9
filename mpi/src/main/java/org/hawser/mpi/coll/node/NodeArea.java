package org.hawser.mpi.coll.node;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.p2p.Operation;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Awaitable;
import org.hawser.runtime.Rank;

/**
 * The shared memory of a communicator's collectives, and the rules by which its members use it. Long payloads have
 * memory and rules of their own ({@link NodeChunks}).
 *
 * <p>Collectives are numbered, the same at all members. Entering one says that the member has read all it will read of
 * those before it. Number q is entered when all others have entered q − SLOTS + 1: what a member leaves with a number
 * stays until all have read it.
 *
 * <p><b>Slots</b> carry short payloads. A member writes its slot, and then the slot's number; whoever reads the number
 * q finds the payload behind it.
 *
 * <p>How flags are raised and waited for is {@link NodeFlags}'s.
 *
 * <p><b>Threads:</b> one at a time, as collectives of a communicator are. <b>Allocates:</b> at construction.
 */
final class NodeArea implements Awaitable {
    /** Above the numbers that other collectives use as tags. */
    private static final int TAG = Integer.MAX_VALUE;
    private static final int SPINS = 200;
    /** So long a member is waited for before it is asked whether it has called alike; before again, twice as long. */
    private static final long PATIENCE_NANOS = 50_000_000;
    private static final long MOST_PATIENCE_NANOS = 60_000_000_000L;
    /** Where the kind and the root of a collective are in the word that says what it is; below are its bytes. */
    private static final int KIND = 56;
    private static final int ROOT = 48;

    final NodeLayout layout;
    final int size;
    final int me;
    private final Communicator comm;
    private final Rank rank;
    private final Region ownControl;
    /** Held, so that it stays mapped. */
    private final MappedRegion mappedControl;
    private final long control;
    private final NodeFlags flags;
    private final int spins;

    /** The collective that this member is in, and what it is. */
    private long number;
    private long what;
    /** All are known to have entered this collective. */
    private long allEntered;

    /** What is waited for: a word that reaches a value. */
    private long awaited;
    private long value;
    private int awaitedMember;
    /** This member's bit is among the sleepers'. */
    private boolean listed;
    /** When that member is asked; 0 before the first sleep. */
    private long askFrom;
    private long patience;
    private MpiFailure failure;

    private NodeArea(Communicator comm, NodeLayout layout, Region own, MappedRegion mapped) {
        this.comm = comm;
        this.layout = layout;
        size = comm.size();
        me = comm.rank();
        rank = comm.point().rank();
        ownControl = own;
        mappedControl = mapped;
        control = own != null ? RawWords.addressOf(own.memory()) : RawWords.addressOf(mapped.map());
        flags = new NodeFlags(control + NodeLayout.SLEEPERS, me);
        spins = rank.sharesCores() ? 0 : SPINS;
    }

    /** Collective: the area of a communicator; null at all members when there is no memory for it. */
    static NodeArea open(Communicator comm) {
        Rank rank = comm.point().rank();
        NodeLayout layout = NodeLayout.of(comm.size());
        if (comm.rank() != 0) {
            RegionKey key = hear(comm);
            return key == null ? null : new NodeArea(comm, layout, null, attach(rank, key));
        }
        Region own = allocate(rank, layout.controlBytes());
        MpiFailure lost = tell(comm, own);
        NodeArea area = own == null ? null : new NodeArea(comm, layout, own, null);
        if (area != null && lost != null) {
            // The others have the area: they must not wait there for one who never comes.
            throw area.breakOff(lost);
        }
        return area;
    }

    /** Memory to share with the others; null when there is none. */
    static Region allocate(Rank rank, long bytes) {
        try {
            return rank.allocate(bytes);
        } catch (FabricException e) {
            // Collectives go by messages.
            return null;
        }
    }

    static MappedRegion attach(Rank rank, RegionKey key) {
        return (MappedRegion) rank.attach(key);
    }

    /** Member 0 tells all others where its region is, or that there is none; why not all could be told, or null. */
    private static MpiFailure tell(Communicator comm, Region own) {
        byte[] words = new byte[RegionKey.BYTES];
        if (own != null) {
            own.key().encode(MemorySegment.ofArray(words), 0);
        }
        MpiFailure lost = null;
        for (int member = 1; member < comm.size(); member++) {
            try {
                comm.point().send(comm.collectives(), comm.local().get(member), TAG, false, words, 0, words.length);
            } catch (RuntimeException e) {
                lost = Environment.failureOf(e);
            }
        }
        return lost;
    }

    /** Where member 0's region is; null when it has none. */
    private static RegionKey hear(Communicator comm) {
        byte[] words = new byte[RegionKey.BYTES];
        Operation told = comm.point().receive(comm.collectives(), comm.local().get(0), TAG, words, 0, words.length);
        MpiFailure failure = told.failure();
        comm.point().recycle(told);
        if (failure != null) {
            throw failure;
        }
        RegionKey key = RegionKey.decode(MemorySegment.ofArray(words), 0);
        return key.length() == 0 ? null : key;
    }

    // Collectives by number

    /** Begins a collective in which this member writes; what it is must be the same at all members. */
    void enter(int kind, int root, long bytes) {
        begin(kind, root, bytes);
        // Release: what it is first, and all reads of earlier collectives. Pairs with the acquire in isRaised().
        // No look at sleepers: there is one when this member raises what it has written, or waits.
        RawWords.setRelease(control + layout.entered(me), number);
    }

    /** Begins a collective in which this member reads alone. */
    void enterToRead(int kind, int root, long bytes) {
        begin(kind, root, bytes);
        publish(control + layout.entered(me), number);
    }

    private void begin(int kind, int root, long bytes) {
        if (failure != null) {
            throw failure;
        }
        what = (long) kind << KIND | (long) root << ROOT | bytes;
        number++;
        if (allEntered < number - NodeLayout.SLOTS + 1) {
            awaitAll(number - NodeLayout.SLOTS + 1);
        }
        RawWords.setLong(control + layout.what(me, number), what);
    }

    /** The address of this member's payload in this collective. */
    long slot() {
        return control + layout.slot(me, number) + NodeLayout.PAYLOAD;
    }

    /** Waits until all others have entered a collective. */
    private void awaitAll(long needed) {
        long least = Long.MAX_VALUE;
        for (int member = 0; member < size; member++) {
            if (member != me) {
                long theirs = control + layout.entered(member);
                await(theirs, needed, member);
                least = Math.min(least, RawWords.getAcquire(theirs));
            }
        }
        allEntered = least;
    }

    /** Says that this member's payload is written. */
    void publishSlot() {
        long mine = control + layout.slot(me, number);
        RawWords.setLong(mine + NodeLayout.WHAT, what);
        publish(mine, number);
    }

    /** The address of another member's payload in this collective, once it is there. */
    long slotOf(int member) {
        long theirs = control + layout.slot(member, number);
        await(theirs, number, member);
        long other = RawWords.getLong(theirs + NodeLayout.WHAT);
        if (other != what) {
            if (!bringsLess(other)) {
                throw mismatch(member, other);
            }
            what = other;
        }
        return theirs + NodeLayout.PAYLOAD;
    }

    /** How many bytes this collective has: in a broadcast, once the root's slot is seen, as many as the root gives. */
    long bytes() {
        return bytes(what);
    }

    /** This member has seen that all have entered this collective. */
    void sawAll() {
        allEntered = number;
    }

    /** Checks, before the first turn, that {@code member} is in the same collective. */
    void meet(int member) {
        long theirs = control + layout.entered(member);
        await(theirs, number, member);
        // Also when that member has gone on: it cannot come round to this word before this member has entered more.
        long other = RawWords.getLong(control + layout.what(member, number));
        if (other != what) {
            throw mismatch(member, other);
        }
    }

    /**
     * Checks that all others are in the same collective: before this member reads anything of theirs, but after it has
     * written what is its own, so that nobody waits for that meanwhile.
     */
    void meetAll() {
        for (int member = 0; member < size; member++) {
            if (member != me) {
                meet(member);
            }
        }
        sawAll();
    }

    // Flags

    /** Raises a word of this member's, after all that it wrote before. */
    void publish(long word, long to) {
        long asleep = flags.raise(word, to);
        if (asleep != 0) {
            wake(asleep);
        }
    }

    private void wake(long asleep) {
        for (long bits = asleep; bits != 0; bits &= bits - 1) {
            int world = comm.local().get(Long.numberOfTrailingZeros(bits));
            if (!comm.point().watch().isGone(world)) {
                rank.wake(world);
            }
        }
    }

    /** Waits until a word of another member's has been raised so far. */
    void await(long word, long needed, int member) {
        if (NodeFlags.isRaised(word, needed)) {
            return;
        }
        for (int i = spins; i > 0; i--) {
            Thread.onSpinWait();
            if (NodeFlags.isRaised(word, needed)) {
                return;
            }
        }
        awaitLong(word, needed, member);
    }

    private void awaitLong(long word, long needed, int member) {
        awaited = word;
        value = needed;
        awaitedMember = member;
        listed = false;
        askFrom = 0;
        // Full order: that this member has entered is out before the look at those who sleep for it.
        VarHandle.fullFence();
        wake(flags.sleepers());
        try {
            comm.point().await(this, comm.local().get(member));
        } catch (MpiFailure e) {
            // Those that hear of this find out why: they are told of lost ranks first.
            comm.point().watch().findLost(comm.local().get(member));
            throw breakOff(e);
        } finally {
            if (listed) {
                flags.awake();
            }
        }
        if (!NodeFlags.isRaised(word, needed)) {
            if (failure != null) {
                throw failure;
            }
            throw breakOff(whyBroken());
        }
    }

    /** Another member has broken off, or everybody was asked to. */
    private MpiFailure whyBroken() {
        if (comm.circle().isRevoked()) {
            return comm.circle().revocation();
        }
        if (comm.circle().calls().isRefuted()) {
            return new MpiFailure(ErrorClass.TRUNCATE, "ranks call a collective with different counts, or call "
                + "different ones: rank=" + me + " bytes=" + bytes(what));
        }
        for (int member = 0; member < size; member++) {
            if (comm.point().watch().findLost(comm.local().get(member))) {
                return new MpiFailure(ErrorClass.PROC_FAILED, "a collective cannot end: a rank has ended: rank="
                    + member + " size=" + size);
            }
        }
        int told = (int) RawWords.getVolatile(control + NodeLayout.BROKEN);
        if (told == ErrorClass.PROC_FAILED || told == ErrorClass.REVOKED) {
            // Of a communicator with members on other nodes, and one of those is the reason.
            return new MpiFailure(told, "a collective cannot end: " + (told == ErrorClass.REVOKED
                ? "its communicator was revoked" : "a rank of another node has ended") + ": rank=" + me + " size="
                + size);
        }
        return new MpiFailure(ErrorClass.OTHER, "a collective cannot end: another member of the communicator failed "
            + "in it: rank=" + me + " size=" + size);
    }

    /** Asked by the waiting loop. */
    @Override
    public boolean isDone() {
        return NodeFlags.isRaised(awaited, value) || comm.circle().isRevoked()
            || listed && (RawWords.getVolatile(control + NodeLayout.BROKEN) != 0 || isElsewhere()
                || comm.circle().calls().isRefuted());
    }

    @Override
    public boolean isDoneBeforeSleep() {
        if (!listed) {
            listed = true;
            if (flags.sleepUnlessRaised(awaited, value)) {
                return true;
            }
        }
        ask();
        return isDone();
    }

    /** Now and then: the member that is waited for may have called otherwise, and be nowhere in this memory. */
    private void ask() {
        long now = System.nanoTime();
        if (askFrom == 0) {
            patience = PATIENCE_NANOS;
            askFrom = now + patience;
        } else if (now - askFrom >= 0) {
            patience = Math.min(2 * patience, MOST_PATIENCE_NANOS);
            askFrom = now + patience;
            comm.point().askAfterCall(comm.circle(), comm.local().get(awaitedMember));
        }
    }

    /** True when the member that is waited for entered another collective than this one. */
    private boolean isElsewhere() {
        long theirs = control + layout.entered(awaitedMember);
        if (failure == null && RawWords.getAcquire(theirs) >= number) {
            long other = RawWords.getLong(control + layout.what(awaitedMember, number));
            if (other != what && !bringsLess(other)) {
                mismatch(awaitedMember, other);
            }
        }
        return failure != null;
    }

    /**
     * True when another member is the root of this broadcast, whose slot has less than this member has room for. The
     * standard wants the same count everywhere, but no byte is lost, and programs name the length of their buffer where
     * the root names that of its text. No bytes at all may mean that a rank has failed.
     */
    private boolean bringsLess(long other) {
        return what >>> KIND == NodeCollectives.BCAST && other >>> ROOT == what >>> ROOT
            && bytes(what) <= NodeLayout.SMALL && bytes(other) > 0 && bytes(other) < bytes(what);
    }

    private MpiFailure mismatch(int member, long other) {
        boolean sameKind = other >>> ROOT == what >>> ROOT;
        return breakOff(new MpiFailure(sameKind ? ErrorClass.TRUNCATE : ErrorClass.OTHER,
            sameKind ? "ranks call a collective with different counts: rank=" + me + " bytes=" + bytes(what)
                + " other=" + member + " bytes=" + bytes(other)
                : "ranks call different collectives, or name different roots: rank=" + me + " other=" + member));
    }

    /** Throws when this member can take part no more, whatever else went wrong. */
    void checkWhole() {
        if (failure != null) {
            throw failure;
        }
    }

    private static long bytes(long what) {
        return what & (1L << ROOT) - 1;
    }

    /** This member takes part no more; what was wrong first stays what is told. */
    void giveUp(MpiFailure cause) {
        if (failure == null) {
            breakOff(cause);
        }
    }

    /** No collective can be carried here any more: this member has left one that others are in. */
    private MpiFailure breakOff(MpiFailure cause) {
        failure = cause;
        RawWords.setVolatile(control + NodeLayout.BROKEN, cause.errorClass());
        wake(flags.sleepers());
        return cause;
    }

    // The end

    /** This member uses the area no more. */
    void leave() {
        RawWords.getAndAdd(control + NodeLayout.LEFT, 1);
    }

    /** Gives the memory back if all have left; true when nothing is left to give back. */
    boolean close() {
        if (ownControl == null) {
            return true;
        }
        if (RawWords.getVolatile(control + NodeLayout.LEFT) < size) {
            return false;
        }
        ownControl.close();
        return true;
    }
}
