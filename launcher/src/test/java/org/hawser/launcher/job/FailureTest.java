package org.hawser.launcher.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.hawser.runtime.launch.RankMain;
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
    void aRankAmongThreadsIsNamedWhereItSaidWhichItIs() {
        String who = Failure.SOME_RANK + " (pid 5 on h)";
        assertEquals("hawser: a rank (pid 5 on h) failed: exit code 3", Failure.describe(who, 3, tail).getFirst());
        write("rank 3 of 4 failed: java.lang.IllegalStateException: boom\n");
        assertEquals("hawser: rank 3 (pid 5 on h) failed: uncaught java.lang.IllegalStateException: boom",
            Failure.describe(who, 1, tail).getFirst());
    }

    @Test
    void anAbortIsToldAsSuchAndNotTwice() {
        write("hawser: abort called by rank 1 of 4 on h at X.main(X.java:9): code=265\nno such input\n");
        assertEquals(List.of("hawser: rank 1 (pid 5 on h) failed: abort called at X.main(X.java:9): code=265",
            "hawser: the last it wrote:", "    no such input"),
            Failure.describe(Failure.SOME_RANK + " (pid 5 on h)", 9, tail));
    }

    @Test
    void anErrorThatNobodyHandlesIsToldAsSuchAndNotTwice() {
        write("hawser: MPI error at rank 2 of 4 on h in Comm.send: ERR_RANK: no such rank: rank=9 at X(X.java:9);"
            + " ERRORS_ARE_FATAL ends the job\n");
        assertEquals(List.of("hawser: rank 2 (pid 5 on h) failed: MPI error in Comm.send: ERR_RANK: no such rank:"
            + " rank=9 at X(X.java:9); ERRORS_ARE_FATAL ends the job"),
            Failure.describe("rank 2 (pid 5 on h)", 1, tail));
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

    @Test
    void blankLinesAtTheEndAreNotShown() {
        write("last\n\n  \n");
        assertEquals(List.of("hawser: the last it wrote:", "    last"),
            Failure.describe("rank 0", 1, tail).subList(1, 3));
        assertEquals(3, Failure.describe("rank 0", 1, tail).size());
    }

    @Test
    void anEndThatWasAskedForWithZeroIsNoFailure() {
        assertFalse(Failure.isGoodEnd(RankMain.ENDED_WELL, tail), "a program may end with any code");
        write("hawser: abort called by rank 0 of 2 on h at X(X.java:1): code=0\n");
        assertTrue(Failure.isGoodEnd(RankMain.ENDED_WELL, tail));
        assertFalse(Failure.isGoodEnd(3, tail));
    }

    private String first(int exitCode) {
        return Failure.describe("rank 2 (pid 5 on h)", exitCode, tail).getFirst();
    }

    private void write(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        tail.append(true, bytes, bytes.length);
    }
}
