package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.hawser.testkit.Medium;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Large receives, into memory that the sender can write by itself, meet their messages in every order: what the sender
 * knows of a receive may be old, and what the receiver knows of a message may be nothing.
 */
class LargeReceivesTest {
    private static final int LARGE = 100_000;

    static List<Medium> media() {
        return List.of(P2pJob.THREADS, P2pJob.FILES);
    }

    private static void spinUntil(AtomicInteger phase, int wanted) {
        while (phase.get() < wanted) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @MethodSource("media")
    void messagesThatWaitForTheirReceivesDoNotHoldUpALargeOne(Medium medium) {
        P2pJob.run(medium, 2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            int waiting = 300;
            if (rank.number() == 0) {
                List<Operation> sends = new ArrayList<>();
                for (int i = 0; i < waiting; i++) {
                    sends.add(messages.startSend(1, 1, false, Messages.filled(10_000, i)));
                }
                messages.send(1, 2, 1 << 20, 7);
                sends.forEach(messages::finish);
            } else {
                messages.receive(0, 2, 1 << 20, 7);
                for (int i = 0; i < waiting; i++) {
                    messages.receive(0, 1, 10_000, i);
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("media")
    void ofTwoReceivesThatHaveTheirMessagesTheLaterMayBeLookedAtFirst(Medium medium) {
        P2pJob.run(medium, 2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            Spot.Maker spots = new Spot.Maker(rank);
            for (int round = 0; round < 20; round++) {
                if (rank.number() == 0) {
                    rank.barrier();
                    messages.send(1, 1, LARGE, 1);
                    messages.send(1, 2, LARGE, 2);
                    rank.barrier();
                    rank.barrier();
                    p2p.progress();
                    messages.send(1, 1, LARGE, 3);
                } else {
                    Spot first = spots.make(Spot.Kind.RUNTIME, LARGE, 0);
                    Spot second = spots.make(Spot.Kind.RUNTIME, LARGE, 0);
                    Spot third = spots.make(Spot.Kind.RUNTIME, LARGE, 0);
                    Operation one = messages.post(0, 1, first);
                    Operation two = messages.post(0, 2, second);
                    rank.barrier();
                    rank.barrier();
                    messages.finish(two, second, 2, LARGE, 2);
                    Operation three = messages.post(0, 1, third);
                    rank.barrier();
                    messages.finish(three, third, 1, LARGE, 3);
                    messages.finish(one, first, 1, LARGE, 1);
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("media")
    void aTruncatedReceiveIsNotWrittenAnyMoreWhenItIsDone(Medium medium) {
        P2pJob.run(medium, 2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            Spot small = new Spot.Maker(rank).make(Spot.Kind.RUNTIME, LARGE, 0);
            for (int round = 0; round < 50; round++) {
                if (rank.number() == 0) {
                    rank.barrier();
                    messages.send(1, 1, 2 * LARGE, round);
                    messages.send(1, 1, 2 * LARGE, round);
                } else {
                    Operation receive = messages.post(0, 1, small);
                    rank.barrier();
                    messages.finishTruncated(receive, small, 0, 1);
                    Contents.fill(small.memory(), -1);
                    messages.receive(0, 1, 2 * LARGE, round);
                    Contents.check(small.memory(), -1, "truncated receive");
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("media")
    void largeReceivesThatMostlyGetShortMessagesGetThemInOrder(Medium medium) {
        P2pJob.run(medium, 2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            Spot spot = new Spot.Maker(rank).make(Spot.Kind.RUNTIME, LARGE, 0);
            int messagesSent = 5_000;
            for (int i = 0; i < messagesSent; i++) {
                int bytes = i % 50 < 30 ? 8 : LARGE;
                if (rank.number() == 0) {
                    messages.send(1, 1, bytes, i);
                } else {
                    Operation receive = p2p.receive(0, 0, 1, null, spot.offset, LARGE);
                    assertEquals(bytes, receive.bytes(), "message " + i);
                    Contents.check(spot.memory().asSlice(0, bytes), i, "message " + i);
                    p2p.recycle(receive);
                    spot.memory().asSlice(LARGE - 8).fill((byte) i);
                }
            }
        });
    }

    /** The sender hears of the first receive when many messages have gone since, and of the second at the same time. */
    @ParameterizedTest
    @MethodSource("media")
    void aReceiveThatItsSenderHearsOfTooLateHarmsNoLaterOne(Medium medium) {
        AtomicInteger phase = new AtomicInteger();
        P2pJob.run(medium, 2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            Spot spot = new Spot.Maker(rank).make(Spot.Kind.RUNTIME, LARGE, 0);
            if (rank.number() == 0) {
                spinUntil(phase, 1);
                for (int i = 0; i < 200; i++) {
                    messages.send(1, 9, 0, 0);
                }
                messages.send(1, 1, 8, 1);
                spinUntil(phase, 2);
                progress(p2p);
                phase.set(3);
                spinUntil(phase, 4);
                messages.send(1, 1, LARGE, 2);
            } else {
                Operation first = messages.post(0, 1, spot);
                phase.set(1);
                p2p.await(first);
                assertEquals(8, first.bytes());
                p2p.recycle(first);
                Spot next = new Spot.Maker(rank).make(Spot.Kind.RUNTIME, LARGE, 0);
                Operation second = messages.post(0, 1, next);
                phase.set(2);
                spinUntil(phase, 3);
                progress(p2p);
                phase.set(4);
                messages.finish(second, next, 1, LARGE, 2);
                for (int i = 0; i < 200; i++) {
                    messages.receive(0, 9, 0, 0);
                }
            }
        });
    }

    private static void progress(PointToPoint p2p) {
        for (int i = 0; i < 1000; i++) {
            p2p.progress();
        }
    }
}
