package org.hawser.launcher.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailureTest {

    private final OutputTail tail = new OutputTail();

    @Test
    void namesSignals() {
        assertTrue(first(137).startsWith("hawser: rank 2 (pid 5 on h) failed: killed by SIGKILL"), first(137));
        assertTrue(first(143).endsWith("killed by SIGTERM"), first(143));
    }

    @Test
    void namesExitCodes() {
        assertEquals("hawser: rank 2 (pid 5 on h) failed: exit code 7", first(7));
    }

    @Test
    void namesTheUncaughtExceptionAndItsRank() {
        write("rank 3 of 4 failed: java.lang.IllegalStateException: boom\n\tat X.main(X.java:1)\n");
        assertEquals("hawser: rank 3 (pid 5 on h) failed: uncaught java.lang.IllegalStateException: boom", first(1));
    }

    @Test
    void namesLackOfMemory() {
        write("rank 2 of 4 failed: java.lang.OutOfMemoryError: Java heap space\n");
        assertTrue(first(1).contains("out of memory: java.lang.OutOfMemoryError: Java heap space"), first(1));
    }

    @Test
    void endsWithTheLastLines() {
        write("a\n".repeat(100) + "last");
        List<String> message = Failure.describe("rank 0", 1, tail);
        assertEquals("    last", message.getLast());
        assertEquals(10, message.size());
    }

    private String first(int exitCode) {
        return Failure.describe("rank 2 (pid 5 on h)", exitCode, tail).getFirst();
    }

    private void write(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        tail.append(true, bytes, bytes.length);
    }
}
