package org.hawser.fabric.tcp.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.IntFunction;
import org.hawser.fabric.Completion;
import org.hawser.fabric.Domain;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.Post;
import org.hawser.fabric.Region;
import org.hawser.fabric.RemoteRegion;
import org.junit.jupiter.api.Test;

/** Peers and networks that are slow, that fall silent without a word, or that never answer. */
class SlowAndSilentTest {
    private static final int WORD = 5;

    private static void poll(Conversation... all) {
        for (Conversation each : all) {
            each.to().poll(each::take, 16);
            each.checkFailures();
        }
        Thread.yield();
    }

    @Test
    void aSlowNetworkHoldsUpNobodyElse() {
        IntFunction<Proxy.Plan> slow = number -> Proxy.Plan.slow(2_048, 1_000_000);
        try (ProxiedRanks ranks = new ProxiedRanks(3).proxied(1, slow)) {
            Domain zero = ranks.open(0);
            Conversation toSlow = new Conversation(0, zero, 1, ranks.open(1), 0);
            Conversation toQuick = new Conversation(0, zero, 2, ranks.open(2), 0);
            ProxiedRanks.until(() -> {
                toSlow.post();
                if (toSlow.arrived() > 0 && toQuick.posted() - toQuick.arrived() < 20) {
                    toQuick.post();
                }
                poll(toSlow, toQuick);
                return toSlow.arrived() > 500 && toQuick.arrived() > toSlow.arrived() / 2;
            }, "messages on both ways");
            ProxiedRanks.until(() -> {
                poll(toSlow, toQuick);
                return toSlow.isSettled() && toQuick.isSettled();
            }, "the rest");
        }
    }

    @Test
    void aReceiverThatDoesNotPollHoldsUpItsSenderAndLosesNothing() {
        try (ProxiedRanks ranks = new ProxiedRanks(2).with("hawser.tcp.window", "64K")) {
            Domain one = ranks.open(1);
            Domain zero = ranks.open(0);
            Endpoint way = zero.connect(1);
            long[] posted = {0};
            int[] refused = {0};
            ProxiedRanks.until(() -> {
                if (way.sendShort(WORD, posted[0]) == Post.DONE) {
                    posted[0]++;
                    refused[0] = 0;
                } else {
                    refused[0]++;
                    zero.poll((source, word, memory, offset, length) -> { }, 16);
                    Thread.yield();
                }
                return refused[0] > 2_000;
            }, "the sender to be held up");
            assertTrue(posted[0] * 8 < 1 << 20, "messages that nobody takes are not kept without end: " + posted[0]);
            long[] taken = {0};
            ProxiedRanks.until(() -> {
                one.poll((source, word, memory, offset, length) -> taken[0]++, 64);
                return taken[0] == posted[0];
            }, "all of them");
        }
    }

    @Test
    void aConnectionThatFallsSilentIsMadeAgain() {
        // The first connection passes some frames and then nothing more, without an end; the next one is good.
        IntFunction<Proxy.Plan> plan = number -> number == 0 ? Proxy.Plan.cutThere(2_000, Proxy.End.STALL)
            : Proxy.Plan.CLEAN;
        try (ProxiedRanks ranks = new ProxiedRanks(2).with("hawser.tcp.patience", 4).proxied(1, plan)) {
            Domain zero = ranks.open(0);
            Conversation there = new Conversation(0, zero, 1, ranks.open(1), 100);
            ProxiedRanks.until(() -> {
                if (there.posted() - there.arrived() < 20) {
                    there.post();
                }
                zero.poll((source, word, memory, offset, length) -> { }, 16);
                poll(there);
                assertFalse(zero.isLost(1), "given up though it can be reached");
                return there.arrived() > 500 && there.rounds() > 10;
            }, "messages behind the silence");
        }
    }

    @Test
    void aPeerBehindADeadNetworkIsGivenUp() {
        // From some moment on every connection is taken, and nothing passes.
        IntFunction<Proxy.Plan> plan = number -> new Proxy.Plan(number == 0 ? 3_000 : 1, Long.MAX_VALUE,
            Proxy.End.STALL, 1_024, 0);
        try (ProxiedRanks ranks = new ProxiedRanks(2).with("hawser.tcp.patience", 2).proxied(1, plan).proxied(0,
                number -> Proxy.Plan.cutThere(1, Proxy.End.STALL))) {
            Domain zero = ranks.open(0);
            Domain one = ranks.open(1);
            Region region = one.allocate(4_096, 3, 99);
            RemoteRegion remote = zero.attach(region.key());
            Endpoint way = zero.connect(1);
            int[] failures = {0};
            int[] started = {0};
            Completion completion = new Completion() {
                @Override
                public void completed(long result) {
                    started[0]--;
                }

                @Override
                public void failed(RuntimeException cause) {
                    started[0]--;
                    failures[0]++;
                }
            };
            ProxiedRanks.until(() -> {
                if (zero.isAlive(1)) {
                    way.sendShort(WORD, 1);
                    if (started[0] == 0) {
                        started[0] = remote.fetchAdd(0, 1, completion) == Post.STARTED ? 1 : 0;
                    }
                }
                zero.poll((source, word, memory, offset, length) -> { }, 16);
                one.poll((source, word, memory, offset, length) -> { }, 16);
                return zero.isLost(1) && failures[0] > 0;
            }, "the peer to be given up, and what was under way to fail");
            assertEquals(0, started[0]);
            assertFalse(zero.isAlive(1));
        }
    }
}
