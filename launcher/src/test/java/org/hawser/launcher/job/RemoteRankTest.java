package org.hawser.launcher.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.hawser.runtime.launch.OutputTag;
import org.junit.jupiter.api.Test;

/** A launcher whose output nobody reads any more, as in {@code hawser run … | head -1}. */
class RemoteRankTest {
    private static final OutputStream DEAF = new OutputStream() {
        @Override
        public void write(int value) throws IOException {
            throw new IOException("Broken pipe");
        }
    };

    private final RemoteRank rank = new RemoteRank(3, null, "far", 17,
        new OutputMerger(DEAF, DEAF, OutputTag.NONE, null));

    @Test
    void outputThatNobodyReadsIsNoTroubleOfItsRank() {
        byte[] lines = "one\ntwo\n".getBytes(StandardCharsets.UTF_8);
        rank.write(false, lines, 0);
        rank.write(true, lines, 4);
        assertTrue(rank.isAlive());
        assertEquals(List.of("one", "two", "two"), rank.tail().lines(5));
    }

    /** Whoever waits for the end of all ranks is told after this: it must not throw. */
    @Test
    void aRankEndsThoughNobodyReadsItsLastLine() throws Exception {
        rank.write(false, "not ended".getBytes(StandardCharsets.UTF_8), 0);
        rank.end(5, null);
        assertFalse(rank.isAlive());
        assertEquals(5, rank.exitCode());
    }
}
