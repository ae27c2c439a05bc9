package org.hawser.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.hawser.fabric.NodeMap;
import org.hawser.runtime.Rank;

/**
 * Ranks of several hosts talk, in a ring and then all with all, and count their hosts' connections: one for a pair of
 * ranks on different hosts that has talked. Each host has a network of its own, with nobody else in it.
 */
final class HostConnections {
    private static final int TOKEN = 1;
    private static final int HELLO = 2;
    /** Once round to make connections, once to count them, once to know that all have counted. */
    private static final int ROUNDS = 3;
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final Rank rank;
    private final NodeMap nodes;
    private final int node;

    private HostConnections(Rank rank) {
        this.rank = rank;
        this.nodes = rank.nodes();
        this.node = nodes.nodeOf(rank.number());
    }

    static void run(Rank rank) throws Exception {
        HostConnections program = new HostConnections(rank);
        AtomicInteger tokens = new AtomicInteger();
        AtomicInteger hellos = new AtomicInteger();
        rank.messages().register(TOKEN, (source, bytes, offset, length) -> tokens.incrementAndGet());
        rank.messages().register(HELLO, (source, bytes, offset, length) -> hellos.incrementAndGet());
        program.ring(tokens);
        for (int peer = 0; peer < rank.size(); peer++) {
            if (peer != rank.number()) {
                rank.messages().send(peer, HELLO, 1);
            }
        }
        rank.await(() -> hellos.get() == rank.size() - 1);
        int near = program.nodes.localSize(rank.number());
        program.count(near * (rank.size() - near));
        rank.barrier();
    }

    private void ring(AtomicInteger tokens) throws Exception {
        int next = (rank.number() + 1) % rank.size();
        for (int round = 1; round <= ROUNDS; round++) {
            int expected = rank.number() == 0 ? round - 1 : round;
            rank.await(() -> tokens.get() >= expected);
            if (round == 2) {
                count(ringPairs());
            }
            rank.messages().send(next, TOKEN, 1);
        }
        rank.await(() -> tokens.get() == ROUNDS);
    }

    /** How many neighbours in the ring are on this host and another one. */
    private int ringPairs() {
        int pairs = 0;
        for (int first = 0; first < rank.size(); first++) {
            int second = (first + 1) % rank.size();
            boolean here = nodes.nodeOf(first) == node || nodes.nodeOf(second) == node;
            pairs += here && !nodes.isSameNode(first, second) ? 1 : 0;
        }
        return pairs;
    }

    /** The first rank of each host counts; two that dialled each other at once need a moment to settle on one. */
    private void count(int expected) throws IOException {
        if (nodes.localIndex(rank.number()) > 0) {
            return;
        }
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (established() != expected) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("connections of host " + node + ": " + established() + " not " + expected);
            }
            rank.progress();
        }
    }

    private static long established() throws IOException {
        long count = 0;
        for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
            count += Files.readAllLines(Path.of(table)).stream().map(line -> line.strip().split(" +"))
                .filter(words -> words.length > 3 && words[3].equals("01")).count();
        }
        return count;
    }
}
