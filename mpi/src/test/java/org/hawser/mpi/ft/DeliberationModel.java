package org.hawser.mpi.ft;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Members that agree over simulated messages, in an order that a seed chooses, with deaths where the test wants them.
 * Messages of two members keep their order; a member that dies in the middle of sending to several has sent to some. It
 * is suspected by others some time after its death, by each when the seed says so, and what it has sent may still come.
 */
final class DeliberationModel {
    private record Letter(int kind, int ballot, int lock, long[] value) {
    }

    /** A death: of whom, and after how many events of the run. */
    record Death(int member, int event) {
    }

    private final int size;
    private final Random random;
    private final Deliberation[] members;
    private final boolean[] dead;
    private final boolean[] joined;
    private final boolean[][] suspected;
    /** What each has sent and has not gone out yet: a death loses it. */
    private final List<Deque<Runnable>> outgoing = new ArrayList<>();
    private final List<List<Deque<Letter>>> channels = new ArrayList<>();
    private final long[][] decisions;
    private int events;

    DeliberationModel(int size, long seed) {
        this.size = size;
        random = new Random(seed);
        members = new Deliberation[size];
        dead = new boolean[size];
        joined = new boolean[size];
        suspected = new boolean[size][size];
        decisions = new long[size][];
        for (int i = 0; i < size; i++) {
            int from = i;
            outgoing.add(new ArrayDeque<>());
            List<Deque<Letter>> row = new ArrayList<>();
            for (int j = 0; j < size; j++) {
                row.add(new ArrayDeque<>());
            }
            channels.add(row);
            members[i] = new Deliberation(size, i, (to, kind, ballot, lock, value) -> outgoing.get(from)
                .add(() -> channels.get(from).get(to).add(new Letter(kind, ballot, lock, value.clone()))));
        }
    }

    /** Runs until nothing happens any more, checks the decisions, and returns how many events there were. */
    int run(Death... deaths) {
        while (true) {
            for (Death death : deaths) {
                if (death.event() == events && !dead[death.member()]) {
                    dead[death.member()] = true;
                    outgoing.get(death.member()).clear();
                }
            }
            List<Runnable> possible = possible();
            if (possible.isEmpty()) {
                break;
            }
            possible.get(random.nextInt(possible.size())).run();
            events++;
            note();
        }
        check();
        return events;
    }

    private List<Runnable> possible() {
        List<Runnable> possible = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int member = i;
            if (!dead[i]) {
                ofMember(member, possible);
            }
            for (int j = 0; j < size; j++) {
                Deque<Letter> channel = channels.get(i).get(j);
                int to = j;
                if (!channel.isEmpty() && !dead[j]) {
                    possible.add(() -> {
                        Letter letter = channel.remove();
                        members[to].hear(member, letter.kind(), letter.ballot(), letter.lock(), letter.value());
                    });
                }
            }
        }
        return possible;
    }

    private void ofMember(int member, List<Runnable> possible) {
        if (!joined[member]) {
            possible.add(() -> {
                joined[member] = true;
                members[member].join(contribution(member));
            });
        }
        if (!outgoing.get(member).isEmpty()) {
            possible.add(() -> outgoing.get(member).remove().run());
        }
        if (members[member].isReady() && outgoing.get(member).isEmpty()) {
            possible.add(() -> {
                long[] known = members[member].lockedBefore();
                members[member].propose(known != null ? known : combined(members[member].contributions()));
            });
        }
        for (int other = 0; other < size; other++) {
            int lost = other;
            if (dead[other] && !suspected[member][other]) {
                possible.add(() -> {
                    suspected[member][lost] = true;
                    members[member].suspect(lost);
                });
            }
        }
    }

    /** Each takes one bit away, so that the value tells whose contributions are in it. */
    private static long[] contribution(int member) {
        return new long[] {~(1L << member)};
    }

    private static long[] combined(long[][] contributions) {
        long all = -1;
        for (long[] one : contributions) {
            all &= one == null ? -1 : one[0];
        }
        return new long[] {all};
    }

    /** A decision counts from the moment it is made, also when its member dies later; it never changes. */
    private void note() {
        for (int i = 0; i < size; i++) {
            long[] decision = members[i].decision();
            if (decision != null && !dead[i]) {
                if (decisions[i] == null) {
                    decisions[i] = decision.clone();
                }
                assertArrayEquals(decisions[i], decision);
            }
        }
    }

    private void check() {
        long[] agreed = null;
        for (int i = 0; i < size; i++) {
            if (!dead[i]) {
                assertNotNull(decisions[i], "a member that lives has not decided: " + members[i]);
                assertEquals(0, decisions[i][0] & 1L << i, "the contribution of one that lives is missing: " + i);
            }
            if (decisions[i] != null) {
                agreed = agreed == null ? decisions[i] : agreed;
                assertArrayEquals(agreed, decisions[i], "two members have decided differently: " + i);
            }
        }
    }
}
