package org.hawser.fabric.tcp.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.tcp.gate.GateBench.Station;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gates of different jobs. */
class StrangeJobsTest {
    private static final int NUMBER = 7;

    private final GateBench bench = new GateBench();

    @AfterEach
    void close() throws IOException {
        bench.close();
    }

    private Station open(int rank, int secret, boolean tls) {
        return bench.open(rank, GateBench.secret(secret), tls ? GateBench.TLS : GateBench.PLAIN);
    }

    private static void introduce(Station one, int rank, Station other, int number) {
        one.gate.introduce(number, rank, other.gate.contact());
    }

    private Refusal dialInVain(Station from, int number, Station to) {
        from.gate.dial(number, to.gate.address());
        bench.until(() -> !from.admissions.failures.isEmpty(), "a refusal");
        assertEquals(List.of(), to.admissions.admitted);
        assertEquals(0, to.admissions.asked, "nobody is asked about a peer that has not proved itself");
        return from.admissions.failures.getFirst();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ranksOfTwoJobsThatWereIntroducedGetThrough(boolean tls) {
        Station one = open(1, 1, tls);
        Station two = open(2, 2, tls);
        introduce(one, 2, two, NUMBER);
        introduce(two, 1, one, NUMBER + 1);

        bench.join(one, NUMBER, two);
        assertEquals(NUMBER, one.admissions.admitted.getFirst().peer());
        assertEquals(NUMBER + 1, two.admissions.admitted.getFirst().peer());

        bench.join(two, NUMBER + 1, one);
        assertEquals(NUMBER, one.admissions.admitted.getLast().peer());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ranksOfOneJobStillGetThrough(boolean tls) {
        Station one = open(1, 1, tls);
        Station two = open(2, 1, tls);
        Station stranger = open(2, 2, tls);
        introduce(one, 2, stranger, NUMBER);
        introduce(stranger, 1, one, NUMBER);
        bench.join(two, 1, one);
        assertEquals(2, one.admissions.admitted.getFirst().peer());
        bench.join(stranger, NUMBER, one);
        assertEquals(NUMBER, one.admissions.admitted.getLast().peer());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneThatKnowsWithoutBeingKnownIsRefused(boolean tls) {
        Station one = open(1, 1, tls);
        Station two = open(2, 2, tls);
        introduce(one, 2, two, NUMBER);
        Refusal why = dialInVain(one, NUMBER, two);
        assertEquals(tls ? Refusal.TLS : Refusal.OTHER_JOB, why);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void thirdJobCannotPassForAnother(boolean tls) {
        Station one = open(1, 1, tls);
        Station two = open(2, 2, tls);
        Station third = open(2, 3, tls);
        introduce(two, 1, one, NUMBER);
        introduce(third, 1, one, NUMBER);
        introduce(one, 2, two, NUMBER);
        assertTrue(dialInVain(third, NUMBER, one).isFinal());
    }

    @Test
    void rankThatWasNotIntroducedIsRefusedThoughItsJobIsKnown() {
        Station one = open(1, 1, false);
        Station two = open(2, 2, false);
        Station other = open(3, 2, false);
        introduce(one, 2, two, NUMBER);
        introduce(other, 1, one, NUMBER);
        assertEquals(Refusal.WRONG_RANK, dialInVain(other, NUMBER, one));
    }

    /** Rank 1 of job A calls rank 2 of job B, and somebody leads the call to rank 2 of job A. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void callToAnotherJobCannotBeLedBackToTheOwnOne(boolean tls) {
        Station caller = open(1, 1, tls);
        Station meant = open(2, 2, tls);
        Station sameJob = open(2, 1, tls);
        introduce(caller, 2, meant, NUMBER);
        introduce(meant, 1, caller, NUMBER);
        sameJob.gate.introduce(NUMBER, 1, meant.gate.contact());
        assertTrue(dialInVain(caller, NUMBER, sameJob).isFinal());
    }

    @Test
    void introducingARankDropsHandshakesWithIt() {
        Station one = open(1, 1, false);
        Station two = open(2, 2, false);
        introduce(one, 2, two, NUMBER);
        introduce(two, 1, one, NUMBER);
        one.gate.dial(NUMBER, two.gate.address());
        bench.until(() -> two.gate.strangers() == 1, "the other to hear of it");
        introduce(one, 2, two, NUMBER);
        bench.until(() -> two.gate.strangers() == 0, "the other to see the end of it");
        assertEquals(List.of(), one.admissions.admitted);
        assertEquals(List.of(), two.admissions.admitted);
    }

    @Test
    void contactsThatAreNoneAreRefused() {
        Station one = open(1, 1, false);
        String zero = "00".repeat(32);
        for (String bad : List.of("", "127.0.0.1:1", "127.0.0.1:1/", "127.0.0.1:1/zz", "127.0.0.1:1/" + zero,
                one.gate.contact())) {
            assertThrows(FabricException.class, () -> one.gate.introduce(NUMBER, 0, bad), bad);
        }
    }

    @Test
    void twoJobsAgreeOnWhatNoThirdHas() {
        MeetingKey one = new JobKeys(GateBench.secret(1)).meeting();
        MeetingKey two = new JobKeys(GateBench.secret(2)).meeting();
        MeetingKey three = new JobKeys(GateBench.secret(3)).meeting();
        byte[] common = one.agreeWith(two.publicHalf());
        assertTrue(Arrays.equals(common, two.agreeWith(one.publicHalf())));
        assertTrue(!Arrays.equals(common, three.agreeWith(one.publicHalf())));
        assertNotEquals(JobKeys.between(common, one.publicHalf(), two.publicHalf()).tag(),
            JobKeys.between(common, two.publicHalf(), one.publicHalf()).tag());
    }

    /** The example of RFC 7748, section 6.1. */
    @Test
    void keysAreThoseOfTheStandard() {
        HexFormat hex = HexFormat.of();
        MeetingKey alice = new MeetingKey(
            hex.parseHex("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"));
        MeetingKey bob = new MeetingKey(
            hex.parseHex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"));
        assertEquals("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a", alice.publicText());
        assertEquals("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f", bob.publicText());
        assertEquals("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742",
            hex.formatHex(alice.agreeWith(bob.publicHalf())));
    }
}
