package org.hawser.mpi.comm;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.hawser.fabric.Region;
import org.hawser.mpi.group.Members;
import org.hawser.runtime.Rank;
import org.hawser.runtime.RankAddress;

/**
 * What connects this process with processes of other jobs: which of them it shares how many communicators with, and
 * the ranges of contexts that communicators across jobs use.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per communicator across jobs.
 */
final class Connections {
    private final Rank rank;
    private final Map<Integer, Integer> shared = new HashMap<>();
    private final Set<Integer> ranges = new HashSet<>();
    /** Tables that this process has made, by where their range begins. */
    private final Map<Integer, Region> tables = new HashMap<>();
    /** Contexts of ranges that this process would give back, but for something that is under way there. */
    private final Set<Contexts> busy = new HashSet<>();

    Connections(Rank rank) {
        this.rank = rank;
    }

    Rank rank() {
        return rank;
    }

    boolean isForeign(int process) {
        return process >= rank.size();
    }

    /** True when the first comes before the second in an order that is the same in all jobs. */
    boolean isBefore(int process, int other) {
        if (!isForeign(process) && !isForeign(other)) {
            return process < other;
        }
        RankAddress first = rank.address(process);
        RankAddress second = rank.address(other);
        int jobs = first.job().compareTo(second.job());
        return jobs != 0 ? jobs < 0 : first.rank() < second.rank();
    }

    /** Takes a range of contexts for this process; false when it has one that begins there. */
    synchronized boolean reserve(int range) {
        return ranges.add(range);
    }

    /** Where the ranges begin that this process uses. */
    synchronized int[] ranges() {
        return ranges.stream().mapToInt(Integer::intValue).toArray();
    }

    synchronized void giveBack(int range) {
        ranges.remove(range);
        tables.remove(range);
    }

    /** Contexts whose range is to be given back later. */
    synchronized void remember(Contexts contexts) {
        busy.add(contexts);
    }

    /** Gives those ranges back in which nothing is under way any more. */
    void giveBackDeserted() {
        Contexts[] remembered;
        synchronized (this) {
            remembered = busy.toArray(new Contexts[0]);
        }
        for (Contexts each : remembered) {
            if (each.giveBack()) {
                synchronized (this) {
                    busy.remove(each);
                }
            }
        }
    }

    synchronized void keep(int range, Region table) {
        tables.put(range, table);
    }

    /** The table of a range, where this process made it; else null. */
    synchronized Region table(int range) {
        return tables.get(range);
    }

    synchronized void opened(Communicator comm) {
        count(comm, 1);
    }

    synchronized void closed(Communicator comm) {
        count(comm, -1);
    }

    /** How many communicators this process shares with one of another job. */
    synchronized int sharedWith(int process) {
        return shared.getOrDefault(process, 0);
    }

    /** The processes of other jobs that this one shares communicators with. */
    synchronized int[] connected() {
        return shared.keySet().stream().mapToInt(Integer::intValue).toArray();
    }

    private void count(Communicator comm, int more) {
        count(comm.local(), more);
        if (comm.isInter()) {
            count(comm.remote(), more);
        }
    }

    private void count(Members members, int more) {
        for (int i = 0; i < members.size(); i++) {
            int process = members.get(i);
            if (isForeign(process) && shared.merge(process, more, Integer::sum) <= 0) {
                shared.remove(process);
            }
        }
    }
}
