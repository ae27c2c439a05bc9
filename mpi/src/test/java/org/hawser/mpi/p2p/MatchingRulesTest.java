package org.hawser.mpi.p2p;

import static org.hawser.mpi.p2p.PointToPoint.ANY_SOURCE;
import static org.hawser.mpi.p2p.PointToPoint.ANY_TAG;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules that programs are checked by let good outcomes pass and find bad ones. */
class MatchingRulesTest {
    private final List<Sent> sent = new ArrayList<>();
    private final List<Receipt> receipts = new ArrayList<>();

    private Sent send(int source, int tag, int bytes) {
        Sent message = new Sent(sent.size(), source, 0, 0, tag, bytes);
        sent.add(message);
        return message;
    }

    private Receipt receive(int from, int tag, Sent got, int capacity) {
        Receipt receipt = Receipt.of(new Pattern(0, from, tag));
        receipt.place = Spot.bytes(capacity);
        receipt.source = got.source();
        receipt.tag = got.tag();
        receipt.bytes = got.bytes();
        receipt.truncated = got.bytes() > capacity;
        Contents.fill(receipt.place.memory().asSlice(0, Math.min(got.bytes(), capacity)), got.seed());
        receipts.add(receipt);
        return receipt;
    }

    private void assertRefused(String why) {
        AssertionError error = assertThrows(AssertionError.class, () -> MatchingRules.check(sent, receipts));
        assertTrue(error.getMessage().startsWith(why), error.getMessage());
    }

    @Test
    void messagesOfTwoSourcesMayComeInAnyOrder() {
        Sent one = send(1, 5, 100);
        Sent two = send(2, 5, 50);
        receive(ANY_SOURCE, ANY_TAG, two, 100);
        receive(ANY_SOURCE, 5, one, 99);
        MatchingRules.check(sent, receipts);
    }

    @Test
    void messagesOfOneKindInTheWrongOrderAreFound() {
        Sent one = send(1, 5, 100);
        Sent two = send(1, 5, 100);
        receive(1, 5, two, 100);
        receive(1, 5, one, 100);
        assertRefused("wrong byte");
    }

    @Test
    void anEarlierMessageThatAWildcardPassedOverIsFound() {
        Sent one = send(1, 4, 0);
        Sent two = send(1, 5, 0);
        receive(1, ANY_TAG, two, 0);
        receive(1, 4, one, 0);
        assertRefused("an earlier message was passed over");
    }

    @Test
    void aReceiveOfATagMayPassOverOtherTags() {
        Sent one = send(1, 4, 0);
        Sent two = send(1, 5, 0);
        receive(1, 5, two, 0);
        receive(1, ANY_TAG, one, 0);
        MatchingRules.check(sent, receipts);
    }

    @Test
    void aMessageReceivedTwiceOrNeverIsFound() {
        Sent one = send(1, 4, 8);
        assertRefused("never received");
        receive(1, 4, one, 8);
        receive(1, 4, one, 8);
        assertRefused("received what was not sent");
    }

    @Test
    void aByteOutsideTheMessageIsFound() {
        Receipt receipt = receive(1, 4, send(1, 4, 8), 16);
        receipt.place.memory().set(ValueLayout.JAVA_BYTE, 9, (byte) 0);
        assertRefused("a byte outside the message was written: position=9");
    }

    @Test
    void truncationThatIsNotToldIsFound() {
        receive(1, 4, send(1, 4, 9), 8).truncated = false;
        assertRefused("truncation is told wrongly");
    }

    @Test
    void aPeekSeesTheMessageThatTheNextReceiveGets() {
        Sent one = send(1, 4, 8);
        Sent two = send(1, 4, 9);
        Envelope seen = new Envelope();
        seen.source = 1;
        seen.tag = 4;
        seen.bytes = 8;
        receipts.add(Receipt.ofPeek(new Pattern(0, 1, ANY_TAG), seen));
        receive(1, 4, one, 8);
        receive(1, 4, two, 9);
        MatchingRules.check(sent, receipts);
        receipts.add(receipts.remove(0));
        assertRefused("received what was not sent");
    }
}
