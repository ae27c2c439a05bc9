package org.hawser.launcher.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hawser.runtime.launch.OutputTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

    /** A rank that never ends a line does not fill the launcher's memory. */
    @Test
    @Timeout(60)
    void passesOnALineThatDoesNotEnd() throws Exception {
        String endless = "x".repeat(5 << 20);
        OutputPumps pumps = new OutputPumps(new OutputMerger(out, err, OutputTag.PLAIN, null));
        try (PipedOutputStream rank = new PipedOutputStream()) {
            pumps.attach(0, 0, new PipedInputStream(rank), new Crumbs("", 2), new OutputTail());
            rank.write(endless.getBytes(StandardCharsets.UTF_8));
            rank.flush();
            while (out.size() < 4 << 20) {
                Thread.onSpinWait();
            }
        }
        pumps.drain(5_000);
        assertEquals("[0] " + endless + "\n", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void givesListenersALineThatIsVeryLongInParts() throws Exception {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        OutputPumps pumps = new OutputPumps(new OutputMerger(out, err, OutputTag.PLAIN,
            (rank, error, line) -> lines.add(line)));
        String part = "x".repeat(1 << 20);
        pumps.attach(0, 3, new Crumbs(part + part + "\n\nb", 1), new Crumbs("", 2), new OutputTail());
        pumps.drain(5_000);
        assertEquals(List.of(part, part, "", "b"), lines);
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

    @Test
    void aReaderThatTakesItsTimeGetsEverything() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch waited = new CountDownLatch(1);
        OutputStream slow = new OutputStream() {
            @Override
            public void write(int value) {
                throw new UnsupportedOperationException("lines only");
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                reading.countDown();
                try {
                    waited.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                out.write(bytes, offset, length);
            }
        };
        OutputPumps pumps = new OutputPumps(new OutputMerger(slow, err, OutputTag.NONE, null));
        pumps.attach(0, 0, new Crumbs(textOf(0), 1), new Crumbs("", 2), new OutputTail());
        reading.await();
        // More than what a stream that brings nothing is waited for.
        CompletableFuture.delayedExecutor(1_500, TimeUnit.MILLISECONDS).execute(waited::countDown);
        pumps.drain(1_000);
        assertEquals(textOf(0) + "\n", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aStreamThatStaysOpenAndBringsNothingIsNotWaitedForLong() throws Exception {
        OutputPumps pumps = new OutputPumps(new OutputMerger(out, err, OutputTag.NONE, null));
        try (PipedOutputStream stray = new PipedOutputStream(); PipedInputStream open = new PipedInputStream(stray)) {
            pumps.attach(0, 0, open, new Crumbs("", 2), new OutputTail());
            pumps.drain(1);
        }
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
