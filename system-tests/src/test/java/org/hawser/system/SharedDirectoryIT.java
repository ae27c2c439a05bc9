package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that a script numbers and that meet in a directory; and what speaks no PMI where a manager should be. */
class SharedDirectoryIT {
    @TempDir
    private Path directory;

    @Test
    void ranksMeetInADirectory() throws Exception {
        Path shared = directory.resolve("shared");
        List<OtherLauncher> launchers = new ArrayList<>();
        List<OtherLauncher.Running> ranks = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            OtherLauncher launcher = new OtherLauncher(Files.createDirectory(directory.resolve("rank" + rank)))
                .with("HAWSER_SHM_DIR", Files.createDirectories(directory.resolve("shm")).toString())
                .with("HAWSER_SHARED_DIR", shared.toString()).with("HAWSER_RANK", Integer.toString(rank))
                .with("HAWSER_SIZE", "2");
            launchers.add(launcher);
            ranks.add(launcher.start("", OtherLauncher.java(PlainPrograms.class, "mixture")));
        }
        for (OtherLauncher.Running rank : ranks) {
            OtherLauncher.Result result = rank.await();
            assertEquals(0, result.exitCode(), result.said());
            assertEquals(1, result.count("well"), result.said());
        }
        assertEquals(0, RankJob.entries(directory.resolve("shm")));
        assertEquals(0, RankJob.entries(shared));
    }

    @Test
    void aManagerThatTalksNonsenseIsAnError() throws Exception {
        try (ServerSocket nonsense = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (Socket caller = nonsense.accept()) {
                    caller.getOutputStream().write("HTTP/1.1 400 Bad Request\n".getBytes(StandardCharsets.US_ASCII));
                    caller.getInputStream().readAllBytes();
                } catch (IOException e) {
                    // The rank ends, and the connection with it.
                    return;
                }
            });
            OtherLauncher.Result result = new OtherLauncher(directory)
                .with("PMI_PORT", "127.0.0.1:" + nonsense.getLocalPort()).with("PMI_ID", "3")
                .run("", OtherLauncher.java(PlainPrograms.class, "hello"));
            assertNotEquals(0, result.exitCode(), result.said());
            assertTrue(result.said().contains("makes no sense: rank=3 host="), result.said());
            assertTrue(result.said().contains("received=\"HTTP/1.1 400 Bad Request\""), result.said());
            assertTrue(result.said().contains("hawser.manager=none"), result.said());
        }
    }
}
