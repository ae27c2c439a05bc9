package org.hawser.fabric.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hawser.fabric.ForeignRank;
import org.hawser.platform.memory.Words;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that ends between the claim and the commit of a mail hides what is behind it until housekeeping. */
class DeadWriterTest {
    private static final int NUMBER = 3;

    @TempDir
    Path directory;

    private Path here;
    private Path there;
    private ShmDomain receiver;
    private final List<Long> came = new ArrayList<>();

    @BeforeEach
    void makeReceiver() throws Exception {
        here = Files.createDirectory(directory.resolve("here"));
        there = Files.createDirectory(directory.resolve("there"));
        receiver = new ShmDomain(DeadWriter.place(0, here), new FileSpace(here));
    }

    private void poll() {
        receiver.maintain();
        while (receiver.poll((source, word, memory, offset, length) -> came.add(Words.getLong(memory, offset)), 16)
                > 0) {
            receiver.maintain();
        }
        receiver.maintain();
        receiver.poll((source, word, memory, offset, length) -> came.add(Words.getLong(memory, offset)), 16);
    }

    private void assertThatOthersAreHeard() {
        receiver.connect(0).sendShort(1, 22);
        poll();
        assertEquals(List.of(11L, 22L), came);
    }

    @Test
    void aRankOfTheJobThatIsKilled() throws Exception {
        assertEquals(0, DeadWriter.run(here, here, "halt"));
        assertThatOthersAreHeard();
    }

    /** It has left before it ended. */
    @Test
    void aRankOfTheJobWhoseProgramExits() throws Exception {
        assertEquals(0, DeadWriter.run(here, here, "exit"));
        assertThatOthersAreHeard();
    }

    @Test
    void aRankOfAnotherJobThatIsKilled() throws Exception {
        assertEquals(0, DeadWriter.run(there, here, "halt"));
        receiver.admit(NUMBER, foreigner(), DeadWriter.STAMP);
        assertThatOthersAreHeard();
    }

    /** Nobody knows it any more when its mail is found. */
    @Test
    void aRankOfAnotherJobThatHasParted() throws Exception {
        assertEquals(0, DeadWriter.run(there, here, "halt"));
        receiver.admit(NUMBER, foreigner(), DeadWriter.STAMP);
        receiver.poll((source, word, memory, offset, length) -> came.add(Words.getLong(memory, offset)), 16);
        receiver.dismiss(NUMBER);
        assertThatOthersAreHeard();
    }

    private ForeignRank foreigner() {
        return new ForeignRank(1, DeadWriter.STAMP + 1, true, there, null, null);
    }
}
