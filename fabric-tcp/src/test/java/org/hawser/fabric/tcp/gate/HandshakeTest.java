package org.hawser.fabric.tcp.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HandshakeTest {
    private static final int DIALLER = 2;
    private static final int ACCEPTING = 5;
    private static final int SIZE = 8;
    private static final JobKeys KEYS = new JobKeys(secret(1));
    private static final int DIALLER_BYTES = HandshakeLayout.CHALLENGE - HandshakeLayout.HELLO + HandshakeLayout.WELCOME
        - HandshakeLayout.PROOF;
    private static final int ACCEPTING_BYTES = HandshakeLayout.END - DIALLER_BYTES;

    private final RecordedAdmissions dialling = new RecordedAdmissions(1_000);
    private final RecordedAdmissions accepting = new RecordedAdmissions(77);

    private static byte[] secret(int seed) {
        byte[] secret = new byte[32];
        new Random(seed).nextBytes(secret);
        return secret;
    }

    private static Identity rank(int rank, JobKeys keys, int version) {
        return new Identity(rank, SIZE, "here", keys, null, version);
    }

    private static Identity rank(int rank) {
        return rank(rank, KEYS, HandshakeLayout.VERSION);
    }

    /** One side of a conversation, and how it ended. */
    private static final class Side {
        final MemoryWire wire;
        final Handshake handshake;
        Admitted admitted;
        IOException failure;

        Side(MemoryWire wire, Handshake handshake) {
            this.wire = wire;
            this.handshake = handshake;
        }

        void advance() {
            if (admitted != null || failure != null) {
                return;
            }
            try {
                if (handshake.advance() == 0) {
                    admitted = handshake.result();
                }
            } catch (RefusedException e) {
                handshake.tell(e);
                wire.close();
                failure = e;
            } catch (IOException e) {
                failure = e;
            }
        }

        Refusal refusal() {
            return assertInstanceOf(RefusedException.class, failure).why();
        }

        /** What happened and where is told with what to do. */
        void assertSaid(String... parts) {
            for (String part : parts) {
                assertTrue(failure.getMessage().contains(part), () -> part + " is not in: " + failure.getMessage());
            }
        }
    }

    private Side dial(MemoryWire wire, Identity self) {
        return new Side(wire, Handshake.dialling(self, wire, dialling, ACCEPTING));
    }

    private Side accept(MemoryWire wire, Identity self) {
        return new Side(wire, Handshake.accepting(self, wire, accepting));
    }

    private static void talk(Side one, Side other) {
        // Four messages, and a refusal; short steps of a limited wire need more turns.
        for (int turn = 0; turn < 700; turn++) {
            one.advance();
            other.advance();
        }
    }

    private Side[] between(Identity dialler, Identity acceptor) {
        MemoryWire[] ends = MemoryWire.pair();
        return new Side[] {dial(ends[0], dialler), accept(ends[1], acceptor)};
    }

    private Side[] talkBetween(Identity dialler, Identity acceptor) {
        Side[] sides = between(dialler, acceptor);
        talk(sides[0], sides[1]);
        return sides;
    }

    @Test
    void bothSidesLearnWhoIsThereAndHowFarItHasReceived() {
        Side[] sides = talkBetween(rank(DIALLER), rank(ACCEPTING));

        assertEquals(new Admitted(sides[0].wire, ACCEPTING, true, 77), sides[0].admitted);
        assertEquals(new Admitted(sides[1].wire, DIALLER, false, 1_000), sides[1].admitted);
    }

    @Test
    void messagesMayComeByteByByteAndWhatFollowsThemIsLeftAlone() {
        Side[] sides = between(rank(DIALLER), rank(ACCEPTING));
        sides[0].wire.limit(1);
        sides[1].wire.limit(1);
        talk(sides[0], sides[1]);
        sides[0].wire.arrive(new byte[] {1, 2, 3});

        assertEquals(77, sides[0].admitted.peerReceived());
        assertEquals(1_000, sides[1].admitted.peerReceived());
        assertEquals(3, sides[0].wire.unread());
        assertEquals(0, sides[1].wire.unread());
    }

    @Test
    void everyChangedBitFromTheDiallerIsRefused() {
        for (int bit = 0; bit < DIALLER_BYTES * Byte.SIZE; bit++) {
            Side[] sides = between(rank(DIALLER), rank(ACCEPTING));
            sides[0].wire.flip(bit);
            talk(sides[0], sides[1]);

            assertNull(sides[0].admitted, "bit " + bit);
            assertNull(sides[1].admitted, "bit " + bit);
            assertInstanceOf(RefusedException.class, sides[1].failure, "bit " + bit);
        }
        assertEquals(0, accepting.asked, "the streams were asked about a peer that had not proved itself");
    }

    @Test
    void everyChangedBitFromTheAcceptingSideIsRefused() {
        for (int bit = 0; bit < ACCEPTING_BYTES * Byte.SIZE; bit++) {
            Side[] sides = between(rank(DIALLER), rank(ACCEPTING));
            sides[1].wire.flip(bit);
            talk(sides[0], sides[1]);

            assertNull(sides[0].admitted, "bit " + bit);
            assertInstanceOf(RefusedException.class, sides[0].failure, "bit " + bit);
        }
    }

    @Test
    void whatWasRecordedOfOneConversationIsOfNoUseInTheNext() {
        Side[] first = talkBetween(rank(DIALLER), rank(ACCEPTING));
        accepting.asked = 0;
        dialling.asked = 0;

        MemoryWire toAcceptor = MemoryWire.alone();
        toAcceptor.arrive(first[0].wire.written());
        Side acceptor = accept(toAcceptor, rank(ACCEPTING));
        talk(acceptor, acceptor);
        MemoryWire toDialler = MemoryWire.alone();
        toDialler.arrive(first[1].wire.written());
        Side dialler = dial(toDialler, rank(DIALLER));
        talk(dialler, dialler);

        assertEquals(Refusal.WRONG_PROOF, acceptor.refusal());
        assertEquals(Refusal.WRONG_PROOF, dialler.refusal());
        assertEquals(0, accepting.asked);
        assertEquals(0, dialling.asked);
    }

    @Test
    void noncesAreNeverTheSame() {
        byte[] first = talkBetween(rank(DIALLER), rank(ACCEPTING))[0].wire.written();
        byte[] second = talkBetween(rank(DIALLER), rank(ACCEPTING))[0].wire.written();

        assertFalse(Arrays.equals(Arrays.copyOfRange(first, HandshakeLayout.HEAD, HandshakeLayout.CHALLENGE),
            Arrays.copyOfRange(second, HandshakeLayout.HEAD, HandshakeLayout.CHALLENGE)));
    }

    @Test
    void aRanksOwnWordsSentBackToItAreRefused() {
        MemoryWire mirror = MemoryWire.alone();
        Side dialler = dial(mirror, rank(DIALLER));
        dialler.advance();
        mirror.arrive(mirror.written());
        dialler.advance();

        assertEquals(Refusal.NOT_HAWSER, dialler.refusal());
    }

    @Test
    void anotherSecretIsAnotherJob() {
        Side[] sides = talkBetween(rank(DIALLER, new JobKeys(secret(2)), HandshakeLayout.VERSION), rank(ACCEPTING));

        assertEquals(Refusal.OTHER_JOB, sides[1].refusal());
        assertEquals(Refusal.OTHER_JOB, sides[0].refusal());
        assertEquals(HandshakeLayout.HEAD, sides[1].wire.written().length, "a stranger got more than a refusal");
        sides[1].assertSaid("rank=5", "peerHost=", "this job goes on", "--port-range", "HAWSER_SHARED_DIR");
        sides[0].assertSaid("rank=2", "peer=5", "another job listens at its port now", "--port-range");
    }

    @Test
    void theTagAloneOpensNothing() {
        byte[] hello = talkBetween(rank(DIALLER), rank(ACCEPTING))[0].wire.written();
        accepting.asked = 0;
        MemoryWire wire = MemoryWire.alone();
        wire.arrive(Arrays.copyOf(hello, HandshakeLayout.CHALLENGE));
        Side acceptor = accept(wire, rank(ACCEPTING));
        acceptor.advance();
        byte[] guess = Arrays.copyOfRange(hello, HandshakeLayout.CHALLENGE, hello.length);
        Arrays.fill(guess, HandshakeLayout.HEAD, guess.length, (byte) 0);
        wire.arrive(guess);
        acceptor.advance();

        assertEquals(Refusal.WRONG_PROOF, acceptor.refusal());
        acceptor.assertSaid("rank=5", "peer=2", "look who is at peerHost", "--tls");
        assertEquals(0, accepting.asked);
    }

    @Test
    void ranksThatAreNoneAreRefused() {
        assertEquals(Refusal.WRONG_RANK, talkBetween(rank(SIZE), rank(ACCEPTING))[1].refusal());
        assertEquals(Refusal.WRONG_RANK, talkBetween(rank(-3), rank(ACCEPTING))[1].refusal());
        assertEquals(Refusal.WRONG_RANK, talkBetween(rank(ACCEPTING), rank(ACCEPTING))[1].refusal());
    }

    @Test
    void aDialThatReachesAnotherRankIsRefused() {
        Side[] sides = talkBetween(rank(DIALLER), rank(ACCEPTING + 1));

        assertEquals(Refusal.WRONG_RANK, sides[1].refusal());
        assertEquals(Refusal.WRONG_RANK, sides[0].refusal());
    }

    @Test
    void twoVersionsAreNamedAtBothSides() {
        Side[] sides = talkBetween(rank(DIALLER, KEYS, 1), rank(ACCEPTING, KEYS, 2));

        assertEquals(Refusal.OTHER_VERSION, sides[0].refusal());
        assertEquals(Refusal.OTHER_VERSION, sides[1].refusal());
        String text = sides[0].failure.getMessage();
        assertTrue(text.contains("rank=2 host=here protocol=1 peer=5"), text);
        assertTrue(text.contains("peerProtocol=2"), text);
        assertTrue(sides[1].failure.getMessage().contains("protocol=2 peer=2"), sides[1].failure.getMessage());
        assertTrue(text.contains("same version of Hawser"), text);
    }

    @Test
    void aRankThatDialsTooSaysThatItsOwnDialWins() {
        accepting.answer = Admissions.YIELD;
        Side[] sides = talkBetween(rank(DIALLER), rank(ACCEPTING));

        assertEquals(Refusal.YIELD, sides[0].refusal());
        assertNull(sides[1].admitted);
        assertFalse(Refusal.YIELD.isFinal());
    }

    @Test
    void aRankThatHasGivenThePeerUpSaysSo() {
        accepting.answer = Admissions.GONE;
        Side[] sides = talkBetween(rank(DIALLER), rank(ACCEPTING));

        assertEquals(Refusal.GONE, sides[0].refusal());
        assertNull(sides[1].admitted);
    }

    @Test
    void aDialCanBeDroppedUntilItIsProved() {
        dialling.offset = -1;
        Side[] sides = talkBetween(rank(DIALLER), rank(ACCEPTING));

        assertEquals(Refusal.YIELD, sides[0].refusal());
        assertNull(sides[1].admitted);
        assertEquals(0, accepting.asked);
    }

    @Test
    void whoeverSpeaksAnotherProtocolIsRefusedAtItsFirstBytes() {
        for (String text : new String[] {"GET / HTTP/1.1\r\n", "SSH-2.0-x\r\n", "HAWSEL"}) {
            MemoryWire wire = MemoryWire.alone();
            wire.arrive(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            Side acceptor = accept(wire, rank(ACCEPTING));
            acceptor.advance();
            assertEquals(Refusal.NOT_HAWSER, acceptor.refusal(), text);
            acceptor.assertSaid("rank=5", "the job goes on", "--port-range, hawser.tcp.ports");
            MemoryWire there = MemoryWire.alone();
            there.arrive(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            Side dialler = dial(there, rank(DIALLER));
            dialler.advance();
            assertEquals(Refusal.NOT_HAWSER, dialler.refusal(), text);
            dialler.assertSaid("rank=2", "peer=5", "something else answers", "hawser.tcp.interface");
        }
        MemoryWire wire = MemoryWire.alone();
        wire.arrive(new byte[] {22, 3, 1, 0, 10});
        Side acceptor = accept(wire, rank(ACCEPTING));
        acceptor.advance();
        assertTrue(acceptor.failure.getMessage().contains("TLS"), acceptor.failure.getMessage());
    }

    @Test
    void theKeysOfTwoJobsDiffer() {
        JobKeys other = new JobKeys(secret(2));

        assertNotEquals(KEYS.tag(), other.tag());
        assertFalse(Arrays.equals(KEYS.tlsSeed(), other.tlsSeed()));
        assertFalse(Arrays.equals(KEYS.mac().doFinal(), other.mac().doFinal()));
        assertEquals(KEYS.tag(), new JobKeys(secret(1)).tag());
    }
}
