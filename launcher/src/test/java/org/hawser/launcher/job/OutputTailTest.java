package org.hawser.launcher.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutputTailTest {
    private final OutputTail tail = new OutputTail();

    private void append(boolean error, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        tail.append(error, bytes, bytes.length);
    }

    @Test
    void halfALineOfOneStreamDoesNotMeetTheOther() {
        append(true, "Exception in ");
        append(false, "step 1\nstep");
        append(true, "thread main\n\tat ");
        append(false, " 2");
        assertEquals(List.of("step 1", "Exception in thread main", "step 2", "\tat "), tail.lines(10));
        assertEquals(List.of("step 2", "\tat "), tail.lines(2));
        assertEquals(List.of("Exception in thread main", "\tat "), tail.errorLines());
    }

    @Test
    void theLastOfLongOutputIsKept() {
        append(false, "x".repeat(20_000));
        append(false, "\nlast\n");
        assertEquals(List.of("last"), tail.lines(1));
    }
}
