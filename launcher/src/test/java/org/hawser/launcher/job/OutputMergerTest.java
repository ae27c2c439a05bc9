package org.hawser.launcher.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hawser.runtime.launch.OutputTag;
import org.junit.jupiter.api.Test;

class OutputMergerTest {

    private static final int RANKS = 8;
    private static final int LINES = 2_000;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void neverTearsALine() throws Exception {
        OutputPumps pumps = new OutputPumps(new OutputMerger(out, err, OutputTag.PLAIN, null));
        for (int rank = 0; rank < RANKS; rank++) {
            pumps.attach(0, rank, new Crumbs(textOf(rank), rank), new Crumbs("", rank), new OutputTail());
        }
        pumps.drain(20_000);
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(RANKS * LINES, lines.size());
        for (int rank = 0; rank < RANKS; rank++) {
            String tag = "[" + rank + "] ";
            String own = lines.stream().filter(line -> line.startsWith(tag)).map(line -> line.substring(tag.length()))
                .collect(Collectors.joining("\n"));
            assertEquals(textOf(rank), own);
        }
    }

    @Test
    void keepsTheTwoStreamsApart() throws Exception {
        OutputPumps pumps = new OutputPumps(new OutputMerger(out, err, OutputTag.NONE, null));
        pumps.attach(0, 0, new Crumbs("to out", 1), new Crumbs("to err\n", 2), new OutputTail());
        pumps.drain(5_000);
        assertEquals("to out\n", out.toString(StandardCharsets.UTF_8));
        assertEquals("to err\n", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void givesListenersLinesWithoutTheirEnds() throws Exception {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        OutputPumps pumps = new OutputPumps(new OutputMerger(out, err, OutputTag.PLAIN,
            (rank, error, line) -> lines.add(rank + line)));
        pumps.attach(0, 3, new Crumbs("a\n\nb", 1), new Crumbs("", 2), new OutputTail());
        pumps.drain(5_000);
        assertEquals(List.of("3a", "3", "3b"), lines);
        assertEquals(0, out.size());
    }

    @Test
    void remembersTheLastLines() throws Exception {
        OutputTail tail = new OutputTail();
        OutputPumps pumps = new OutputPumps(new OutputMerger(out, err, OutputTag.NONE, null));
        pumps.attach(0, 0, new Crumbs(textOf(0), 1), new Crumbs("", 2), tail);
        pumps.drain(5_000);
        List<String> all = textOf(0).lines().toList();
        assertEquals(all.subList(all.size() - 3, all.size()), tail.lines(3));
        assertTrue(tail.errorLines().isEmpty());
    }

    private static String textOf(int rank) {
        Random random = new Random(rank);
        return IntStream.range(0, LINES).mapToObj(i -> i + "x".repeat(random.nextInt(80)))
            .collect(Collectors.joining("\n"));
    }

    /** Gives its text in pieces of any size. */
    private static final class Crumbs extends InputStream {
        private final ByteArrayInputStream in;
        private final Random random;

        Crumbs(String text, int seed) {
            this.in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
            this.random = new Random(seed);
        }

        @Override
        public int read() {
            return in.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            Arrays.fill(bytes, (byte) '#');
            return in.read(bytes, offset, Math.min(length, 1 + random.nextInt(50)));
        }
    }
}
