package org.hawser.examples;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import org.hawser.runtime.ActiveMessages;
import org.hawser.runtime.Rank;

/**
 * A token goes round and every rank adds its number to it: {@code hawser run -n 4 Ring [rounds]}.
 *
 * <p>Shows short active messages whose handler sends the next one. No rank but the first does anything in its main
 * method: handlers run while it waits in the barrier.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Ring {
    private static final int TOKEN = 1;

    private final Rank rank;
    private final ActiveMessages messages;
    private final long rounds;
    private final int next;
    private volatile long total = -1;

    private Ring(Rank rank, long rounds) {
        this.rank = rank;
        this.rounds = rounds;
        messages = rank.messages();
        next = (rank.number() + 1) % rank.size();
        messages.register(TOKEN, (source, memory, offset, length) -> pass(
            memory.get(JAVA_LONG_UNALIGNED, offset), memory.get(JAVA_LONG_UNALIGNED, offset + Long.BYTES)));
    }

    /**
     * Runs on every rank.
     *
     * @param arguments how often the token goes round (1000)
     */
    public static void main(String[] arguments) {
        long rounds = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1000;
        try (Rank rank = Rank.join()) {
            new Ring(rank, rounds).run();
        }
    }

    private void run() {
        rank.barrier();
        long start = System.nanoTime();
        if (rank.number() == 0) {
            messages.send(next, TOKEN, 0, 0);
            rank.await(() -> total >= 0);
            report(System.nanoTime() - start);
        }
        rank.barrier();
    }

    /** The handler: rank 0 counts the rounds, every rank adds its number. */
    private void pass(long round, long sum) {
        long done = rank.number() == 0 ? round + 1 : round;
        long added = sum + rank.number();
        if (rank.number() == 0 && done == rounds) {
            total = added;
        } else {
            messages.send(next, TOKEN, done, added);
        }
    }

    private void report(long nanos) {
        long expected = rounds * rank.size() * (rank.size() - 1) / 2;
        System.out.printf("%d rounds of %d ranks: %.0f ns from rank to rank, sum %d%n", rounds, rank.size(),
            (double) nanos / (rounds * rank.size()), total);
        if (total != expected) {
            throw new IllegalStateException("the sum is wrong: sum=" + total + " expected=" + expected);
        }
    }
}
