package org.hawser.pgas;

import java.lang.ref.Reference;
import org.hawser.fabric.Capability;
import org.hawser.pgas.memory.Area;
import org.hawser.pgas.team.ArrayExchange;
import org.hawser.pgas.team.Team;

/**
 * Makes one array of those of all threads where they share memory: each thread lays its own out, makes the whole of one
 * part from everybody's, and copies the other parts from those who made them. An element is combined once, in the
 * threads' order, so all threads have the same bits.
 *
 * <pre>
 *   a thread's memory, twice, as a chunk begins while others still read the one before:
 *
 *   0: its own elements of a chunk   CHUNK: the part of the chunk that it made, at its place
 * </pre>
 *
 * <p>Cost: 2 barriers and 3n words for each chunk, whatever p is; recursive doubling moves n · lg p in messages.
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> its memory with the first one of a team, which
 * keeps it; a part of a chunk per call.
 */
final class SharedReduction {
    /** An array of which pieces go to memory and come from there. */
    interface Elements {
        /** How many there are, 8 bytes each. */
        int length();

        /** Copies some of them to an address. */
        void lay(int from, int count, long to);

        /** Begins a part with those of the first thread. */
        void begin(long from, int count);

        /** Adds those of the next thread to the part. */
        void add(long from, int count);

        /** Copies the part to an address. */
        void finish(long to, int count);

        /** Takes what came out. */
        void take(long from, int to, int count);
    }

    /** Elements from which on it is worth its barriers. */
    static final int LONG = 2048;
    /** Elements of a chunk: what a cache holds of all threads. */
    private static final int CHUNK = 16 << 10;
    private static final long HALF = 2L * CHUNK * Long.BYTES;

    private final Allocations allocations;
    private final Team team;
    private final boolean shared;
    private Area area;
    /** Which half of the memory the next chunk has; the same at all threads. */
    private int half;

    SharedReduction(Allocations allocations, Team team) {
        this.allocations = allocations;
        this.team = team;
        shared = isShared(team);
    }

    /** True at all threads or at none: where memory is mapped by some, it is by all of their node. */
    private static boolean isShared(Team team) {
        for (int thread = 0; thread < team.size(); thread++) {
            if (!team.rank().has(Capability.DIRECT_MAPPING, team.rankOf(thread))) {
                return false;
            }
        }
        return true;
    }

    /** True when arrays of this length are for it; the same at all threads that have the same length. */
    boolean isFor(int length) {
        return shared && team.size() > 1 && length >= LONG;
    }

    /** Does it; refuses arrays of different lengths, before anything is shared. */
    void run(Elements elements) {
        ArrayExchange.agree(team, elements.length());
        if (area == null) {
            area = allocations.symmetric(team, 2 * HALF);
        }
        for (int from = 0; from < elements.length(); from += CHUNK) {
            chunk(elements, from, Math.min(CHUNK, elements.length() - from));
            half ^= 1;
        }
        Reference.reachabilityFence(area);
    }

    /**
     * Who begins the next chunk but one, in the same half, has passed both barriers of the next one; all have taken
     * what they need of this one before they come to those.
     */
    private void chunk(Elements elements, int from, int count) {
        elements.lay(from, count, own(team.me(), 0));
        team.barrier();
        int first = begin(team.me(), count);
        int part = begin(team.me() + 1, count) - first;
        elements.begin(own(0, first), part);
        for (int thread = 1; thread < team.size(); thread++) {
            elements.add(own(thread, first), part);
        }
        elements.finish(made(team.me(), first), part);
        team.barrier();
        for (int i = 0; i < team.size(); i++) {
            int thread = (team.me() + i) % team.size();
            int at = begin(thread, count);
            elements.take(made(thread, at), from + at, begin(thread + 1, count) - at);
        }
    }

    /** Where the part of a thread begins in a chunk. */
    private int begin(int thread, int count) {
        return (int) ((long) count * thread / team.size());
    }

    private long own(int thread, int element) {
        return area.address(thread, half * HALF + (long) element * Long.BYTES, 0);
    }

    private long made(int thread, int element) {
        return own(thread, CHUNK + element);
    }
}
