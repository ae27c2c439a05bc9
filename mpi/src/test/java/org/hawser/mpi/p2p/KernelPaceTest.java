package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Which copies count as slow, and for how long that keeps messages from the kernel; times are made up. */
class KernelPaceTest {
    private static final long BYTES = 18 << 10;
    /** What 18 KiB take within the rank, where 4 KiB take 500 and 32 KiB 1500. */
    private static final long USUAL = 1000;

    @Test
    void oneSlowCopyMayBeAnAccident() {
        withPeer(peer -> {
            KernelPace pace = pace();
            pace.took(peer, BYTES, 3 * USUAL);
            pace.took(peer, BYTES, USUAL);
            pace.took(peer, BYTES, 3 * USUAL);
            assertFalse(KernelPace.isOnDetour(peer));
        });
    }

    @Test
    void twoInARowMakeADetourThatEnds() {
        withPeer(peer -> {
            KernelPace pace = pace();
            pace.took(peer, BYTES, 2 * USUAL);
            pace.took(peer, BYTES, 2 * USUAL);
            // The message that was copied last is counted after it was copied.
            peer.sent(0);
            int detour = 0;
            while (KernelPace.isOnDetour(peer)) {
                peer.sent(0);
                detour++;
            }
            assertEquals(KernelPace.DETOUR, detour);
            pace.took(peer, BYTES, 2 * USUAL);
            assertTrue(KernelPace.isOnDetour(peer), "slow again");
        });
    }

    @Test
    void copiesOfTheUsualTimeAreNotSlowAtAnyLength() {
        withPeer(peer -> {
            KernelPace pace = pace();
            for (int i = 0; i < 100; i++) {
                pace.took(peer, 9 << 10, 700);
                pace.took(peer, 60 << 10, 2700);
            }
            assertFalse(KernelPace.isOnDetour(peer));
        });
    }

    /** Where the kernel refuses, nothing is known of how fast it could be. */
    @Test
    void withoutACopyToCompareWithNoneIsSlow() {
        withPeer(peer -> {
            KernelPace pace = new KernelPace(bytes -> Long.MAX_VALUE);
            pace.took(peer, BYTES, 1L << 40);
            pace.took(peer, BYTES, 1L << 40);
            assertFalse(KernelPace.isOnDetour(peer));
        });
    }

    private static KernelPace pace() {
        return new KernelPace(bytes -> bytes == KernelPace.FEW ? 500 : 1500);
    }

    private static void withPeer(Consumer<Partner> test) {
        P2pJob.run(P2pJob.FILES, 1, (rank, p2p) -> test.accept(new Partner(rank, 0, null,
            Limits.fromSettings(1 << 14))));
    }
}
