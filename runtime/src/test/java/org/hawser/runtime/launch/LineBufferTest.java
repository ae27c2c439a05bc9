package org.hawser.runtime.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LineBufferTest {

    private final ByteArrayOutputStream sink = new ByteArrayOutputStream();

    @Test
    void holdsALineUntilItEnds() throws IOException {
        LineBuffer buffer = new LineBuffer(new byte[0]);
        append(buffer, "one\ntw");
        assertEquals("one\n", sink.toString(StandardCharsets.UTF_8));
        append(buffer, "o\nthree");
        assertEquals("one\ntwo\n", sink.toString(StandardCharsets.UTF_8));
        buffer.finish(sink);
        assertEquals("one\ntwo\nthree\n", sink.toString(StandardCharsets.UTF_8));
        buffer.finish(sink);
        assertEquals("one\ntwo\nthree\n", sink.toString(StandardCharsets.UTF_8));
    }

    @Test
    void tagsEveryLineOnce() throws IOException {
        LineBuffer buffer = new LineBuffer(OutputTag.of(7, OutputTag.PLAIN));
        append(buffer, "a\n\nb");
        append(buffer, "c\n");
        assertEquals("[7] a\n[7] \n[7] bc\n", sink.toString(StandardCharsets.UTF_8));
    }

    @Test
    void takesLinesLongerThanAnyBuffer() throws IOException {
        LineBuffer buffer = new LineBuffer(OutputTag.of(0, OutputTag.PLAIN));
        String piece = "x".repeat(100_000);
        append(buffer, piece);
        append(buffer, piece);
        append(buffer, "\n");
        assertEquals("[0] " + piece + piece + "\n", sink.toString(StandardCharsets.UTF_8));
    }

    private void append(LineBuffer buffer, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        buffer.append(bytes, 0, bytes.length, sink);
    }
}
