package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Active messages of the program's own. */
class MessageLayerTest {
    private static final int ASK = 0;
    private static final int ANSWER = 255;
    private static final int BAD = 7;

    private static void awaitCount(Pgas pgas, AtomicInteger count, int wanted) {
        while (count.get() < wanted) {
            pgas.messages().poll();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void shortMessagesAreHandledInOrderAndAnswered(String name, Medium medium) {
        PgasJob.run(medium, 3, pgas -> {
            MessageLayer messages = pgas.messages();
            AtomicInteger answers = new AtomicInteger();
            AtomicInteger wrong = new AtomicInteger();
            long[] expected = new long[pgas.threads()];
            messages.register(ASK, (token, arguments, payload) -> {
                wrong.addAndGet(arguments[0] == expected[token.source()]++ ? 0 : 1);
                token.reply(ANSWER, arguments[0], arguments[1] + 1);
            });
            messages.register(ANSWER, (token, arguments, payload) -> {
                wrong.addAndGet(arguments[1] == 41 + token.source() ? 0 : 1);
                answers.incrementAndGet();
            });
            pgas.barrier();
            for (int i = 0; i < 1_000; i++) {
                for (int thread = 0; thread < pgas.threads(); thread++) {
                    messages.send(thread, ASK, i, 40 + thread);
                }
            }
            awaitCount(pgas, answers, 3_000);
            pgas.barrier();
            assertEquals(0, wrong.get());
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void mediumMessagesCarryAllTheyCan(String name, Medium medium) {
        PgasJob.run(medium, 2, pgas -> {
            MessageLayer messages = pgas.messages();
            AtomicInteger answers = new AtomicInteger();
            AtomicReference<byte[]> got = new AtomicReference<>();
            messages.register(ASK, (token, arguments, payload) -> token.reply(ANSWER, payload, arguments));
            messages.register(ANSWER, (token, arguments, payload) -> {
                got.set(payload.toArray(ValueLayout.JAVA_BYTE));
                assertEquals(messages.maxArguments(), arguments.length);
                answers.incrementAndGet();
            });
            pgas.barrier();
            int other = 1 - pgas.myThread();
            byte[] all = new byte[messages.maxMedium()];
            for (int i = 0; i < all.length; i++) {
                all[i] = (byte) (i * 7 + pgas.myThread());
            }
            for (int i = 0; i < 50; i++) {
                messages.send(other, ASK, MemorySegment.ofArray(all), new long[messages.maxArguments()]);
            }
            awaitCount(pgas, answers, 50);
            assertArrayEquals(all, got.get());
            assertThrows(PgasException.class, () -> messages.send(other, ASK, MemorySegment.ofArray(
                new byte[1 << 20])));
            pgas.barrier();
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void longMessagesPutTheirPayloadFirst(String name, Medium medium) {
        PgasJob.run(medium, 3, pgas -> {
            MessageLayer messages = pgas.messages();
            int bytes = 100_000;
            GlobalPointer boxes = pgas.allAlloc(3, bytes);
            AtomicInteger taken = new AtomicInteger();
            AtomicLong wrong = new AtomicLong();
            messages.register(ASK, (token, arguments, payload) -> {
                for (int i = 0; i < bytes; i++) {
                    wrong.addAndGet(payload.get(ValueLayout.JAVA_BYTE, i) == (byte) (i + token.source()) ? 0 : 1);
                }
                wrong.addAndGet(payload.byteSize() == bytes && arguments[0] == 9 ? 0 : 1);
                taken.incrementAndGet();
            });
            pgas.barrier();
            byte[] data = new byte[bytes];
            for (int i = 0; i < bytes; i++) {
                data[i] = (byte) (i + pgas.myThread());
            }
            long next = (pgas.myThread() + 1) % 3;
            messages.send(boxes.plus(next * bytes), ASK, MemorySegment.ofArray(data), 9);
            awaitCount(pgas, taken, 1);
            pgas.barrier();
            assertEquals(0, wrong.get());
            pgas.allFree(boxes);
        });
    }

    @Test
    void aHandlerThatThrowsIsToldWhereItRanAndTheLayerGoesOn() {
        PgasJob.run(2, pgas -> {
            MessageLayer messages = pgas.messages();
            AtomicInteger taken = new AtomicInteger();
            messages.register(BAD, (token, arguments, payload) -> {
                throw new IllegalStateException("bad day");
            });
            messages.register(ASK, (token, arguments, payload) -> taken.incrementAndGet());
            pgas.barrier();
            if (pgas.myThread() == 0) {
                messages.send(1, BAD, 3);
                messages.send(1, ASK, 3);
            } else {
                // Both may have come with the end of the barrier already.
                PgasException told = assertThrows(PgasException.class, () -> {
                    while (true) {
                        pgas.progress();
                    }
                });
                assertTrue(told.getMessage().contains("handler=7 source=0"), told.getMessage());
                assertTrue(told.getMessage().contains("bad day"), told.getMessage());
                awaitCount(pgas, taken, 1);
            }
            pgas.barrier();
        });
    }

    @Test
    void aWaitThatWouldNotEndIsEndedWhenAHandlerHasFailed() {
        PgasJob.run(2, pgas -> {
            MessageLayer messages = pgas.messages();
            messages.register(BAD, (token, arguments, payload) -> {
                throw new IllegalStateException("bad day");
            });
            pgas.barrier();
            if (pgas.myThread() == 0) {
                messages.send(1, BAD);
            } else {
                RuntimeException ended = assertThrows(RuntimeException.class, () -> pgas.rank().await(() -> false));
                assertTrue(ended.getMessage().contains("bad day"), ended.getMessage());
                assertThrows(PgasException.class, pgas::barrier);
            }
            pgas.barrier();
        });
    }

    @Test
    void messagesThatNobodyTakesAreTold() {
        PgasJob.run(2, pgas -> {
            MessageLayer messages = pgas.messages();
            for (int sender = 0; sender < 2; sender++) {
                pgas.barrier();
                if (pgas.myThread() == sender) {
                    messages.send(1 - sender, BAD);
                    continue;
                }
                PgasException told = assertThrows(PgasException.class, () -> {
                    while (true) {
                        pgas.progress();
                    }
                });
                assertTrue(told.getMessage().contains("handler=7"), told.getMessage());
            }
            pgas.barrier();
        });
    }

    @Test
    void handlersMayDoNothingButReplyOnce() {
        PgasJob.run(2, pgas -> {
            MessageLayer messages = pgas.messages();
            AtomicInteger answers = new AtomicInteger();
            AtomicReference<MessageLayer.Token> kept = new AtomicReference<>();
            AtomicLong refusals = new AtomicLong();
            messages.register(ASK, (token, arguments, payload) -> {
                kept.set(token);
                token.reply(ANSWER);
                refusals.addAndGet(refused(() -> token.reply(ANSWER)));
                refusals.addAndGet(refused(() -> messages.send(token.source(), ASK)));
                refusals.addAndGet(refused(() -> pgas.rank().await(() -> false)));
                refusals.addAndGet(refused(() -> pgas.at(0).run(() -> { })));
            });
            messages.register(ANSWER, (token, arguments, payload) -> {
                refusals.addAndGet(refused(() -> token.reply(ANSWER)));
                answers.incrementAndGet();
            });
            pgas.barrier();
            messages.send(1 - pgas.myThread(), ASK);
            awaitCount(pgas, answers, 1);
            pgas.barrier();
            pgas.progress();
            assertEquals(5, refusals.get());
            assertThrows(PgasException.class, () -> kept.get().reply(ANSWER));
            pgas.barrier();
        });
    }

    private static int refused(Runnable call) {
        try {
            call.run();
            return 0;
        } catch (PgasException | IllegalStateException e) {
            return 1;
        }
    }

    @Test
    void badCallsAreRefused() {
        PgasJob.run(1, pgas -> {
            MessageLayer messages = pgas.messages();
            messages.register(ASK, (token, arguments, payload) -> { });
            assertThrows(PgasException.class, () -> messages.register(ASK, (token, arguments, payload) -> { }));
            assertThrows(PgasException.class, () -> messages.register(256, (token, arguments, payload) -> { }));
            assertThrows(PgasException.class, () -> messages.register(-1, (token, arguments, payload) -> { }));
            assertThrows(PgasException.class, () -> messages.register(2, null));
            assertThrows(PgasException.class, () -> messages.send(1, ASK));
            assertThrows(PgasException.class, () -> messages.send(0, 256));
            assertThrows(PgasException.class, () -> messages.send(0, ASK, new long[17]));
        });
    }
}
