package org.hawser.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.testkit.LocalRanks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What settings and files put before the library's table, and for which communicators. */
class TablesTest {
    @TempDir
    private Path directory;

    @AfterEach
    void forget() {
        System.clearProperty("hawser.mpi.coll.table");
        System.clearProperty("hawser.mpi.coll.bcast");
    }

    private Path file(String text) throws IOException {
        Path file = directory.resolve("own.algorithms");
        Files.writeString(file, text);
        System.setProperty("hawser.mpi.coll.table", file.toString());
        return file;
    }

    @Test
    void aSettingComesBeforeTheFile() throws IOException {
        file("[shm]\nbcast 4 * scatter-allgather\n");
        System.setProperty("hawser.mpi.coll.bcast", "chain");
        assertEquals("[*]\nbcast * * chain\n[shm]\nbcast 4 * scatter-allgather\n", Tables.ofSettings().lines());
    }

    @Test
    void aFileThatIsNotThereIsRefusedByName() {
        System.setProperty("hawser.mpi.coll.table", "/no/such.algorithms");
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, Tables::ofSettings);
        assertEquals("there is no such table of algorithms: hawser.mpi.coll.table=/no/such.algorithms",
            e.getMessage());
    }

    @Test
    void aSettingThatNamesNoAlgorithmIsRefusedByName() {
        System.setProperty("hawser.mpi.coll.bcast", "pigeon");
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, Tables::ofSettings);
        assertTrue(e.getMessage().contains("no such algorithm: known=[binomial, "), e.getMessage());
        assertTrue(e.getMessage().contains("file=setting hawser.mpi.coll.bcast line=1"), e.getMessage());
    }

    @Test
    void allRanksFailAlikeWhenTheFileIsWrong() throws IOException {
        Path file = file("bcast * * binomial\nbcast * * pigeon\n");
        Set<String> texts = ConcurrentHashMap.newKeySet();
        LocalRanks.run(3, rank -> {
            texts.add(assertThrows(MpiFailure.class, () -> Tables.open(rank)).getMessage());
            rank.barrier();
        });
        assertEquals(1, texts.size(), texts::toString);
        assertTrue(texts.iterator().next().contains("file=" + file + " line=2"), texts::toString);
    }

    @Test
    void theTableIsThatOfWhatLiesBetweenTheRanks() {
        Map<String, Medium> found = new TreeMap<>();
        LocalRanks.on(org.hawser.testkit.Medium.twoNodes()).start(4, rank -> {
            PointToPoint point = new PointToPoint(rank);
            rank.barrier();
            for (int[] members : new int[][] {{0, 1}, {2, 3}, {1, 2}, {3, 0}, {0, 1, 2}, {0, 1, 2, 3}}) {
                Members group = Members.of(members);
                if (group.indexOf(rank.number()) >= 0) {
                    Medium medium = Medium.of(Communicator.of(point, group, group.indexOf(rank.number()), 8));
                    synchronized (found) {
                        Medium other = found.put(Arrays.toString(members), medium);
                        assertTrue(other == null || other == medium, "ranks disagree: " + other + " " + medium);
                    }
                }
            }
            rank.barrier();
        });
        assertEquals("{[0, 1, 2, 3]=MIXED, [0, 1, 2]=MIXED, [0, 1]=SHM, [1, 2]=TCP, [2, 3]=SHM, [3, 0]=TCP}",
            found.toString());
    }
}
