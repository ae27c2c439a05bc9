package org.hawser.bench.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @Test
    void aFileGetsWholeLinesAndFewOfThem() {
        ProgressBar bar = new ProgressBar(stream(true), false, "working");
        for (int i = 0; i < 1000; i++) {
            bar.show(i / 1000.0, "more");
        }
        bar.done("well");
        assertEquals("  working: well\n", text());
    }

    @Test
    void aTerminalLineIsRedrawnAndTakenAway() throws InterruptedException {
        ProgressBar bar = new ProgressBar(stream(true), true, "working");
        bar.show(0, "");
        Thread.sleep(60);
        bar.show(0.5, "half");
        assertTrue(text().contains("█") && text().contains("50 %  half"), text());
        assertFalse(text().contains("\n"));
        bar.done("");
        assertTrue(text().endsWith("\r\033[K"));
    }

    @Test
    void aStreamThatCannotShowBlocksGetsHashes() throws InterruptedException {
        ProgressBar bar = new ProgressBar(stream(false), true, "working");
        bar.show(0, "");
        Thread.sleep(60);
        bar.show(0.5, "");
        assertTrue(text().contains("[###"), text());
    }

    private PrintStream stream(boolean unicode) {
        return new PrintStream(printed, true, unicode ? StandardCharsets.UTF_8 : StandardCharsets.US_ASCII);
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
