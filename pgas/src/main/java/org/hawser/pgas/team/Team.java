package org.hawser.pgas.team;

import java.util.HashMap;
import java.util.Map;
import org.hawser.pgas.PgasException;
import org.hawser.runtime.Rank;
import org.hawser.runtime.wireup.Host;

/**
 * Ranks that work together, numbered from 0 as threads of the model. A team of all ranks in their order keeps no table.
 *
 * <p><b>Threads:</b> any; immutable but for its exchange.
 */
public final class Team {
    /** The number of the team of all ranks. */
    public static final long ALL = 0;

    private final World world;
    private final long id;
    private final int size;
    private final int me;
    /** Null when thread i is rank i. */
    private final int[] ranks;
    private final Map<Integer, Integer> threads;
    private final TeamExchange exchange;
    /** Null for ranks that only meet. */
    private final TeamState state;

    private Team(World world, long id, int size, int me, int[] ranks, int meetings) {
        this.world = world;
        this.id = id;
        this.size = size;
        this.me = me;
        this.ranks = ranks;
        threads = ranks == null ? null : new HashMap<>();
        for (int i = 0; ranks != null && i < ranks.length; i++) {
            threads.put(ranks[i], i);
        }
        exchange = new TeamExchange(this, world.parcels(), meetings);
        state = meetings == 0 ? world.teams().bind(this) : null;
    }

    /** All ranks of the job. */
    public static Team all(World world) {
        return new Team(world, ALL, world.rank().size(), world.rank().number(), null, 0);
    }

    /**
     * Some ranks of the job, this one among them.
     *
     * @param id a number that all its members know it by, and no other team that any of them is in
     */
    public static Team of(World world, long id, int[] ranks) {
        return of(world, id, ranks, 0);
    }

    /** Some ranks who meet for the {@code times}-th time under this number, from 1, to agree on a team. */
    static Team meeting(World world, long id, int[] ranks, int times) {
        return of(world, id, ranks, times);
    }

    private static Team of(World world, long id, int[] ranks, int meetings) {
        int me = -1;
        boolean all = ranks.length == world.rank().size();
        for (int i = 0; i < ranks.length; i++) {
            me = ranks[i] == world.rank().number() ? i : me;
            all &= ranks[i] == i;
        }
        if (me < 0) {
            throw new IllegalArgumentException("this rank is not in the team: rank=" + world.rank().number());
        }
        return new Team(world, id, ranks.length, me, all ? null : ranks.clone(), meetings);
    }

    /** What it shares with all teams. */
    public World world() {
        return world;
    }

    /** The rank underneath. */
    public Rank rank() {
        return world.rank();
    }

    /** The exchange of a few bytes among its threads; collective. */
    public TeamExchange exchange() {
        return exchange;
    }

    /** Its split barrier. */
    public SplitBarrier splitBarrier() {
        return state.barrier;
    }

    /** The exchange of words among its threads; collective. */
    public ValueExchange values() {
        return state.values;
    }

    /** Collective: waits until all have come; what any did before is visible to all after. */
    public void barrier() {
        state.barrier.comeAndWait();
    }

    /** The number its members know it by. */
    public long id() {
        return id;
    }

    /** How many threads it has. */
    public int size() {
        return size;
    }

    /** This rank's number in it. */
    public int me() {
        return me;
    }

    /** True for the team of all ranks in their order. */
    public boolean isAll() {
        return ranks == null;
    }

    /** The rank that is thread {@code thread}. */
    public int rankOf(int thread) {
        return ranks == null ? thread : ranks[thread];
    }

    /** Refuses a number that no thread has. */
    public void check(int thread) {
        if (thread < 0 || thread >= size) {
            throw new PgasException("no such thread: asked=" + thread + " threads=" + size + " " + here()
                + "; they are numbered from 0");
        }
    }

    /** Where this is, for the text of a refusal. */
    public String here() {
        return "thread=" + me + " rank=" + world.rank().number() + " host=" + Host.name();
    }

    /** Which thread a rank is; -1 for a rank outside. */
    public int threadOf(int rank) {
        return ranks == null ? rank : threads.getOrDefault(rank, -1);
    }
}
