package org.hawser.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {

    @Test
    void countsSlipsOfTheFinger() {
        assertEquals(0, Suggestion.distance("run", "run"));
        assertEquals(1, Suggestion.distance("rnu", "run"));
        assertEquals(1, Suggestion.distance("tes", "test"));
        assertEquals(3, Suggestion.distance("", "run"));
    }

    @Test
    void guessesNothingFromNothing() {
        assertEquals("", Suggestion.among("-q", List.of("-n", "--threads")));
        assertEquals("", Suggestion.among("frobnicate", List.of("run", "test")));
    }
}
