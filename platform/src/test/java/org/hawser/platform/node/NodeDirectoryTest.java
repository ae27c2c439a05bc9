package org.hawser.platform.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeDirectoryTest {

    @TempDir
    private Path parent;

    @BeforeEach
    void useTemporaryParent() {
        System.setProperty("hawser.shm.dir", parent.toString());
    }

    @AfterEach
    void useUsualParent() {
        System.clearProperty("hawser.shm.dir");
    }

    @Test
    void isPrivateWhileOpenAndGoneAfterClose() throws IOException {
        Path path;
        try (NodeDirectory directory = NodeDirectory.create("a1")) {
            path = directory.path();
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
            Files.writeString(path.resolve("heap-0"), "x");
            Files.createDirectories(path.resolve("sub/sub"));
        }
        assertFalse(Files.exists(path));
        assertTrue(isEmpty());
    }

    @Test
    void forsakenDirectoriesGoWithTheLastWhoForsakesThem() throws Exception {
        Path own;
        try (NodeDirectory directory = NodeDirectory.create("own")) {
            own = directory.path();
            NodeDirectory.enter("common");
            NodeDirectory.forsake(own);
            assertTrue(isEmpty());
        }
        NodeDirectory.forsake(own);
        assertTrue(isEmpty());
    }

    @Test
    void commonDirectoryLivesAsLongAsSomebodyIsInIt() throws IOException {
        NodeDirectory first = NodeDirectory.enter("common");
        NodeDirectory second = NodeDirectory.enter("common");
        assertEquals(first.path(), second.path());
        Files.writeString(first.path().resolve("entry"), "x");
        first.close();
        assertTrue(Files.exists(second.path().resolve("entry")));
        second.close();
        assertTrue(isEmpty());
        NodeDirectory third = NodeDirectory.enter("common");
        assertFalse(Files.exists(third.path().resolve("entry")));
        third.close();
        assertTrue(isEmpty());
    }

    @Test
    void refusesASecondJobOfTheSameName() throws IOException {
        try (NodeDirectory first = NodeDirectory.create("twin")) {
            assertThrows(FileAlreadyExistsException.class, () -> NodeDirectory.create("twin"));
            assertTrue(Files.exists(first.path().resolve(LivenessLock.FILE_NAME)));
        }
        assertTrue(isEmpty());
    }

    @Test
    void refusesNamesThatLeaveTheParent() {
        assertThrows(IllegalArgumentException.class, () -> NodeDirectory.create("../x"));
        assertThrows(IllegalArgumentException.class, () -> NodeDirectory.create(""));
    }

    @Test
    void saysWhichSettingChoosesThePlace() {
        System.setProperty("hawser.shm.dir", parent.resolve("nowhere").toString());
        String message = assertThrows(IOException.class, () -> NodeDirectory.create("a")).getMessage();
        assertTrue(message.contains("nowhere") && message.contains("HAWSER_SHM_DIR"), message);
    }

    @Test
    void sweepLeavesWhatThisProcessHolds() throws IOException {
        try (NodeDirectory directory = NodeDirectory.create("mine"); NodeDirectory again = join(directory)) {
            assertEquals(0, NodeDirectory.sweep());
            assertTrue(Files.exists(again.path()));
        }
    }

    @Test
    void sweepWaitsForTheDeathOfTheHolder() throws Exception {
        Process holder = Squatter.start("create", "held");
        assertEquals(0, NodeDirectory.sweep());
        holder.destroyForcibly().waitFor();
        assertEquals(1, NodeDirectory.sweep());
        assertTrue(isEmpty());
    }

    @Test
    void aJoinedRankKeepsTheDirectoryOfADeadCreator() throws Exception {
        Process creator = Squatter.start("create", "orphan");
        Path path = parent.resolve(NodeParent.prefix() + "orphan");
        Process rank = Squatter.start("join", path.toString());
        creator.destroyForcibly().waitFor();
        assertEquals(0, NodeDirectory.sweep());
        rank.destroyForcibly().waitFor();
        assertEquals(1, NodeDirectory.sweep());
    }

    @Test
    void leavingAJoinedDirectoryDoesNotFreeItForOthersInTheProcess() throws Exception {
        Process creator = Squatter.start("create", "shared");
        Path path = parent.resolve(NodeParent.prefix() + "shared");
        try (NodeDirectory stays = NodeDirectory.join(path)) {
            NodeDirectory.join(path).close();
            creator.destroyForcibly().waitFor();
            Process sweeper = Squatter.start("create", "other");
            assertTrue(Files.exists(stays.path()));
            sweeper.destroyForcibly().waitFor();
        }
    }

    @Test
    void nobodyWaitsForOneThatHasBegunToMakeTheSameDirectory() throws IOException {
        Path begun = Files.createDirectory(parent.resolve(NodeParent.prefix() + "met" + Sweep.UNPUBLISHED));
        try (NodeDirectory directory = NodeDirectory.enter("met"); NodeDirectory again = NodeDirectory.enter("met")) {
            assertEquals(directory.path(), again.path());
        }
        Files.delete(begun);
        assertTrue(isEmpty());
    }

    @Test
    void joiningAJobThatIsGoneFails() {
        assertThrows(NoSuchFileException.class, () -> NodeDirectory.join(parent.resolve("hawser-x-gone")));
    }

    @Test
    void sweepRemovesHalfMadeDirectoriesOnlyWhenOld() throws IOException {
        Path halfMade = Files.createDirectory(parent.resolve(NodeParent.prefix() + "half"));
        Path unpublished = Files.createDirectory(parent.resolve(NodeParent.prefix() + "b" + Sweep.UNPUBLISHED));
        assertEquals(0, NodeDirectory.sweep());
        FileTime old = FileTime.fromMillis(System.currentTimeMillis() - 2 * Sweep.GRACE_MILLIS);
        Files.setLastModifiedTime(halfMade, old);
        Files.setLastModifiedTime(unpublished, old);
        assertEquals(2, NodeDirectory.sweep());
        assertTrue(isEmpty());
    }

    @Test
    void sweepFollowsNoLinksAndLeavesOtherUsersAlone(@TempDir Path elsewhere) throws IOException {
        Path treasure = Files.writeString(elsewhere.resolve("treasure"), "x");
        Files.createSymbolicLink(parent.resolve(NodeParent.prefix() + "link"), elsewhere);
        Path other = Files.createDirectory(parent.resolve("hawser-somebody@else-1"));
        Files.createFile(other.resolve(LivenessLock.FILE_NAME));
        Path dead = Files.createDirectory(parent.resolve(NodeParent.prefix() + "dead"));
        Files.createFile(dead.resolve(LivenessLock.FILE_NAME));
        Files.createSymbolicLink(dead.resolve("way-out"), elsewhere);
        assertEquals(1, NodeDirectory.sweep());
        assertTrue(Files.exists(treasure));
        assertTrue(Files.exists(other));
    }

    @Test
    void jobsThatStartAndEndAtOnceNeverLoseTheirDirectory() throws Exception {
        List<Callable<Void>> jobs = new ArrayList<>();
        for (int job = 0; job < 4; job++) {
            String name = "race" + job + "-";
            jobs.add(() -> {
                for (int round = 0; round < 50; round++) {
                    try (NodeDirectory directory = NodeDirectory.create(name + round)) {
                        Files.createFile(directory.path().resolve("heap"));
                        NodeDirectory.sweep();
                        assertTrue(Files.exists(directory.path().resolve("heap")));
                    }
                }
                return null;
            });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(jobs.size())) {
            for (Future<Void> job : threads.invokeAll(jobs, 60, TimeUnit.SECONDS)) {
                job.get();
            }
        }
        assertTrue(isEmpty());
    }

    private static NodeDirectory join(NodeDirectory directory) throws IOException {
        return NodeDirectory.join(directory.path());
    }

    private boolean isEmpty() throws IOException {
        try (var entries = Files.list(parent)) {
            return entries.findAny().isEmpty();
        }
    }
}
