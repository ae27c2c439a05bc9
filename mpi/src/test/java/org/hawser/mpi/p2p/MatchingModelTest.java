package org.hawser.mpi.p2p;

import static org.hawser.mpi.p2p.PointToPoint.ANY_SOURCE;
import static org.hawser.mpi.p2p.PointToPoint.ANY_TAG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.hawser.mpi.p2p.MatchingModel.Posted;
import org.junit.jupiter.api.Test;

/** The model that the engine is held against follows the standard's rules. */
class MatchingModelTest {
    private final MatchingModel model = new MatchingModel();
    private int number;

    private Sent message(int source, int tag) {
        return new Sent(number++, source, 0, 0, tag, 8);
    }

    private static Pattern pattern(int from, int tag) {
        return new Pattern(0, from, tag);
    }

    @Test
    void messagesOfOneTagAreReceivedInTheOrderOfTheirSends() {
        Sent first = message(1, 5);
        Sent second = message(1, 5);
        model.arrive(first);
        model.arrive(second);
        assertSame(first, model.post(pattern(1, 5)).match);
        assertSame(second, model.post(pattern(ANY_SOURCE, ANY_TAG)).match);
        assertNull(model.post(pattern(1, 5)).match);
    }

    @Test
    void aReceiveOfATagPassesOverOtherTags() {
        Sent other = message(1, 4);
        Sent wanted = message(1, 5);
        model.arrive(other);
        model.arrive(wanted);
        assertSame(wanted, model.post(pattern(1, 5)).match);
        assertEquals(List.of(other), model.arrived());
    }

    @Test
    void theReceivePostedFirstGetsTheMessageThatFitsSeveral() {
        Posted tag = model.post(pattern(1, 5));
        Posted any = model.post(pattern(ANY_SOURCE, ANY_TAG));
        Posted late = model.post(pattern(2, 7));
        assertSame(any, model.arrive(message(2, 7)));
        assertSame(late, model.arrive(message(2, 7)));
        assertSame(tag, model.arrive(message(1, 5)));
        assertEquals(List.of(), model.posted());
    }

    @Test
    void contextsAreApart() {
        Posted receive = model.post(new Pattern(3, ANY_SOURCE, ANY_TAG));
        assertNull(model.arrive(message(1, 5)));
        assertSame(receive, model.arrive(new Sent(number++, 1, 0, 3, 5, 8)));
    }

    @Test
    void aCancelledReceiveMatchesNothingAndAMatchedOneIsNotCancelled() {
        Posted first = model.post(pattern(ANY_SOURCE, 5));
        Posted second = model.post(pattern(1, 5));
        assertTrue(model.cancel(first));
        assertSame(second, model.arrive(message(1, 5)));
        assertFalse(model.cancel(second));
    }

    @Test
    void aPeekLeavesTheMessageAndATakeDoesNot() {
        Sent message = message(1, 5);
        model.arrive(message);
        assertSame(message, model.peek(pattern(ANY_SOURCE, 5)));
        assertNull(model.peek(pattern(2, 5)));
        assertSame(message, model.take(pattern(1, ANY_TAG)));
        assertNull(model.peek(pattern(ANY_SOURCE, 5)));
    }
}
