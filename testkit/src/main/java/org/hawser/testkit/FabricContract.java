package org.hawser.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Domain;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Post;
import org.hawser.fabric.Receiver;
import org.junit.jupiter.api.Test;

/**
 * What a provider's endpoints promise: messages arrive complete, once, in order; busy is a value; a refused post
 * changes nothing.
 *
 * <p><b>Threads:</b> the test's own; both ends are driven by one thread, so that every run is the same.
 */
public abstract class FabricContract {
    private static final int WORD = 7;
    private static final long HANG_NANOS = 30_000_000_000L;

    /** For the provider's subclass. */
    protected FabricContract() {
    }

    /** Where the test's ranks meet. */
    protected abstract Medium medium();

    @Test
    void whatItDoesByItselfAndWhatItCannotDoAreTogetherEverything() {
        try (Domains domains = new Domains(medium(), 1)) {
            Set<Capability> all = EnumSet.noneOf(Capability.class);
            all.addAll(domains.at(0).capabilities());
            all.addAll(medium().gaps().keySet());
            assertEquals(EnumSet.allOf(Capability.class), all);
            assertTrue(medium().gaps().keySet().stream().noneMatch(domains.at(0)::has), "a gap that is none");
        }
    }

    @Test
    void aMixOfAllKindsOfPostsArrivesInOrder() {
        try (Domains domains = new Domains(medium(), 2)) {
            Endpoint way = domains.way(0, 1);
            Inbox inbox = new Inbox();
            Random random = new Random(1);
            for (int i = 0; i < 30_000; i++) {
                while (!post(way, i, random.nextInt(1 << 20))) {
                    drain(domains, inbox);
                }
            }
            drain(domains, inbox, 30_000);
            assertEquals(30_000, inbox.count());
        }
    }

    /** Sends message {@code i} by one of the four ways; false when busy. */
    private static boolean post(Endpoint way, int i, int choice) {
        return switch (choice % 4) {
            case 0 -> way.sendShort(WORD, i) == Post.DONE;
            case 1 -> way.sendShort(WORD, i, ~i) == Post.DONE;
            case 2 -> {
                MemorySegment body = Inbox.body(i, Long.BYTES + (choice >> 2) % (way.maxBody() - Long.BYTES));
                yield way.sendBuffered(WORD, body, 0, (int) body.byteSize()) == Post.DONE;
            }
            default -> {
                MemorySegment body = Inbox.body(i, Long.BYTES + (choice >> 2) % 256);
                long at = way.claim((int) body.byteSize());
                if (at < 0) {
                    yield false;
                }
                MemorySegment.copy(body, 0, way.memory(), at, body.byteSize());
                way.commit(WORD);
                yield true;
            }
        };
    }

    @Test
    void everyLengthUpToTheLimitArrivesWhole() {
        try (Domains domains = new Domains(medium(), 2)) {
            Endpoint way = domains.way(0, 1);
            int[] next = {0};
            MemorySegment body = MemorySegment.ofArray(Bodies.of(3, way.maxBody()));
            for (int length = 0; length <= way.maxBody(); length++) {
                while (way.sendBuffered(WORD, body, 0, length) == Post.BUSY) {
                    domains.at(1).poll((source, word, memory, offset, bytes) -> {
                        assertEquals(next[0]++, bytes);
                        Bodies.check(memory, offset, bytes, 3);
                    }, 64);
                }
            }
            Receiver last = (source, word, memory, offset, bytes) -> assertEquals(next[0]++, bytes);
            await(() -> {
                domains.at(1).poll(last, 64);
                domains.at(1).maintain();
                return next[0] > way.maxBody();
            });
            assertEquals(way.maxBody() + 1, next[0]);
        }
    }

    @Test
    void aRefusedPostChangesNothing() {
        try (Domains domains = new Domains(medium(), 2)) {
            Endpoint way = domains.way(0, 1);
            Inbox inbox = new Inbox();
            for (int round = 0; round < 20; round++) {
                int before = inbox.count();
                // Where room takes its time to come back, the first message waits for it.
                await(() -> way.sendShort(WORD, before) == Post.DONE);
                int accepted = 1;
                while (way.sendShort(WORD, before + accepted) == Post.DONE) {
                    accepted++;
                }
                for (int i = 0; i < 100; i++) {
                    boolean taken = way.sendShort(WORD, before + accepted) == Post.DONE;
                    boolean claimed = way.claim(way.maxBody()) >= 0;
                    if (claimed) {
                        way.abandon();
                    }
                    // Where messages travel, room of the last round may still come back, and what is taken now counts.
                    assertTrue(medium().travels() || !taken && !claimed, "room where there was none");
                    accepted += taken ? 1 : 0;
                }
                drain(domains, inbox, before + accepted);
                assertEquals(accepted, inbox.count() - before);
            }
        }
    }

    @Test
    void anAbandonedClaimSendsNothing() {
        try (Domains domains = new Domains(medium(), 2)) {
            Endpoint way = domains.way(0, 1);
            Inbox inbox = new Inbox();
            for (int i = 0; i < 2_000; i++) {
                int length = i % way.maxBody();
                long at = way.claim(length);
                if (at >= 0) {
                    way.memory().asSlice(at, length).fill((byte) 0x11);
                    way.abandon();
                }
                while (way.sendShort(WORD, i) == Post.BUSY) {
                    drain(domains, inbox);
                }
            }
            drain(domains, inbox, 2_000);
            assertEquals(2_000, inbox.count());
        }
    }

    @Test
    void aListOfPiecesArrivesAsOneBody() {
        try (Domains domains = new Domains(medium(), 2)) {
            MemorySegment body = Inbox.body(0, 100);
            MemorySegment[] pieces = {body.asSlice(0, 1), body.asSlice(1, 0), body.asSlice(1, 99)};
            assertEquals(Post.DONE, domains.way(0, 1).sendZeroCopy(WORD, pieces, null));
            Inbox inbox = new Inbox();
            drain(domains, inbox, 1);
            assertEquals(1, inbox.count());
        }
    }

    @Test
    void aBodyOverTheLimitIsRefused() {
        try (Domains domains = new Domains(medium(), 2)) {
            Endpoint way = domains.way(0, 1);
            MemorySegment tooLong = MemorySegment.ofArray(new byte[way.maxBody() + 1]);
            assertThrows(FabricException.class, () -> way.sendZeroCopy(WORD, new MemorySegment[] {tooLong}, null));
            assertThrows(FabricException.class, () -> way.sendBuffered(WORD, tooLong, 0, way.maxBody() + 1));
            assertStillWorks(domains, way);
        }
    }

    @Test
    void aBodyThatCannotBeReadLeavesTheWayUsable() {
        try (Domains domains = new Domains(medium(), 2)) {
            Endpoint way = domains.way(0, 1);
            MemorySegment gone;
            try (Arena arena = Arena.ofConfined()) {
                gone = arena.allocate(64);
            }
            assertThrows(IllegalStateException.class, () -> way.sendBuffered(WORD, gone, 0, 64));
            assertStillWorks(domains, way);
            assertThrows(IllegalStateException.class, () -> way.sendZeroCopy(WORD, new MemorySegment[] {gone}, null));
            assertStillWorks(domains, way);
        }
    }

    /** On a thread of its own: an endpoint that was left locked would spin for ever. */
    private static void assertStillWorks(Domains domains, Endpoint way) {
        Inbox inbox = new Inbox();
        RankThreads.run(1, rank -> {
            assertEquals(Post.DONE, way.sendShort(WORD, 0));
            drain(domains, inbox, 1);
        });
        assertEquals(1, inbox.count());
    }

    @Test
    void aRankReachesItself() {
        try (Domains domains = new Domains(medium(), 1)) {
            Inbox inbox = new Inbox();
            for (int i = 0; i < 1_000; i++) {
                assertEquals(Post.DONE, domains.way(0, 0).sendShort(WORD, i));
                domains.at(0).poll(inbox, 64);
            }
            assertEquals(1_000, inbox.count());
        }
    }

    @Test
    void aPeerThatHasLeftIsNotAlive() {
        try (Domains domains = new Domains(medium(), 3)) {
            domains.way(0, 1);
            assertTrue(domains.at(0).isAlive(1));
            domains.at(1).close();
            domains.at(2).close();
            // News of it may travel, but not for long.
            await(() -> !domains.at(0).isAlive(1));
            await(() -> !domains.at(0).isAlive(2));
            assertFalse(domains.at(0).isAlive(1), "a peer this rank has talked to");
            assertFalse(domains.at(0).isAlive(2), "a peer this rank has only waited for");
        }
    }

    /** Takes what arrives until {@code count} messages have come in all; then nothing more may be there. */
    private static void drain(Domains domains, Inbox inbox, int count) {
        await(() -> {
            drain(domains, inbox);
            return inbox.count() >= count;
        });
        drain(domains, inbox);
    }

    /** Waits for what a medium does in its own time; a test that never ends is a failure. */
    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + HANG_NANOS;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - deadline < 0, "this takes too long");
            Thread.onSpinWait();
        }
    }

    private static void drain(Domains domains, Inbox inbox) {
        Domain receiver = domains.at(1);
        while (receiver.poll(inbox, 64) > 0) {
            receiver.maintain();
        }
    }
}
