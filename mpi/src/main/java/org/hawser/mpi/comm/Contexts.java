package org.hawser.mpi.comm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.runtime.Rank;

/**
 * The contexts of a job: a table at rank 0, one word per pair of contexts, which counts the processes that still have
 * a communicator of that context. Who makes a communicator takes the lowest pair whose word is 0; every process that
 * has done with it takes one off. Wherever and by however many threads communicators are made at the same time, two
 * that live never share a context, unless they have no process in common and were made by one call.
 *
 * <p>Small numbers are worth the search: messages in low contexts travel in a shorter form.
 *
 * <p>Contexts are used again, so a word also counts how often its pair was taken: with the table's secret that makes a
 * <em>stamp</em>, which all processes of a communicator know, and no other one of the same context ever has.
 *
 * <pre>
 *  63         32 31        0
 * +-------------+-----------+
 * | times taken | processes |
 * +-------------+-----------+
 * </pre>
 *
 * <p>Two groups that need not be of one job have a table of their own when they meet ({@link Encounter}), with a range
 * of contexts that none of their processes uses otherwise.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> at construction.
 */
public final class Contexts {
    /** Communicators that can live at the same time. */
    public static final int PAIRS = 1 << 15;

    /** Contexts of communicators are below this. */
    static final int LIMIT = 1 << 21;
    /** Where those begin that are shared with other jobs. */
    static final int FIRST_SHARED = PointToPoint.FIRST_ACROSS_JOBS;
    /** How many a table of those has. */
    static final int SHARED_SPAN = 1 << 10;

    /** COMM_WORLD's and COMM_SELF's. */
    private static final int PERMANENT = 2;
    private static final int BLOCK = 64;

    private final Rank rank;
    private final Connections connections;
    private final RegionKey key;
    /** The table, at the process that has it. */
    private final Region table;
    /** The context of the table's first word. */
    private final int base;
    private final int pairs;
    /** Communicators here may have processes of other jobs. */
    private final boolean shared;
    /** Communicators of this process that live, where they are shared with other jobs. */
    private final AtomicInteger living = new AtomicInteger();
    private final List<Communicator> ended = new ArrayList<>();
    /** This process uses the range no more; guarded by {@link #ended}. */
    private boolean deserted;
    /** Late words about communicators that have ended may come: the range is not used again; guarded the same. */
    private boolean spoilt;
    private final ReentrantLock searching = new ReentrantLock();
    /** Some words of the table, for a search. */
    private final MemorySegment block = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG, BLOCK);
    private volatile RemoteRegion attached;

    private Contexts(Connections connections, RegionKey key, Region table, int base, int pairs, boolean shared) {
        rank = connections.rank();
        this.connections = connections;
        this.key = key;
        this.table = table;
        this.base = base;
        this.pairs = pairs;
        this.shared = shared;
    }

    /** Collective: the contexts of the job that {@code rank} belongs to. */
    public static Contexts open(Rank rank) {
        Region table = null;
        byte[] name = new byte[RegionKey.BYTES];
        if (rank.number() == 0) {
            table = rank.allocate((long) PAIRS * Long.BYTES);
            for (int pair = 0; pair < PERMANENT; pair++) {
                table.memory().set(ValueLayout.JAVA_LONG, (long) pair * Long.BYTES, rank.size());
            }
            table.key().encode(MemorySegment.ofArray(name), 0);
        }
        RegionKey key = RegionKey.decode(MemorySegment.ofArray(rank.exchange().broadcast(0, name)), 0);
        return new Contexts(new Connections(rank), key, table, 0, PAIRS, false);
    }

    Connections connections() {
        return connections;
    }

    /** True while this process shares communicators with processes of other jobs. */
    public boolean isConnected() {
        return connections.connected().length > 0;
    }

    /** True when the communicators here may have processes of other jobs. */
    boolean areShared() {
        return shared;
    }

    /** Makes the table of a range that begins at {@code from}, with its first pair taken by so many processes. */
    RegionKey makeShared(int from, int holders) {
        Region fresh = rank.allocate(SHARED_SPAN / 2L * Long.BYTES);
        fresh.memory().set(ValueLayout.JAVA_LONG, 0, holders);
        connections.keep(from, fresh);
        return fresh.key();
    }

    /** The contexts of a range whose table some process has made. */
    Contexts shared(RegionKey where, int from) {
        return new Contexts(connections, where, connections.table(from), from, SHARED_SPAN / 2, true);
    }

    /** As {@link #shared}, for processes that were in a communicator of these contexts together. */
    Contexts apart(RegionKey where, int from) {
        return new Contexts(connections, where, connections.table(from), from, SHARED_SPAN / 2, shared);
    }

    /** The rank that has the table. */
    int host() {
        return key.owner();
    }

    /** This process has a communicator more. */
    void begin(Communicator comm) {
        if (areShared()) {
            living.incrementAndGet();
            connections.opened(comm);
        }
    }

    /** Gives a range back that this process has no communicator of, and its table when nobody has. */
    void closeIfDeserted() {
        if (living.get() > 0) {
            return;
        }
        giveBackIfDeserted();
        if (table != null && IntStream.range(0, pairs)
                .allMatch(pair -> holdersIn(table.memory().getAtIndex(ValueLayout.JAVA_LONG, pair)) == 0)) {
            table.close();
        }
    }

    /**
     * Gives a range back that this process has no communicator of, once nothing is under way in the last of them; till
     * then {@link Connections} remembers it. The table stays, as others may still have communicators of the range. That
     * does no harm: who meets this process in the same range again has none, as it has to have the range free as well.
     */
    void giveBackIfDeserted() {
        if (shared && living.get() == 0 && !giveBack()) {
            connections.remember(this);
        }
    }

    /** Gives the range back, for good; false while something is under way in it. */
    boolean giveBack() {
        releaseEnded();
        synchronized (ended) {
            if (ended.isEmpty() && !deserted) {
                deserted = true;
                if (!spoilt) {
                    connections.giveBack(base);
                }
            }
            return deserted;
        }
    }

    /**
     * Takes a pair of contexts.
     *
     * @param holders how many processes will have done with it in the end
     * @return the first of the pair, and how often it was taken
     * @throws MpiFailure when all are taken
     */
    int[] take(int holders) {
        releaseEnded();
        RemoteRegion words = words();
        searching.lock();
        try {
            for (int from = 0; from < pairs; from += BLOCK) {
                rank.get(words, (long) from * Long.BYTES, block, 0, block.byteSize());
                for (int i = 0; i < BLOCK; i++) {
                    long word = block.getAtIndex(ValueLayout.JAVA_LONG, i);
                    long taken = (word >>> Integer.SIZE) + 1;
                    // What was read may be old: the swap decides.
                    if (holdersIn(word) == 0 && rank.compareSwap(words, (long) (from + i) * Long.BYTES, word,
                            taken << Integer.SIZE | holders) == word) {
                        return new int[] {base + 2 * (from + i), (int) taken};
                    }
                }
            }
        } finally {
            searching.unlock();
        }
        throw new MpiFailure(ErrorClass.OTHER, "too many communicators at the same time: free some: most=" + pairs);
    }

    /** This process has done with a communicator: says so now, or when what is under way there is over. */
    void endOf(Communicator comm) {
        if (areShared()) {
            living.decrementAndGet();
            connections.closed(comm);
        }
        synchronized (ended) {
            ended.add(comm);
        }
        releaseEnded();
    }

    /**
     * Looks after communicators that were busy when this process had done with them. Nobody is in a hurry for their
     * contexts, so it is enough to look when others are made or ended.
     */
    private void releaseEnded() {
        List<Communicator> over;
        synchronized (ended) {
            over = ended.stream().filter(comm -> !comm.isBusy()).toList();
            ended.removeAll(over);
            spoilt |= over.stream().anyMatch(comm -> comm.circle().isRetired());
        }
        // Where late words about a communicator may come, its context is not used again.
        over.stream().filter(comm -> !comm.circle().isRetired()).forEach(comm -> release(comm.context()));
    }

    /** Says that this process has no communicator of this context any more. */
    private void release(int context) {
        try {
            rank.fetchAdd(words(), (context - base) / 2L * Long.BYTES, -1);
        } catch (FabricException e) {
            // The table has gone with the rank that had it: nobody takes contexts from it any more.
            if (e.severity() != FabricException.Severity.PEER_LOST && rank.isAlive(key.owner())) {
                throw e;
            }
        }
    }

    /** How many processes have a communicator of this context. */
    long holders(int context) {
        return holdersIn(rank.get(words(), (context - base) / 2L * Long.BYTES));
    }

    private static long holdersIn(long word) {
        return word & 0xffff_ffffL;
    }

    /** The stamp of a communicator for which its context was taken for the {@code taken}th time. */
    long stamp(int taken) {
        return key.secret() + taken;
    }

    /** Opened when the first communicator is made: most programs make none. */
    private RemoteRegion words() {
        RemoteRegion known = attached;
        if (known == null) {
            searching.lock();
            try {
                known = attached;
                if (known == null) {
                    known = rank.attach(key);
                    attached = known;
                }
            } finally {
                searching.unlock();
            }
        }
        return known;
    }

    @Override
    public String toString() {
        return "contexts in " + (table == null ? key : table.key());
    }
}
