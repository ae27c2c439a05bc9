package org.hawser.platform.libc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NoticesTest {
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        System.setErr(before);
    }

    private long lines() {
        return said.toString(StandardCharsets.UTF_8).lines().count();
    }

    @Test
    void aLineThatIsSaidOnceIsNotRepeated() {
        Notices.once("something of this test is missing");
        Notices.once("something of this test is missing");

        assertEquals(1, lines());
    }

    @Test
    void linesOfOneKindAreHeldBackWhateverTheySay() {
        for (int i = 0; i < 10_000; i++) {
            Notices.rarely("notices test one", "attempt " + i);
            Notices.rarely("notices test two", "attempt " + i);
        }

        assertEquals(2, lines());
    }
}
