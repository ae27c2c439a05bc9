package org.hawser.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLong;
import org.hawser.fabric.FabricException;
import org.hawser.runtime.ActiveMessages;
import org.hawser.runtime.Counter;
import org.hawser.runtime.Rank;
import org.junit.jupiter.api.Test;

/**
 * Deliveries: a header, and a payload of any length from any memory to where the header handler says; three counters.
 *
 * <p><b>Threads:</b> one per rank.
 */
public abstract class DeliveryContract {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int DATA = 3;
    private static final int REPLY = 4;
    private static final int[] LENGTHS = {0, 1, 100, 8_100, 8_200, 16_384, 70_000, 1 << 20, 4 << 20};

    /** For the provider's subclass. */
    protected DeliveryContract() {
    }

    /** Where the test's ranks meet. */
    protected abstract Medium medium();

    /** Registers a handler that checks each payload against the seed in its header and counts it. */
    private static void takeDeliveries(Rank rank, int handler, AtomicLong taken, Counter arrived) {
        rank.messages().register(handler, (source, memory, offset, length, delivery) -> {
            long seed = memory.get(LONG, offset);
            assertEquals(16, length);
            assertEquals(~seed, memory.get(LONG, offset + 8));
            byte[] place = new byte[Math.toIntExact(delivery.payloadLength()) + 2];
            delivery.into(MemorySegment.ofArray(place), 1).bump(arrived).then(() -> {
                Bodies.check(MemorySegment.ofArray(place), 1, place.length - 2, seed);
                taken.incrementAndGet();
            });
        });
    }

    private static MemorySegment header(long seed) {
        return MemorySegment.ofArray(new long[] {seed, ~seed});
    }

    @Test
    void payloadsOfAllLengthsFromAllMemoryArriveWhereTheyShall() {
        LocalRanks.on(medium()).start(2, rank -> {
            AtomicLong taken = new AtomicLong();
            Counter arrived = new Counter();
            takeDeliveries(rank, DATA, taken, arrived);
            rank.barrier();
            try (Arena arena = Arena.ofShared()) {
                for (int length : LENGTHS) {
                    byte[] heap = Bodies.of(length, length);
                    MemorySegment foreign = arena.allocate(length, 8);
                    foreign.copyFrom(MemorySegment.ofArray(heap));
                    MemorySegment own = rank.allocate(length + 9).memory().asSlice(9);
                    own.copyFrom(foreign);
                    for (MemorySegment payload : new MemorySegment[] {MemorySegment.ofArray(heap), foreign, own}) {
                        Counter origin = new Counter();
                        Counter completion = new Counter();
                        rank.messages().deliver(1 - rank.number(), DATA, header(length), payload, origin, completion);
                        rank.await(origin, 1);
                        // The sender may use it again; what arrives is what it was.
                        payload.fill((byte) 0xee);
                        rank.await(completion, 1);
                        payload.copyFrom(MemorySegment.ofArray(Bodies.of(length, length)));
                        assertEquals(0, origin.value() + completion.value());
                    }
                }
            }
            rank.await(arrived, 3L * LENGTHS.length);
            assertEquals(3L * LENGTHS.length, taken.get());
            rank.barrier();
        });
    }

    @Test
    void manyDeliveriesUnderWayAtOnceDoNotMix() {
        int size = 4;
        LocalRanks.on(medium()).start(size, rank -> {
            AtomicLong taken = new AtomicLong();
            takeDeliveries(rank, DATA, taken, new Counter());
            rank.barrier();
            Counter origin = new Counter();
            Counter completion = new Counter();
            for (int i = 0; i < 60; i++) {
                for (int peer = 0; peer < size; peer++) {
                    MemorySegment payload = MemorySegment.ofArray(Bodies.of(i, i * 1_700));
                    rank.messages().deliver(peer, DATA, header(i), payload, origin, i % 2 == 0 ? completion : null);
                }
            }
            rank.await(origin, 60L * size);
            rank.await(completion, 30L * size);
            rank.await(() -> taken.get() == 60L * size);
            rank.barrier();
        });
    }

    @Test
    void deliveriesFromHandlersAndFromOutsideDoNotDisturbEachOther() {
        LocalRanks.on(medium()).start(2, rank -> {
            ActiveMessages messages = rank.messages();
            AtomicLong taken = new AtomicLong();
            AtomicLong replies = new AtomicLong();
            takeDeliveries(rank, REPLY, replies, new Counter());
            messages.register(DATA, (source, memory, offset, length, delivery) -> {
                long seed = memory.get(LONG, offset);
                byte[] place = new byte[Math.toIntExact(delivery.payloadLength())];
                delivery.into(MemorySegment.ofArray(place), 0).then(() -> {
                    Bodies.check(MemorySegment.ofArray(place), 0, place.length, seed);
                    taken.incrementAndGet();
                    messages.deliver(source, REPLY, header(seed + 1), MemorySegment.ofArray(Bodies.of(seed + 1, 3_000)),
                        null, null);
                });
            });
            rank.barrier();
            for (int i = 0; i < 2_000; i++) {
                MemorySegment payload = MemorySegment.ofArray(Bodies.of(i, 5_000));
                messages.deliver(1 - rank.number(), DATA, header(i), payload, null, null);
            }
            rank.await(() -> taken.get() == 2_000 && replies.get() == 2_000);
            rank.barrier();
        });
    }

    @Test
    void headersKeepTheOrderOfTheSends() {
        LocalRanks.on(medium()).start(2, rank -> {
            long[] next = new long[1];
            rank.messages().register(DATA, (source, memory, offset, length, delivery) ->
                assertEquals(next[0]++, memory.get(LONG, offset)));
            rank.messages().register(DATA, (source, memory, offset, length) ->
                assertEquals(next[0]++, memory.get(LONG, offset)));
            rank.barrier();
            for (int i = 0; i < 400; i += 2) {
                rank.messages().deliver(1 - rank.number(), DATA, header(i),
                    MemorySegment.ofArray(new byte[i * 100]), null, null);
                rank.messages().send(1 - rank.number(), DATA, i + 1);
            }
            rank.await(() -> next[0] == 400);
            rank.barrier();
        });
    }

    @Test
    void everyOriginIsBumpedOnceWhileAProgressThreadWorks() {
        LocalRanks.on(medium()).withProgressThreads().start(2, rank -> {
            AtomicLong taken = new AtomicLong();
            takeDeliveries(rank, DATA, taken, new Counter());
            rank.barrier();
            Counter origin = new Counter();
            Counter completion = new Counter();
            int count = 20_000;
            MemorySegment payload = MemorySegment.ofArray(Bodies.of(1, 8));
            for (int i = 0; i < count; i++) {
                rank.messages().deliver(1 - rank.number(), DATA, header(1), payload, origin, completion);
            }
            rank.await(completion, count);
            rank.barrier();
            assertEquals(count, origin.value());
        });
    }

    @Test
    void aHeaderOverTheLimitAndAPlaceTooSmallAreRefused() {
        LocalRanks.on(medium()).start(2, rank -> {
            rank.messages().register(DATA, (source, memory, offset, length, delivery) -> {
                assertThrows(IllegalArgumentException.class,
                    () -> delivery.into(MemorySegment.ofArray(new byte[9]), 0));
                assertThrows(IllegalArgumentException.class,
                    () -> delivery.into(MemorySegment.ofArray(new byte[90]), -1));
            });
            rank.barrier();
            MemorySegment payload = MemorySegment.ofArray(new byte[10]);
            assertThrows(FabricException.class, () -> rank.messages().deliver(1 - rank.number(), DATA,
                MemorySegment.ofArray(new byte[1025]), payload, null, null));
            Counter completion = new Counter();
            rank.messages().deliver(1 - rank.number(), DATA, MemorySegment.ofArray(new byte[1024]), payload, null,
                completion);
            rank.await(completion, 1);
            rank.barrier();
        });
    }
}
