package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.hawser.pgas.memory.Area;
import org.hawser.pgas.team.Team;
import org.hawser.runtime.Handle;

/**
 * Collectives on shared memory, made of one-sided copies. Each thread moves what ends or begins near it, and starts
 * with the peer behind it, so that no two threads begin with the same one.
 *
 * <p>{@link Sync#MINE} is kept as {@link Sync#ALL} is, by a barrier: to know that one's own part is done with is to
 * know that the others have come.
 *
 * <p>Cost: α + nβ for what one thread moves, and a barrier for each end that is synchronised.
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> a handle per call.
 */
final class MemoryCollectives {
    private final Transfers transfers;
    private final Team team;

    MemoryCollectives(Transfers transfers, Team team) {
        this.transfers = transfers;
        this.team = team;
    }

    void broadcast(GlobalPointer target, GlobalPointer source, long bytes, Sync in, Sync out) {
        check(target, bytes, 1);
        check(source, bytes, 1);
        begin(in);
        Handle copies = new Handle();
        pull(target, target.offset(), source, source.thread(), source.offset(), bytes, copies);
        end(copies, out);
    }

    void scatter(GlobalPointer target, GlobalPointer source, long bytes, Sync in, Sync out) {
        check(target, bytes, 1);
        check(source, bytes, team.size());
        begin(in);
        Handle copies = new Handle();
        pull(target, target.offset(), source, source.thread(), source.offset() + team.me() * bytes, bytes, copies);
        end(copies, out);
    }

    void gather(GlobalPointer target, GlobalPointer source, long bytes, Sync in, Sync out) {
        check(target, bytes, team.size());
        check(source, bytes, 1);
        begin(in);
        Handle copies = new Handle();
        push(target, target.thread(), target.offset() + team.me() * bytes, source, source.offset(), bytes, copies);
        end(copies, out);
    }

    void gatherAll(GlobalPointer target, GlobalPointer source, long bytes, Sync in, Sync out) {
        check(target, bytes, team.size());
        check(source, bytes, 1);
        begin(in);
        Handle copies = new Handle();
        for (int i = 0; i < team.size(); i++) {
            int peer = (team.me() + i) % team.size();
            pull(target, target.offset() + peer * bytes, source, peer, source.offset(), bytes, copies);
        }
        end(copies, out);
    }

    void exchange(GlobalPointer target, GlobalPointer source, long bytes, Sync in, Sync out) {
        check(target, bytes, team.size());
        check(source, bytes, team.size());
        begin(in);
        Handle copies = new Handle();
        for (int i = 0; i < team.size(); i++) {
            int peer = (team.me() + i) % team.size();
            push(target, peer, target.offset() + team.me() * bytes, source, source.offset() + peer * bytes, bytes,
                copies);
        }
        end(copies, out);
    }

    void permute(GlobalPointer target, GlobalPointer source, int[] permutation, long bytes, Sync in, Sync out) {
        check(target, bytes, 1);
        check(source, bytes, 1);
        checkPermutation(permutation);
        begin(in);
        Handle copies = new Handle();
        push(target, permutation[team.me()], target.offset(), source, source.offset(), bytes, copies);
        end(copies, out);
    }

    /** Copies from a thread's part of {@code source} to this thread's part of {@code target}. */
    private void pull(GlobalPointer target, long into, GlobalPointer source, int thread, long from, long bytes,
                      Handle copies) {
        transfers.get(target.area().local(), into, at(source, thread, from), bytes, copies);
    }

    /** Copies from this thread's part of {@code source} to a thread's part of {@code target}. */
    private void push(GlobalPointer target, int thread, long into, GlobalPointer source, long from, long bytes,
                      Handle copies) {
        MemorySegment mine = source.area().local();
        transfers.put(at(target, thread, into), mine, from, bytes, copies);
    }

    private static GlobalPointer at(GlobalPointer part, int thread, long offset) {
        return new GlobalPointer(part.area(), thread, offset, 1, 0, 0);
    }

    private void begin(Sync in) {
        if (in != Sync.NONE) {
            team.barrier();
        }
    }

    private void end(Handle copies, Sync out) {
        team.rank().await(copies);
        if (out != Sync.NONE) {
            team.barrier();
        }
    }

    /** All threads give the same, so all refuse it, before anything has moved. */
    private void check(GlobalPointer part, long bytes, int times) {
        Area area = part.area();
        if (area.isClosed()) {
            throw new PgasException("shared memory was freed: " + area);
        }
        if (area.team().id() != team.id()) {
            throw new PgasException("the memory belongs to another team than the collective: threads=" + team.size()
                + " memory=" + area);
        }
        if (bytes < 0 || part.offset() < 0 || bytes > (area.bytes() - part.offset()) / times) {
            throw new PgasException("a collective leaves shared memory: offset=" + part.offset() + " bytes=" + bytes
                + " times=" + times + " memory=" + area);
        }
    }

    private void checkPermutation(int[] permutation) {
        boolean[] taken = new boolean[team.size()];
        boolean right = permutation.length == team.size();
        for (int i = 0; right && i < taken.length; i++) {
            int to = permutation[i];
            right = to >= 0 && to < taken.length && !taken[to];
            if (right) {
                taken[to] = true;
            }
        }
        if (!right) {
            throw new PgasException("not a permutation of the threads: threads=" + team.size() + " permutation="
                + Arrays.toString(permutation));
        }
    }
}
