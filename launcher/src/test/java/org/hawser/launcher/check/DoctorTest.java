package org.hawser.launcher.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.hawser.launcher.check.Finding.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
    private static final Path SHM = Path.of("/dev/shm");

    @TempDir
    private Path directory;

    @Test
    void everythingIsLookedAtAndJobsRunHere() {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        assertTrue(Doctor.examine(new PrintStream(said, true, StandardCharsets.UTF_8)));
        List<String> lines = said.toString(StandardCharsets.UTF_8).lines().toList();
        for (String thing : List.of("JDK", "cores", "shared memory", "job directory", "cross-memory attach",
                "huge pages", "open files", "processes", "container", "UCX", "MPI", "process managers", "Maven")) {
            assertTrue(lines.stream().anyMatch(line -> line.matches("(ok|-|FAIL) +" + thing + "  .*")), thing + lines);
        }
        assertEquals("Hawser runs here. Lines marked '-' cost what they say.", lines.getLast());
        for (int i = 0; i < lines.size(); i++) {
            assertEquals(lines.get(i).startsWith("- "), i + 1 < lines.size() && lines.get(i + 1).matches(" +-> .+"),
                "what is missing has its cost: " + lines.get(i));
        }
    }

    @Test
    void aProgramThatDoesNotEndDelaysForAWhileOnly() throws Exception {
        program("mpiexec", "echo Fake 4.2; sleep 50 & wait");
        program("mpirun", "echo 'the MPI'; echo ' Fake 5.1 '");
        program("mvn", "sleep 50");
        long start = System.nanoTime();
        List<Finding> findings = new Software(directory.toString(), 1_000).look();
        assertTrue(System.nanoTime() - start < 20e9, "seconds=" + (System.nanoTime() - start) / 1e9);
        List<String> mpi = findings.stream().filter(one -> one.name().equals("MPI")).map(Finding::value).toList();
        assertEquals(List.of("unknown, as it does not answer, in " + directory.resolve("mpiexec").toRealPath(),
            "Fake 5.1 in " + directory.resolve("mpirun").toRealPath()), mpi);
        try (Stream<ProcessHandle> left = ProcessHandle.current().descendants()) {
            assertEquals(0, left.filter(ProcessHandle::isAlive).filter(one -> one.info().commandLine().orElse("")
                .endsWith("sleep 50")).count());
        }
    }

    @Test
    void whatIsNotThereIsToldWithItsCost() {
        List<Finding> findings = new Software(directory.toString(), 1_000).look();
        for (String name : List.of("MPI", "process managers", "Maven")) {
            Finding finding = findings.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
            assertEquals(State.COSTS, finding.state(), name);
            assertTrue(!finding.cost().isEmpty(), name);
        }
    }

    @Test
    void theMountOfSharedMemorySaysWhetherItsPagesAreHuge() {
        assertHuge(State.COSTS, "/dev/shm is mounted without", "tmpfs /dev/shm tmpfs rw,relatime", "never");
        assertHuge(State.COSTS, "/dev/shm is mounted without", "tmpfs /dev/shm tmpfs rw,huge=advise", "advise");
        assertHuge(State.GOOD, "16 MiB and more", "tmpfs /dev/shm tmpfs rw,huge=within_size,size=1k", "never");
        assertHuge(State.GOOD, "2 MiB and more; every small", "tmpfs /dev/shm tmpfs rw,huge=always", "never");
        assertHuge(State.GOOD, "2 MiB and more; every small", "tmpfs /dev/shm tmpfs rw", "force");
        assertHuge(State.COSTS, "the kernel denies them", "tmpfs /dev/shm tmpfs rw,huge=always", "deny");
        assertHuge(State.COSTS, "/dev/shm is no tmpfs", "/dev/vda / ext4 rw", "never");
        assertHuge(State.COSTS, "/dev/shm is no tmpfs", "tmpfs /dev/shm tmpfs rw,huge=always", null);
        assertHuge(State.COSTS, "/dev/shm is no tmpfs", null, null);
    }

    @Test
    void ofTwoMountsTheNearerAndThenTheLaterOneCounts() {
        assertHuge(State.GOOD, "16 MiB", "tmpfs /dev/shm tmpfs rw,huge=within_size\ntmpfs /dev tmpfs rw", "never");
        assertHuge(State.GOOD, "16 MiB", "tmpfs /dev/shm tmpfs rw\ntmpfs /dev/shm tmpfs rw,huge=within_size", "never");
        assertHuge(State.COSTS, "without", "tmpfs /dev/shm tmpfs rw\ntmpfs /dev/shmem tmpfs rw,huge=always", "never");
    }

    private static void assertHuge(State state, String said, String mounts, String kernel) {
        String lines = mounts == null ? null : "proc /proc proc rw 0 0\n" + mounts.replace("\n", " 0 0\n") + " 0 0\n";
        Finding finding = HugePages.check(SHM, lines, kernel);
        assertEquals(state, finding.state(), finding.toString());
        assertTrue(finding.value().contains(said), finding.toString());
    }

    private void program(String name, String script) throws Exception {
        Path file = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + script + "\n");
        assertTrue(file.toFile().setExecutable(true), name);
    }
}
