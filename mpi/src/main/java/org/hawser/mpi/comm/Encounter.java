package org.hawser.mpi.comm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.RegionKey;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.group.Members;
import org.hawser.runtime.Rank;
import org.hawser.runtime.RankAddress;

/**
 * Two groups of processes meet that need not be of one job, and have a communicator between them then. Each group calls
 * with its own communicator; only the leaders know of each other before.
 *
 * <ol>
 * <li>Each process gives its leader its address. The leaders swap those of their groups and agree on a range of
 *     contexts.</li>
 * <li>Every process meets those of the other group ({@link Rank#meet}) and takes the range, if it has it free.</li>
 * <li>The leaders swap whether all could. The first group's leader makes a table for the contexts of the range, from
 *     which the communicators get theirs that are made from this one. Or the groups try another range.</li>
 * </ol>
 *
 * <p>When anything fails anywhere, all processes of both groups are told, and none has a communicator.
 *
 * <p><b>Threads:</b> one; others may use other communicators. <b>Allocates:</b> per call.
 */
public final class Encounter {
    private static final int TRIES = 32;
    private static final int RANGES = (Contexts.LIMIT - Contexts.FIRST_SHARED) / Contexts.SHARED_SPAN;
    private static final int FINE = 0;
    private static final int TAKEN = 1;
    private static final int FAILED = 2;

    private final Communicator own;
    private final LeaderChannel channel;
    private final Connections connections;
    private final Rank rank;
    private final Agreement agreement;
    /** Processes of other jobs that this one was not connected with before. */
    private final List<Integer> fresh = new ArrayList<>();
    private Members others;
    /** Whether this group comes first in an order that both groups see alike. */
    private boolean first;

    private Encounter(Communicator own, int leader, LeaderChannel channel) {
        this.own = own;
        this.channel = channel;
        connections = own.contexts().connections();
        rank = connections.rank();
        agreement = Agreement.ledBy(own, leader);
    }

    /**
     * A communicator between the group of {@code own} and the one that the leader's channel leads to.
     *
     * @param leader the rank in {@code own} of the process that has a channel
     * @param channel the leader's; others' are not looked at
     * @throws MpiFailure at all processes of both groups, when one cannot meet the others
     */
    public static Communicator meet(Communicator own, int leader, LeaderChannel channel) {
        Encounter encounter = new Encounter(own, leader, channel);
        try {
            return encounter.run();
        } catch (RuntimeException e) {
            encounter.fresh.forEach(encounter.rank::part);
            throw e;
        }
    }

    private Communicator run() {
        learnOthers();
        connections.giveBackDeserted();
        for (int tries = 0; tries < TRIES; tries++) {
            int[] range = agreement.spread(0, leads() ? agreeOnRange() : null);
            int base = Decision.open(range)[0];
            boolean reserved = connections.reserve(base);
            int[] decision;
            try {
                decision = agreement.reach(() -> new int[] {reserved ? FINE : TAKEN}, all -> decide(all, base));
            } catch (RuntimeException e) {
                giveBack(reserved, base);
                throw e;
            }
            if (decision[0] == FINE) {
                return open(base, decision);
            }
            giveBack(reserved, base);
        }
        throw new MpiFailure(ErrorClass.OTHER, "too many connections at the same time: no contexts are left");
    }

    private boolean leads() {
        return agreement.me() == 0;
    }

    private void giveBack(boolean reserved, int base) {
        if (reserved) {
            connections.giveBack(base);
        }
    }

    /** Swaps the groups, and meets every process of the other. */
    private void learnOthers() {
        // Each says itself where it is: its own ways are known to nobody as well.
        int[][] addresses = agreement.collect(Decision.of(rank.address().toString().chars().toArray()));
        int[] theirs = leads() ? guarded(() -> Decision.of(channel.swap(inGroupOrder(addresses)))) : null;
        String text = string(Decision.open(agreement.spread(0, theirs)));
        MpiFailure[] failure = new MpiFailure[1];
        int[] numbers = null;
        try {
            numbers = meetAll(text);
        } catch (FabricException e) {
            failure[0] = new MpiFailure(ErrorClass.PORT, e.getMessage(), e);
        } catch (MpiFailure e) {
            failure[0] = e;
        }
        agreement.reach(() -> failure[0] == null ? new int[] {FINE} : failed(failure[0]), this::agreeThatAllMet);
        if (failure[0] != null) {
            throw failure[0];
        }
        others = Members.of(numbers);
        first = connections.isBefore(own.local().get(0), others.get(0));
    }

    private int[] meetAll(String text) {
        String[] lines = text.split("\n");
        int[] numbers = new int[lines.length];
        for (int i = 0; i < lines.length; i++) {
            RankAddress address = RankAddress.parse(lines[i]);
            numbers[i] = rank.meet(address);
            if (connections.isForeign(numbers[i]) && connections.sharedWith(numbers[i]) == 0) {
                fresh.add(numbers[i]);
            }
            if (own.local().indexOf(numbers[i]) != Members.NONE) {
                throw new MpiFailure(ErrorClass.COMM, "the two groups have a process in common: process=" + lines[i]);
            }
        }
        return numbers;
    }

    /** At the leader, once all of its group have met the others or failed to: what both groups make of it. */
    private int[] agreeThatAllMet(int[][] all) {
        int[] mine = Arrays.stream(all).filter(each -> each[0] != FINE).findFirst().orElse(new int[] {FINE});
        int[] theirs = channel.swap(mine);
        throwIfFailed(mine);
        throwIfFailed(theirs);
        return mine;
    }

    private static void throwIfFailed(int[] said) {
        if (said[0] == FAILED) {
            throw new MpiFailure(said[1], string(Arrays.copyOfRange(said, 2, said.length)));
        }
    }

    /** The leaders' part: where the range of contexts begins. */
    private int[] agreeOnRange() {
        return guarded(() -> {
            int mine = Contexts.FIRST_SHARED + ThreadLocalRandom.current().nextInt(RANGES) * Contexts.SHARED_SPAN;
            int theirs = channel.swap(new int[] {mine})[0];
            return Decision.of(new int[] {first ? mine : theirs});
        });
    }

    /** At the leader: whether both groups have the range free, and then the key of its table. */
    private int[] decide(int[][] all, int base) {
        boolean free = Arrays.stream(all).allMatch(each -> each[0] == FINE);
        boolean bothFree = channel.swap(new int[] {free ? FINE : TAKEN})[0] == FINE && free;
        if (!bothFree) {
            return new int[] {TAKEN};
        }
        int[] mine = first ? table(base) : new int[] {FINE};
        int[] theirs = channel.swap(mine);
        int[] decision = first ? mine : theirs;
        throwIfFailed(decision);
        return decision;
    }

    /** The key of the table of a range, or why there is none: the other leader waits for one or the other. */
    private int[] table(int base) {
        try {
            RegionKey key = own.contexts().makeShared(base, own.size() + others.size());
            return new int[] {FINE, own.rank(), (int) (key.id() >>> 32),
                (int) key.id(), (int) (key.secret() >>> 32), (int) key.secret(), (int) key.length()};
        } catch (RuntimeException e) {
            return failed(Environment.failureOf(e));
        }
    }

    private Communicator open(int base, int[] table) {
        int owner = first ? own.local().get(table[1]) : others.get(table[1]);
        RegionKey key = new RegionKey(owner, joined(table[2], table[3]), joined(table[4], table[5]), table[6]);
        Contexts contexts = own.contexts().shared(key, base);
        Communicator comm = new Communicator(own.point(), contexts, own.local(), others, own.rank(), base, null);
        contexts.begin(comm);
        return comm;
    }

    private static int[] guarded(Supplier<int[]> step) {
        try {
            return step.get();
        } catch (RuntimeException e) {
            return Decision.failed(e);
        }
    }

    private static int[] failed(MpiFailure failure) {
        int[] text = String.valueOf(failure.getMessage()).chars().toArray();
        int[] packed = new int[text.length + 2];
        packed[0] = FAILED;
        packed[1] = failure.errorClass();
        System.arraycopy(text, 0, packed, 2, text.length);
        return packed;
    }

    /** The addresses that the members of the agreement gave, as lines in the order of the group. */
    private int[] inGroupOrder(int[][] addresses) {
        int[][] given = Decision.openAll(addresses);
        return Arrays.stream(own.local().ranks()).mapToObj(each -> string(given[agreement.members().indexOf(each)]))
            .collect(Collectors.joining("\n")).chars().toArray();
    }

    private static String string(int[] characters) {
        return Arrays.stream(characters).mapToObj(Character::toString).collect(Collectors.joining());
    }

    private static long joined(int high, int low) {
        return (long) high << 32 | low & 0xffff_ffffL;
    }
}
