package org.hawser.fabric.tcp.fault;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.hawser.fabric.Domain;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections break at every byte, and nobody notices. */
class CutTest {
    /** What the two sides say before the streams go on. */
    private static final int HANDSHAKE_THERE = 128;
    private static final int HANDSHAKE_BACK = 160;
    private static final int BYTES = 1_000;

    private enum Direction {
        THERE, BACK
    }

    @ParameterizedTest
    @EnumSource(Direction.class)
    void connectionsCutByteByByteLoseNothing(Direction direction) {
        run(BYTES, "off", number -> {
            Proxy.End end = number % 2 == 0 ? Proxy.End.CLOSE : Proxy.End.RESET;
            return direction == Direction.THERE ? Proxy.Plan.cutThere(HANDSHAKE_THERE + number, end)
                : Proxy.Plan.cutBack(HANDSHAKE_BACK + number, end);
        });
    }

    @ParameterizedTest
    @EnumSource(Direction.class)
    void handshakesCutByteByByteAreTriedAgain(Direction direction) {
        int handshake = direction == Direction.THERE ? HANDSHAKE_THERE : HANDSHAKE_BACK;
        run(2 * handshake, "off", number -> {
            // Every other one gets a little further, so that there is something to go on with.
            int bytes = number % 2 == 0 ? number / 2 : handshake + 100 + number;
            Proxy.End end = number % 4 < 2 ? Proxy.End.CLOSE : Proxy.End.RESET;
            return direction == Direction.THERE ? Proxy.Plan.cutThere(bytes, end) : Proxy.Plan.cutBack(bytes, end);
        });
    }

    @ParameterizedTest
    @EnumSource(Direction.class)
    void encryptedConnectionsCutAnywhereLoseNothing(Direction direction) {
        run(40, "on", number -> {
            // TLS's own handshake takes some thousand bytes; every other cut comes behind it.
            int bytes = number % 2 == 0 ? 137 * number : 8_000 + 391 * number;
            Proxy.End end = number % 4 < 2 ? Proxy.End.CLOSE : Proxy.End.RESET;
            return direction == Direction.THERE ? Proxy.Plan.cutThere(bytes, end) : Proxy.Plan.cutBack(bytes, end);
        });
    }

    /** Lets two ranks talk in both directions until so many connections were cut, and then finish. */
    private static void run(int cuts, String tls, IntFunction<Proxy.Plan> plan) {
        AtomicInteger next = new AtomicInteger();
        // Whoever dials, it is the next one that is cut.
        IntFunction<Proxy.Plan> shared = own -> {
            int number = next.getAndIncrement();
            return number < cuts ? plan.apply(number) : Proxy.Plan.CLEAN;
        };
        try (ProxiedRanks ranks = new ProxiedRanks(2).with("hawser.tcp.patience", 20).with("hawser.tcp.tls", tls)
                .proxied(0, shared).proxied(1, shared)) {
            Domain zero = ranks.open(0);
            Domain one = ranks.open(1);
            Conversation there = new Conversation(0, zero, 1, one, 5_000);
            Conversation back = new Conversation(1, one, 0, zero, 500);
            ProxiedRanks.until(() -> {
                talk(there, back);
                return next.get() > cuts;
            }, "all cuts");
            long rounds = Math.min(there.rounds(), back.rounds());
            ProxiedRanks.until(() -> {
                talk(there, back);
                return Math.min(there.rounds(), back.rounds()) > rounds + 5;
            }, "remote access to go on");
            ProxiedRanks.until(() -> {
                poll(there, back);
                return there.isSettled() && back.isSettled() && there.isFree() && back.isFree();
            }, "what was sent last");
            there.checkCounter();
            back.checkCounter();
            assertTrue(there.arrived() > 0 && back.arrived() > 0);
            assertTrue(zero.isAlive(1) && one.isAlive(0));
            assertFalse(zero.isLost(1) || one.isLost(0));
        }
    }

    private static void talk(Conversation there, Conversation back) {
        for (Conversation each : new Conversation[] {there, back}) {
            if (each.posted() - each.arrived() < 20) {
                each.post();
            }
        }
        poll(there, back);
    }

    private static void poll(Conversation there, Conversation back) {
        there.to().poll(there::take, 16);
        back.to().poll(back::take, 16);
        there.checkFailures();
        back.checkFailures();
        Thread.yield();
    }
}
