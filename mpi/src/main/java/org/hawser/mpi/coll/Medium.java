package org.hawser.mpi.coll;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.hawser.fabric.NodeMap;
import org.hawser.mpi.comm.Communicator;
import org.hawser.runtime.Rank;

/**
 * What lies between the ranks of a communicator, as far as the choice of algorithms goes. All its ranks come to the
 * same answer.
 *
 * <p><b>Threads:</b> immutable.
 */
enum Medium {
    /** Shared memory: a message is a copy. */
    SHM,
    /** A network between all of them: a message costs as much as many bytes. */
    TCP,
    /** Shared memory between some, a network between others. */
    MIXED;

    /** What separates the two providers of a job that has one for its nodes and one between them. */
    private static final char AND = '+';

    /** How tables write it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** All words. */
    static List<String> words() {
        return Arrays.stream(values()).map(Medium::word).toList();
    }

    /** That of a communicator of one group. */
    static Medium of(Communicator communicator) {
        if (!communicator.isWithinJob()) {
            // Ranks of different jobs meet in shared memory.
            return SHM;
        }
        Rank rank = communicator.point().rank();
        String provider = rank.provider();
        int and = provider.indexOf(AND);
        if (and < 0) {
            return named(provider);
        }
        int nodes = nodes(communicator, rank.nodes());
        if (nodes == 1) {
            return named(provider.substring(0, and));
        }
        return nodes == communicator.size() ? named(provider.substring(and + 1)) : MIXED;
    }

    /** What lies between the nodes of a communicator that has several. */
    static Medium between(Communicator communicator) {
        String provider = communicator.point().rank().provider();
        return named(provider.substring(provider.indexOf(AND) + 1));
    }

    /** A provider that has no table of its own is taken for a network. */
    private static Medium named(String provider) {
        return provider.equals(SHM.word()) ? SHM : TCP;
    }

    /** How many nodes its ranks are on. */
    private static int nodes(Communicator communicator, NodeMap map) {
        BitSet nodes = new BitSet(map.nodes());
        for (int i = 0; i < communicator.size(); i++) {
            nodes.set(map.nodeOf(communicator.local().get(i)));
        }
        return nodes.cardinality();
    }
}
