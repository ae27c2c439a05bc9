package org.hawser.runtime.launch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineBufferTest {

    private final ByteArrayOutputStream sink = new ByteArrayOutputStream();
    private final LineSink lines = new LineSink(sink);

    @Test
    void holdsALineUntilItEnds() throws IOException {
        LineBuffer buffer = new LineBuffer(new byte[0], lines);
        append(buffer, "one\ntw");
        assertEquals("one\n", sink.toString(StandardCharsets.UTF_8));
        append(buffer, "o\nthree");
        assertEquals("one\ntwo\n", sink.toString(StandardCharsets.UTF_8));
        buffer.finish();
        assertEquals("one\ntwo\nthree\n", sink.toString(StandardCharsets.UTF_8));
        buffer.finish();
        assertEquals("one\ntwo\nthree\n", sink.toString(StandardCharsets.UTF_8));
    }

    @Test
    void tagsEveryLineOnce() throws IOException {
        LineBuffer buffer = new LineBuffer(OutputTag.of(7, OutputTag.PLAIN), lines);
        append(buffer, "a\n\nb");
        append(buffer, "c\n");
        assertEquals("[7] a\n[7] \n[7] bc\n", sink.toString(StandardCharsets.UTF_8));
    }

    @Test
    void takesLinesLongerThanAnyBuffer() throws IOException {
        LineBuffer buffer = new LineBuffer(OutputTag.of(0, OutputTag.PLAIN), lines);
        String piece = "x".repeat(100_000);
        append(buffer, piece);
        append(buffer, piece);
        append(buffer, "\n");
        assertEquals("[0] " + piece + piece + "\n", sink.toString(StandardCharsets.UTF_8));
    }

    @Test
    void keepsNoMoreOfALineThanItsLimit() throws IOException {
        LineBuffer buffer = new LineBuffer(new byte[0], lines);
        String piece = "x".repeat(LineBuffer.LONGEST - 1);
        append(buffer, piece);
        assertEquals(0, sink.size());
        for (int i = 1; i <= 100; i++) {
            append(buffer, piece);
            assertTrue(sink.size() > i * (LineBuffer.LONGEST - 1) - LineBuffer.LONGEST, "passed on: " + sink.size());
        }
        buffer.finish();
        assertEquals(piece.repeat(101) + "\n", sink.toString(StandardCharsets.UTF_8));
        buffer.finish();
        assertEquals(101 * piece.length() + 1, sink.size());
    }

    @Test
    void aLineIsBrokenWhereAnotherOnesComesBetweenItsParts() throws IOException {
        LineBuffer one = new LineBuffer(OutputTag.of(1, OutputTag.PLAIN), lines);
        LineBuffer two = new LineBuffer(OutputTag.of(2, OutputTag.PLAIN), lines);
        String part = "x".repeat(LineBuffer.LONGEST);
        append(one, part);
        append(two, "a\nb");
        append(one, "rest\nnext\n");
        append(two, "c\n");
        assertEquals("[1] " + part + "\n[2] a\n[1] rest\n[1] next\n[2] bc\n", sink.toString(StandardCharsets.UTF_8));
    }

    @Test
    void whatEndsALineInPartsHasNoTagOfItsOwn() throws IOException {
        LineBuffer buffer = new LineBuffer(OutputTag.of(1, OutputTag.PLAIN), lines);
        String part = "x".repeat(LineBuffer.LONGEST);
        append(buffer, part);
        append(buffer, "\nnext");
        buffer.finish();
        assertEquals("[1] " + part + "\n[1] next\n", sink.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aLineThatBreaksDoesSoBetweenCharacters() throws IOException {
        for (String character : List.of("x", "\u00e9", "\u20ac", "\ud83d\ude00")) {
            for (int before = 0; before < 4; before++) {
                sink.reset();
                LineBuffer one = new LineBuffer(new byte[0], lines);
                LineBuffer two = new LineBuffer(new byte[0], lines);
                String text = "y".repeat(before) + character.repeat(LineBuffer.LONGEST);
                append(one, text);
                append(two, "-\n");
                one.finish();
                assertEquals(text, sink.toString(StandardCharsets.UTF_8).replace("\n-\n", "").replace("\n", ""));
            }
        }
    }

    @Test
    void bytesThatAreNoTextAreAllPassedOn() throws IOException {
        LineBuffer buffer = new LineBuffer(new byte[0], lines);
        byte[] bytes = new byte[3 * LineBuffer.LONGEST];
        Arrays.fill(bytes, (byte) 0x80);
        buffer.append(bytes, 0, bytes.length);
        assertArrayEquals(bytes, sink.toByteArray());
        Arrays.fill(bytes, (byte) 0xff);
        sink.reset();
        buffer.append(bytes, 0, bytes.length);
        buffer.finish();
        assertArrayEquals(bytes, Arrays.copyOf(sink.toByteArray(), bytes.length));
    }

    private void append(LineBuffer buffer, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        buffer.append(bytes, 0, bytes.length);
    }
}
