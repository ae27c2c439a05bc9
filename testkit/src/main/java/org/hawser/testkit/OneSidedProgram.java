package org.hawser.testkit;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.hawser.fabric.RemoteRegion;
import org.hawser.runtime.Handle;
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;

/**
 * A random program of one-sided operations and the model that says what each must have done. Every rank works on its
 * own part of every rank's memory, so that the model of one rank alone is exact while all of them run.
 *
 * <p><b>Threads:</b> one per instance.
 */
public final class OneSidedProgram {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private final Rank rank;
    private final Symmetric shared;
    private final int words;
    private final Random random;
    private final long[][] model;
    private final Handle handle = new Handle();

    /**
     * A program.
     *
     * @param rank   who runs it
     * @param shared memory of {@code words * size} longs at every rank
     * @param words  longs of each rank's part
     * @param seed   two programs of one seed are the same
     */
    public OneSidedProgram(Rank rank, Symmetric shared, int words, long seed) {
        this.rank = rank;
        this.shared = shared;
        this.words = words;
        random = new Random(seed);
        model = new long[rank.size()][words];
        for (int peer = 0; peer < rank.size(); peer++) {
            rank.get(shared.at(peer), at(0), MemorySegment.ofArray(model[peer]), 0, (long) words * Long.BYTES);
        }
    }

    /** Makes {@code steps} random steps and compares all memory with the model at the end. */
    public void run(int steps) {
        for (int i = 0; i < steps; i++) {
            step(random.nextInt(rank.size()), random.nextInt(6));
        }
        rank.fence();
        for (int peer = 0; peer < rank.size(); peer++) {
            long[] found = new long[words];
            rank.get(shared.at(peer), at(0), MemorySegment.ofArray(found), 0, (long) words * Long.BYTES);
            same(peer, 0, found, words);
        }
    }

    private void step(int peer, int kind) {
        RemoteRegion region = shared.at(peer);
        int word = random.nextInt(words);
        long value = random.nextLong();
        switch (kind) {
            case 0 -> {
                rank.put(region, at(word), value);
                model[peer][word] = value;
            }
            case 1 -> equal(peer, word, rank.get(region, at(word)), model[peer][word]);
            case 2 -> {
                equal(peer, word, rank.fetchAdd(region, at(word), value), model[peer][word]);
                model[peer][word] += value;
            }
            case 3 -> {
                long expected = random.nextBoolean() ? model[peer][word] : value;
                equal(peer, word, rank.compareSwap(region, at(word), expected, value), model[peer][word]);
                model[peer][word] = model[peer][word] == expected ? value : model[peer][word];
            }
            case 4 -> putMany(peer, word, 1 + random.nextInt(words - word));
            default -> getMany(peer, word, 1 + random.nextInt(words - word));
        }
    }

    private void putMany(int peer, int word, int count) {
        for (int i = 0; i < count; i++) {
            model[peer][word + i] = random.nextLong();
        }
        MemorySegment source = MemorySegment.ofArray(model[peer]);
        long from = (long) word * Long.BYTES;
        long length = (long) count * Long.BYTES;
        switch (random.nextInt(3)) {
            case 0 -> rank.put(shared.at(peer), at(word), source, from, length);
            case 1 -> {
                rank.put(shared.at(peer), at(word), source, from, length, handle);
                rank.await(handle);
            }
            default -> {
                rank.put(shared.at(peer), at(word), source, from, length, null);
                rank.fence(peer);
            }
        }
    }

    private void getMany(int peer, int word, int count) {
        long length = (long) count * Long.BYTES;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment target = arena.allocate(length, Long.BYTES);
            if (random.nextBoolean()) {
                rank.get(shared.at(peer), at(word), target, 0, length);
            } else {
                rank.get(shared.at(peer), at(word), target, 0, length, handle);
                rank.await(handle);
            }
            same(peer, word, target.toArray(LONG), count);
        }
    }

    /** Where this rank's part of a peer's memory holds {@code word}. */
    private long at(int word) {
        return ((long) rank.number() * words + word) * Long.BYTES;
    }

    private void same(int peer, int word, long[] found, int count) {
        for (int i = 0; i < count; i++) {
            equal(peer, word + i, found[i], model[peer][word + i]);
        }
    }

    private void equal(int peer, int word, long found, long wanted) {
        if (found != wanted) {
            throw new AssertionError("not what the model says: rank=" + rank.number() + " peer=" + peer
                + " word=" + word + " found=" + found + " wanted=" + wanted);
        }
    }
}
