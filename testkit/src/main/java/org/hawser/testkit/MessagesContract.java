package org.hawser.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLong;
import org.hawser.fabric.FabricException;
import org.hawser.runtime.ActiveMessages;
import org.hawser.runtime.Symmetric;
import org.junit.jupiter.api.Test;

/**
 * Active messages: short, medium and long; handlers that send; floods with no deadlock; bad arguments.
 *
 * <p><b>Threads:</b> one per rank.
 */
public abstract class MessagesContract {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int PING = 1;
    private static final int PONG = 2;
    private static final int FAR = 60_000;

    /** For the provider's subclass. */
    protected MessagesContract() {
    }

    /** Where the test's ranks meet. */
    protected abstract Medium medium();

    @Test
    void aHandlerAnswersEveryKindOfMessage() {
        LocalRanks.on(medium()).start(2, rank -> {
            ActiveMessages messages = rank.messages();
            AtomicLong answers = new AtomicLong();
            messages.register(PING, (source, memory, offset, length) -> {
                messages.send(source, FAR, memory, offset, length);
            });
            messages.register(FAR, (source, memory, offset, length) -> {
                long number = length == 0 ? 0 : memory.get(LONG, offset);
                if (length > 2 * Long.BYTES) {
                    Bodies.check(memory, offset + 8, length - 8, number);
                }
                answers.incrementAndGet();
            });
            rank.barrier();
            int other = 1 - rank.number();
            for (int i = 0; i < 500; i++) {
                messages.send(other, PING, i);
                messages.send(other, PING, i, i + 1L);
                int length = 8 + i * 13 % (messages.maxMedium() - 8);
                MemorySegment body = MemorySegment.ofArray(new byte[length]);
                body.set(LONG, 0, i);
                Bodies.fill(body, 8, length - 8, i);
                messages.send(other, PING, body, 0, length);
                messages.send(other, PING, body, 0, 0);
            }
            rank.await(() -> answers.get() == 2_000);
            rank.barrier();
        });
    }

    @Test
    void messagesOfEverybodyToEverybodyStayInOrder() {
        int size = 5;
        LocalRanks.on(medium()).start(size, rank -> {
            long[] next = new long[size];
            rank.messages().register(PING, (source, memory, offset, length) ->
                assertEquals(next[source]++, memory.get(LONG, offset)));
            rank.barrier();
            for (int i = 0; i < 3_000; i++) {
                for (int peer = 0; peer < size; peer++) {
                    if (i % 3 == 0) {
                        MemorySegment body = MemorySegment.ofArray(new long[] {i, 2, 3, 4, 5});
                        rank.messages().send(peer, PING, body, 0, 40);
                    } else {
                        rank.messages().send(peer, PING, i);
                    }
                }
            }
            rank.await(() -> sum(next) == 3_000L * size);
            rank.barrier();
        });
    }

    @Test
    void floodsInBothDirectionsWithHandlersThatSendDoNotDeadlock() {
        LocalRanks.on(medium()).start(2, rank -> {
            ActiveMessages messages = rank.messages();
            AtomicLong answered = new AtomicLong();
            MemorySegment big = MemorySegment.ofArray(new byte[messages.maxMedium()]);
            messages.register(PING, (source, memory, offset, length) -> {
                // More than what came in: the way back fills up first.
                messages.send(source, PONG, 1);
                messages.send(source, PONG, big, 0, (int) big.byteSize());
            });
            messages.register(PONG, (source, memory, offset, length) -> answered.incrementAndGet());
            rank.barrier();
            for (int i = 0; i < 3_000; i++) {
                messages.send(1 - rank.number(), PING, i);
            }
            rank.await(() -> answered.get() == 6_000);
            rank.barrier();
        });
    }

    @Test
    void aChainOfHandlersGoesRoundAllRanks() {
        int size = 6;
        LocalRanks.on(medium()).start(size, rank -> {
            AtomicLong passed = new AtomicLong();
            rank.messages().register(PING, (source, memory, offset, length) -> {
                long left = memory.get(LONG, offset);
                passed.incrementAndGet();
                if (left > 0) {
                    rank.messages().send((rank.number() + 1) % size, PING, left - 1);
                }
            });
            rank.barrier();
            rank.messages().send((rank.number() + 1) % size, PING, 600 - 1);
            rank.await(() -> passed.get() == 600);
            rank.barrier();
        });
    }

    @Test
    void aLongMessageFindsItsPayloadInPlaceAndKeepsItsOrder() {
        LocalRanks.on(medium()).start(2, rank -> {
            Symmetric inbox = rank.symmetric(1 << 20);
            AtomicLong seen = new AtomicLong();
            rank.messages().register(PING, (source, memory, offset, length) -> {
                long number = memory.get(LONG, offset);
                assertEquals(seen.getAndIncrement(), number);
                if (number % 2 == 0) {
                    Bodies.check(inbox.memory(), number * 10_000, number * 250, number);
                }
            });
            rank.barrier();
            int sends = 80;
            for (int i = 0; i < sends; i += 2) {
                byte[] payload = Bodies.of(i, i * 250);
                rank.messages().sendLong(inbox.at(1 - rank.number()), i * 10_000L, MemorySegment.ofArray(payload), 0,
                    payload.length, PING, i);
                rank.messages().send(1 - rank.number(), PING, i + 1);
            }
            rank.await(() -> seen.get() == sends);
            rank.barrier();
        });
    }

    @Test
    void aLongMessageThatIsRefusedLeavesNothingToWaitFor() {
        LocalRanks.on(medium()).start(2, rank -> {
            Symmetric inbox = rank.symmetric(64);
            rank.messages().register(PING, (source, memory, offset, length) -> { });
            rank.barrier();
            assertThrows(FabricException.class, () -> rank.messages().sendLong(inbox.at(1 - rank.number()), 60,
                MemorySegment.ofArray(new byte[8]), 0, 8, PING, 1));
            rank.fence();
            rank.barrier();
        });
    }

    @Test
    void badArgumentsAreRefusedBeforeAnythingMoves() {
        LocalRanks.on(medium()).start(2, rank -> {
            ActiveMessages messages = rank.messages();
            AtomicLong came = new AtomicLong();
            messages.register(PING, (source, memory, offset, length) -> came.incrementAndGet());
            assertThrows(IllegalStateException.class, () -> messages.register(PING, (s, m, o, l) -> { }));
            rank.barrier();
            MemorySegment body = MemorySegment.ofArray(new byte[messages.maxMedium() + 1]);
            for (int nobody : new int[] {-1, 2, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                assertThrows(IllegalArgumentException.class, () -> messages.send(nobody, PING, 1));
                assertThrows(IllegalArgumentException.class, () -> messages.send(nobody, PING, 1, 2));
                assertThrows(IllegalArgumentException.class, () -> messages.send(nobody, PING, body, 0, 8));
                assertThrows(IllegalArgumentException.class, () -> rank.fence(nobody));
            }
            for (int none : new int[] {-1, 1 << 16, Integer.MIN_VALUE}) {
                assertThrows(IllegalArgumentException.class, () -> messages.send(0, none, 1));
                assertThrows(IllegalArgumentException.class, () -> messages.register(none, (s, m, o, l) -> { }));
            }
            // The limit is that of the own node; the way to another one may carry more.
            int near = rank.nodes().isSameNode(rank.number(), 0) ? 0 : rank.number();
            FabricException tooLong = assertThrows(FabricException.class,
                () -> messages.send(near, PING, body, 0, messages.maxMedium() + 1));
            assertTrue(tooLong.getMessage().contains("max=" + messages.maxMedium()), tooLong.getMessage());
            assertThrows(RuntimeException.class, () -> messages.send(0, PING, body, 0, -1));
            assertThrows(IndexOutOfBoundsException.class, () -> messages.send(0, PING, body, body.byteSize(), 8));
            rank.barrier();
            rank.progress();
            assertEquals(0, came.get());
            rank.barrier();
        });
    }

    @Test
    void aMessageForAHandlerThatIsNotThereFailsAtTheReceiverWithBothNames() {
        LocalRanks.on(medium()).start(2, rank -> {
            if (rank.number() == 0) {
                rank.messages().send(1, 77, 1);
            } else {
                FabricException failure = assertThrows(FabricException.class, () -> rank.await(() -> false));
                assertTrue(failure.getMessage().matches(".*handler=77 source=0.*"), failure.getMessage());
            }
            rank.barrier();
        });
    }

    private static long sum(long[] values) {
        long sum = 0;
        for (long value : values) {
            sum += value;
        }
        return sum;
    }
}
