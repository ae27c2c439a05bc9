package org.hawser.mpi.comm;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Supplier;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.Arrived;
import org.hawser.mpi.p2p.Operation;
import org.hawser.mpi.p2p.PointToPoint;

/**
 * A few numbers that processes tell each other to make a communicator: from all to member 0, and from one to all. The
 * messages have contexts of their own, beyond those of communicators, so nothing that the program or its collectives
 * send can meet them.
 *
 * <p>Cost: lg p messages along a binomial tree, up or down.
 *
 * <pre>{@code
 * Agreement agreement = Agreement.of(comm);
 * int[] context = agreement.reach(() -> new int[0], all -> contexts.take(all.length));
 * }</pre>
 *
 * <p><b>Threads:</b> one; other threads may use other agreements. <b>Allocates:</b> per message.
 */
final class Agreement {
    /** In the contexts of messages about communicators made by all processes, or by some, of another one. */
    private static final int CREATION = 1 << 22;
    /** In the contexts of messages between leaders of two groups. */
    private static final int MEETING = 1 << 21;

    private final PointToPoint point;
    private final Members members;
    private final int me;
    private final int context;
    private final int tag;

    private Agreement(PointToPoint point, Members members, int me, int context, int tag) {
        this.point = point;
        this.members = members;
        this.me = me;
        this.context = context;
        this.tag = tag;
    }

    /** Of all processes of a communicator, of both groups if there are two. */
    static Agreement of(Communicator comm) {
        comm.circle().checkWhole();
        // Tags are not negative; when numbers come again, what had them is long over.
        int tag = comm.nextCreation() & Integer.MAX_VALUE;
        Members all = everybody(comm);
        return new Agreement(comm.point(), all, all.indexOf(comm.local().get(comm.rank())), comm.context() | CREATION,
            tag);
    }

    /** Of all processes of a communicator of one group; the one with this rank is member 0. */
    static Agreement ledBy(Communicator comm, int leader) {
        comm.circle().checkWhole();
        int tag = comm.nextCreation() & Integer.MAX_VALUE;
        int[] ranks = comm.local().ranks();
        int first = ranks[0];
        ranks[0] = ranks[leader];
        ranks[leader] = first;
        Members members = Members.of(ranks);
        return new Agreement(comm.point(), members, members.indexOf(comm.local().get(comm.rank())),
            comm.context() | CREATION, tag);
    }

    /** Of some processes of a communicator; at one time with others when their tags differ. */
    static Agreement of(Communicator comm, Members some, int tag) {
        comm.circle().checkWhole();
        return new Agreement(comm.point(), some, some.indexOf(comm.local().get(comm.rank())),
            comm.collectives() | CREATION, tag);
    }

    /** Of two processes, this one and rank {@code other} of the group that {@code comm} sends to. */
    static Agreement withLeader(Communicator comm, int other, int tag) {
        comm.circle().checkWhole();
        int mine = comm.local().get(comm.rank());
        return new Agreement(comm.point(), Members.of(mine, comm.remote().get(other)), 0, comm.context() | MEETING,
            tag);
    }

    /** The processes of a communicator; of two groups that one comes first whose first process has the lower rank. */
    static Members everybody(Communicator comm) {
        if (!comm.isInter()) {
            return comm.local();
        }
        return isFirst(comm) ? comm.local().union(comm.remote()) : comm.remote().union(comm.local());
    }

    /** True when this process's group comes first among {@link #everybody}. */
    static boolean isFirst(Communicator comm) {
        return comm.contexts().connections().isBefore(comm.local().get(0), comm.remote().get(0));
    }

    Members members() {
        return members;
    }

    int me() {
        return me;
    }

    /**
     * Each gives something, member 0 decides, all hear the decision. When one cannot give anything, or member 0 cannot
     * decide, all hear why.
     *
     * @throws MpiFailure at all when somebody failed
     */
    int[] reach(Supplier<int[]> proposal, Function<int[][], int[]> decide) {
        RuntimeException own = null;
        int[] mine;
        try {
            mine = Decision.of(proposal.get());
        } catch (RuntimeException e) {
            own = e;
            mine = Decision.failed(e);
        }
        int[][] all = collect(mine);
        int[] decision = null;
        if (all != null) {
            try {
                decision = Decision.of(decide.apply(Decision.openAll(all)));
            } catch (RuntimeException e) {
                own = own == null ? e : own;
                decision = Decision.failed(e);
            }
        }
        int[] result = spread(0, decision);
        if (own != null) {
            throw own;
        }
        int[] decided = Decision.open(result);
        // Only now: who had not taken part would have been waited for.
        for (int i = 0; i < members.size(); i++) {
            if (point.watch().isGone(members.get(i))) {
                throw new MpiFailure(ErrorClass.PROC_FAILED, "a process has ended that is to take part: rank of the "
                    + "job=" + members.get(i));
            }
        }
        return decided;
    }

    /** The way from member 0 to all, for those that send by themselves. */
    Tree tree() {
        int size = members.size();
        int bit = 1;
        while (bit < size && (me & bit) == 0) {
            bit <<= 1;
        }
        int parent = me == 0 ? -1 : members.get(me - bit);
        int[] children = new int[Integer.SIZE];
        int count = 0;
        for (bit >>= 1; bit > 0; bit >>= 1) {
            if (me + bit < size) {
                children[count++] = members.get(me + bit);
            }
        }
        return new Tree(parent, Arrays.copyOf(children, count), size, context, tag);
    }

    /**
     * One process's place in the binomial tree.
     *
     * @param parent whom it hears from, as a rank of the job; -1 at the root
     * @param children whom it tells, those with more below them first
     * @param size how many processes there are
     * @param context of the messages
     * @param tag of the messages
     */
    record Tree(int parent, int[] children, int size, int context, int tag) {
        boolean isRoot() {
            return parent < 0;
        }
    }

    /**
     * What member {@code root} gives, at all; the others' argument is ignored. When a member is lost those that would
     * have heard of it by that one get a {@link Decision} that says so.
     */
    int[] spread(int root, int[] numbers) {
        int size = members.size();
        int relative = Math.floorMod(me - root, size);
        int bit = 1;
        while (bit < size && (relative & bit) == 0) {
            bit <<= 1;
        }
        RuntimeException lost = null;
        int[] data = numbers;
        if (relative != 0) {
            try {
                data = receive((relative - bit + root) % size);
            } catch (RuntimeException e) {
                // Those below wait for this member, not for the one that is gone.
                lost = e;
                data = Decision.failed(e);
            }
        }
        for (bit >>= 1; bit > 0; bit >>= 1) {
            if (relative + bit < size) {
                lost = trySend((relative + bit + root) % size, data, lost);
            }
        }
        if (lost != null) {
            throw lost;
        }
        return data;
    }

    /** Sends, or says why not: the others shall hear of it all the same. */
    private RuntimeException trySend(int to, int[] numbers, RuntimeException before) {
        try {
            send(to, numbers);
            return before;
        } catch (RuntimeException e) {
            return before == null ? e : before;
        }
    }

    /** What each gives, by member, or why it gives nothing; at member 0 only, null elsewhere. */
    int[][] collect(int[] mine) {
        int size = members.size();
        int[][] parts = new int[size][];
        parts[me] = mine;
        int bit = 1;
        // A member collects its subtree, which is the next `bit` members, and passes it on.
        for (; bit < size && (me & bit) == 0; bit <<= 1) {
            if (me + bit < size) {
                try {
                    unpack(receive(me + bit), parts, me + bit);
                } catch (RuntimeException e) {
                    Arrays.fill(parts, me + bit, Math.min(me + 2 * bit, size), Decision.failed(e));
                }
            }
        }
        if (me == 0) {
            return parts;
        }
        send(me - bit, pack(parts, me, Math.min(me + bit, size)));
        return null;
    }

    /** Each its part of what member 0 gives; the others' argument is ignored. */
    int[] scatter(int[][] given) {
        int size = members.size();
        int bit = 1;
        while (bit < size && (me & bit) == 0) {
            bit <<= 1;
        }
        int[][] parts = me == 0 ? given : new int[size][];
        RuntimeException lost = null;
        if (me != 0) {
            try {
                unpack(receive(me - bit), parts, me);
            } catch (RuntimeException e) {
                lost = e;
                Arrays.fill(parts, me, Math.min(me + bit, size), Decision.failed(e));
            }
        }
        for (bit >>= 1; bit > 0; bit >>= 1) {
            if (me + bit < size) {
                lost = trySend(me + bit, pack(parts, me + bit, Math.min(me + 2 * bit, size)), lost);
            }
        }
        if (lost != null) {
            throw lost;
        }
        return parts[me];
    }

    /** Gives numbers to the other of two, and takes those it gives. */
    int[] swap(int[] numbers) {
        Operation sending = point.startSend(context, members.get(1), tag, false, numbers, 0,
            (long) numbers.length * Integer.BYTES, numbers);
        int[] theirs = receive(1);
        finish(sending);
        return theirs;
    }

    /** Sends numbers to one. */
    void send(int to, int[] numbers) {
        point.send(context, members.get(to), tag, false, numbers, 0, (long) numbers.length * Integer.BYTES);
    }

    /** Receives the next numbers of one. */
    int[] receive(int from) {
        Arrived arrived = point.probes().awaitAndTake(context, members.get(from), tag);
        int[] numbers = new int[(int) (arrived.bytes() / Integer.BYTES)];
        finish(point.startReceive(arrived, numbers, 0, arrived.bytes(), numbers));
        return numbers;
    }

    private void finish(Operation operation) {
        point.await(operation);
        MpiFailure failure = operation.failure();
        point.recycle(operation);
        if (failure != null) {
            throw failure;
        }
    }

    private static int[] pack(int[][] parts, int from, int to) {
        int length = 0;
        for (int i = from; i < to; i++) {
            length += 1 + parts[i].length;
        }
        int[] packed = new int[length];
        int at = 0;
        for (int i = from; i < to; i++) {
            packed[at++] = parts[i].length;
            System.arraycopy(parts[i], 0, packed, at, parts[i].length);
            at += parts[i].length;
        }
        return packed;
    }

    private static void unpack(int[] packed, int[][] parts, int from) {
        int at = 0;
        for (int i = from; at < packed.length; i++) {
            int length = packed[at++];
            parts[i] = Arrays.copyOfRange(packed, at, at + length);
            at += length;
        }
    }
}
