package org.hawser.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.hawser.fabric.Domain;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.Post;
import org.junit.jupiter.api.Test;

/**
 * The fabric under load from many threads: order per sender holds while lanes come and go.
 *
 * <p><b>Threads:</b> one per rank, or several that share an endpoint.
 */
public abstract class FabricTrafficContract {
    private static final int SENDERS = 6;
    private static final int EACH = 20_000;

    /** For the provider's subclass. */
    protected FabricTrafficContract() {
    }

    /** Where the test's ranks meet. */
    protected abstract Medium medium();

    @Test
    void manySendersToOneKeepEachTheirOrder() {
        try (Domains domains = new Domains(medium(), SENDERS + 1)) {
            AtomicInteger left = new AtomicInteger(SENDERS);
            RankThreads.run(SENDERS + 1, rank -> {
                if (rank == 0) {
                    receive(domains.at(0), left);
                    return;
                }
                Random random = new Random(rank);
                Endpoint way = domains.way(rank, 0);
                for (int i = 0; i < EACH; i++) {
                    int length = random.nextInt(8) > 0 ? 0 : Long.BYTES + random.nextInt(way.maxBody() - Long.BYTES);
                    send(domains.at(rank), way, i, length);
                }
                left.decrementAndGet();
                // A sender goes on looking after its lane, as a polling rank does.
                while (left.get() > -1) {
                    domains.at(rank).maintain();
                    Thread.yield();
                }
            });
        }
    }

    @Test
    void threadsThatShareAWayAreAllHeardWhileAnotherLooksAfterIt() {
        try (Domains domains = new Domains(medium(), 3)) {
            AtomicInteger left = new AtomicInteger(4);
            int[] next = new int[4];
            int[] count = new int[1];
            RankThreads.run(7, thread -> {
                if (thread == 0) {
                    receiveFromThreads(domains.at(0), next, count);
                    left.set(-1);
                } else if (thread == 1) {
                    // Rank 2 wants the lane that rank 1 has.
                    for (int i = 0; left.get() > 0; i++) {
                        domains.way(2, 0).sendShort(5, i);
                        domains.at(2).maintain();
                    }
                } else if (thread == 2) {
                    while (left.get() > 0) {
                        domains.at(1).maintain();
                    }
                } else {
                    for (int i = 0; i < EACH; i++) {
                        while (domains.way(1, 0).sendShort(thread - 3, i) == Post.BUSY) {
                            Thread.yield();
                        }
                    }
                    left.decrementAndGet();
                }
            });
            assertEquals(4 * EACH, count[0]);
        }
    }

    private static void receiveFromThreads(Domain domain, int[] next, int[] count) {
        for (int polls = 0; count[0] < 4 * EACH; polls++) {
            int work = domain.poll((source, word, memory, offset, length) -> {
                if (source == 1) {
                    assertEquals(next[word]++, memory.get(java.lang.foreign.ValueLayout.JAVA_LONG, offset));
                    count[0]++;
                }
            }, 64);
            if (work == 0 || polls % 16 == 0) {
                domain.maintain();
                Thread.yield();
            }
        }
    }

    private static void receive(Domain domain, AtomicInteger left) {
        Inbox inbox = new Inbox();
        for (int polls = 0; inbox.count() < SENDERS * EACH; polls++) {
            int before = inbox.count();
            int came = domain.poll(inbox, 64);
            assertEquals(inbox.count() - before, came);
            if (came == 0 || polls % 16 == 0) {
                domain.maintain();
                Thread.yield();
            }
        }
        assertEquals(0, domain.poll(inbox, 64));
        left.set(-1);
    }

    private static void send(Domain domain, Endpoint way, int number, int length) {
        MemorySegment body = length == 0 ? null : Inbox.body(number, length);
        while ((body == null ? way.sendShort(1, number) : way.sendBuffered(1, body, 0, length)) == Post.BUSY) {
            domain.maintain();
            Thread.yield();
        }
    }
}
