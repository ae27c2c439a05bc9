package org.hawser.mpi.io;

import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.runtime.Rank;

/**
 * The position that all ranks of a file have in common: a word in memory of the file's rank 0, counted in etypes. Ranks
 * move it with one atomic addition, which gives each of them a part of the file that no other gets.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> a region when the file is opened; the way to it at the first use.
 */
final class SharedPointer {
    /** The numbers that describe it to others. */
    static final int LONGS = 3;

    private static final long BYTES = 64;

    private final Rank rank;
    private final RegionKey key;
    /** The memory, at the rank that has it; else null. */
    private final Region home;
    private RemoteRegion word;

    private SharedPointer(Rank rank, RegionKey key, Region home) {
        this.rank = rank;
        this.key = key;
        this.home = home;
    }

    /** The pointer, at the rank that keeps it. */
    static SharedPointer create(Rank rank) {
        Region home = rank.allocate(BYTES);
        return new SharedPointer(rank, home.key(), home);
    }

    /** The pointer that another rank described, whose number here is {@code keeper}: each job has its own numbers. */
    static SharedPointer of(Rank rank, int keeper, long[] described, int at) {
        return new SharedPointer(rank, new RegionKey(keeper, described[at + 1], described[at + 2], BYTES), null);
    }

    void describe(long[] target, int at) {
        target[at] = key.owner();
        target[at + 1] = key.id();
        target[at + 2] = key.secret();
    }

    /** Moves it on, and says where it was. */
    long advance(long etypes) {
        return rank.fetchAdd(word(), 0, etypes);
    }

    long get() {
        return rank.fetchAdd(word(), 0, 0);
    }

    /** Sets it; by one rank, while no other uses it. */
    void set(long etypes) {
        advance(etypes - get());
    }

    private synchronized RemoteRegion word() {
        if (word == null) {
            word = rank.attach(key);
        }
        return word;
    }

    /** Lets it go; the rank that has the memory comes last. */
    synchronized void close() {
        if (word != null) {
            word.close();
            word = null;
        }
        if (home != null) {
            home.close();
        }
    }
}
