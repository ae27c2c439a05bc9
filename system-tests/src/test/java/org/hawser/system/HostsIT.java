package org.hawser.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.hawser.platform.libc.Libc;
import org.hawser.system.Hawser.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs on several hosts that are all this machine: the remote shell is a script that starts agents as processes. The
 * ranks do not talk to each other, so the network has no part in it.
 */
class HostsIT {
    @TempDir
    private Path directory;

    private Hawser hawser;
    private String shell;

    @BeforeEach
    void install() throws Exception {
        hawser = new Hawser(directory);
        shell = Namespaces.script(directory.resolve("shell"), """
            #!/bin/sh
            host=$1
            shift
            case $host in
                refuses) echo "ssh: connect to host refuses port 22: Connection refused" >&2; exit 255 ;;
                locked) echo "me@locked: Permission denied (publickey,password)." >&2; exit 255 ;;
                nowhere) echo "ssh: Could not resolve hostname nowhere: Name or service not known" >&2; exit 255 ;;
                empty) exec sh -c "/no/such/hawser $*" ;;
                old) echo "HAWSER-AGENT 1 0.0.9 old"; cat > /dev/null; exit 0 ;;
                garbles) echo "HAWSER-AGENT 2 0.1.0-SNAPSHOT garbles"; echo "no frame at all"; sleep 3; exit 3 ;;
                mute) sleep 100 ;;
                chatty) echo "Welcome, this is a login shell"; exec sh -c "$*" ;;
            esac
            exec sh -c "$*"
            """).toString();
    }

    @AfterEach
    void nothingIsLeftInSharedMemory() throws Exception {
        assertEquals(0, RankJob.entries(hawser.shm()));
    }

    private String on(String hosts) {
        return "--hosts " + hosts + " --rsh " + shell;
    }

    @Test
    void ranksRunOnAllHosts() throws Exception {
        Result result = hawser.run("--tag-output -n 5 " + on("a:2,localhost:1,chatty:2"), "hello");
        assertEquals(0, result.exitCode(), result.err());
        assertEquals(Stream.of(0, 1, 2, 3, 4).map(rank -> "[" + rank + "] hello " + rank + " of 5 runs 1").toList(),
            result.out().lines().sorted().toList());
        assertEquals("", result.err());
    }

    @Test
    void ranksFindEachOtherThroughTheirLauncherAndShareASecret() throws Exception {
        Result result = hawser.run("--map cyclic " + on("a:2,localhost:1,b:1"), "addresses");
        assertEquals(0, result.exitCode(), result.err());
        List<String> lines = result.out().lines().distinct().toList();
        assertEquals(1, lines.size(), result.out());
        assertTrue(lines.getFirst().matches("rank0@0 rank1@1 rank2@2 rank3@0  [0-9a-f]{64}"), result.out());
        assertFalse(lines.getFirst().endsWith("00000000"), "a secret is drawn");
    }

    @Test
    void ranksAreBoundToTheCoresOfTheirOwnHosts() throws Exception {
        assumeTrue(Libc.available(), "binding is a call of the system");
        Result result = hawser.run("--bind core " + on("a:1,b:2"), "cores");
        assertEquals(0, result.exitCode(), result.err());
        assertEquals(Cores.bound(0, 0, 1), result.out().lines().sorted().toList());
    }

    @Test
    void linesStayWholeAndInOrder() throws Exception {
        Result result = hawser.run(on("a:2,b:1"), "lines");
        int[] next = new int[3];
        for (String line : result.out().lines().toList()) {
            String[] parts = line.split(":");
            assertEquals(next[Integer.parseInt(parts[0])]++, Integer.parseInt(parts[1]), line);
            assertEquals(78, parts[2].length(), line);
        }
        assertTrue(Arrays.stream(next).allMatch(count -> count == 50_000), () -> Arrays.toString(next));
    }

    @Test
    void rankZeroReadsTheInputWhereverItIs() throws Exception {
        String text = "0123456789".repeat(100_000);
        Result result = hawser.run(on("a,b"), "read", text);
        assertEquals(List.of("0 read " + text, "1 read "), result.out().lines().sorted().toList(), result.err());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"exit 2 | 7 | exit code 7", "kill 2 | 137 | SIGKILL",
        "throw 2 | 1 | uncaught java.lang.IllegalStateException: boom"})
    void aRankThatFailsIsNamedWithItsHost(String how, int exitCode, String cause) throws Exception {
        Result result = hawser.run(on("a:2,b:2"), how);
        assertEquals(exitCode, result.exitCode(), result.err());
        assertTrue(result.err().matches("(?s).*hawser: rank 2 \\(pid \\d+ on b\\) failed: .*")
            && result.err().contains(cause) && result.err().contains("    up 2"), result.err());
    }

    @Test
    void aTimeoutEndsAllHosts() throws Exception {
        Result result = hawser.run("--timeout 3 " + on("a:1,b:1"), "sleep");
        assertEquals(124, result.exitCode(), result.err());
        assertTrue(result.err().contains("rank 0, 1 still running"), result.err());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "a,refuses | host refuses | start sshd",
        "locked,a | host locked | ssh-copy-id locked",
        "nowhere | host nowhere | check the list of hosts",
        "a,empty | host empty | same path",
        "old,a | host old: another version of Hawser is there: old has 0.0.9 | one version",
        "garbles,a | host garbles | not a frame"})
    void aHostThatCannotBeUsedIsNamedWithWhatToDo(String hosts, String host, String remedy) throws Exception {
        Result result = hawser.run(on(hosts), "hello");
        assertEquals(1, result.exitCode(), result.out());
        assertTrue(result.err().contains(host) && result.err().contains(remedy), result.err());
        assertFalse(result.err().contains("\tat "), result.err());
    }

    @Test
    void aHostThatSaysNothingIsNotWaitedForForEver() throws Exception {
        Result result = hawser.with("HAWSER_HOSTS_START", "2").run(on("a,mute"), "hello");
        assertEquals(1, result.exitCode());
        assertTrue(result.err().contains("host mute: no agent has answered within 2 s"), result.err());
    }

    @Test
    void aShellThatIsNotThereIsNamed() throws Exception {
        Result result = hawser.run("--hosts a --rsh /no/such/shell", "hello");
        assertEquals(1, result.exitCode());
        assertTrue(result.err().contains("host a: cannot run the remote shell")
            && result.err().contains("--rsh"), result.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--hosts a:x", "--hosts a,,b", "--hostfile /no/such/file", "-n 3 --hosts a:2",
        "--hosts a --threads", "--hosts a --port-range 9-5", "--hosts a --hostfile b"})
    void aListWithAMistakeIsRefusedBeforeAnythingStarts(String options) throws Exception {
        Result result = hawser.run(options + " --rsh " + shell, "hello");
        assertEquals(2, result.exitCode());
        assertTrue(result.err().startsWith("hawser: ") && result.err().lines().count() == 1, result.err());
    }

    @Test
    void ranksOfSeveralHostsStartOthersThere() throws Exception {
        Result result = hawser.run(on("a,localhost"), "spawn");
        assertEquals(0, result.exitCode(), result.err());
        assertEquals(List.of("hello 0 of 2 runs 1", "hello 0 of 2 runs 1", "hello 1 of 2 runs 1", "hello 1 of 2 runs 1",
            "started", "started"), result.out().lines().sorted().toList(), result.err());
    }

    @Test
    void portsThatAreTakenAreNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            String port = Integer.toString(taken.getLocalPort());
            Result result = hawser.run("--port-range " + port + " " + on("a,b"), "join");
            assertEquals(1, result.exitCode(), result.out());
            assertTrue(result.err().matches("(?s).*hawser: rank [01] \\(pid \\d+ on [ab]\\) failed: .*" + port
                + ".*"), result.err());
        }
    }

    @Test
    void nothingOutlivesAKilledLauncher() throws Exception {
        Process launcher = hawser.start(on("a:2,localhost:1,b:1"), "pid");
        List<ProcessHandle> all = new ArrayList<>(handles(Hawser.lines(launcher, 4)));
        all.addAll(launcher.descendants().toList());
        launcher.destroyForcibly().waitFor();
        assertEnd(all);
    }

    @Test
    void aSignalToTheLauncherEndsAllHosts() throws Exception {
        Process launcher = hawser.start(on("a:2,b:2"), "pid");
        List<ProcessHandle> all = new ArrayList<>(handles(Hawser.lines(launcher, 4)));
        all.addAll(launcher.descendants().toList());
        launcher.destroy();
        assertTrue(launcher.waitFor(30, TimeUnit.SECONDS));
        assertEquals(143, launcher.exitValue());
        assertEnd(all);
    }

    @Test
    void aLostHostEndsTheJobAndIsNamed() throws Exception {
        Process launcher = hawser.start(on("a:2,b:2"), "pid");
        BufferedReader lines = launcher.inputReader(StandardCharsets.UTF_8);
        List<ProcessHandle> ranks = handles(List.of(lines.readLine(), lines.readLine(), lines.readLine(),
            lines.readLine()));
        List<ProcessHandle> all = launcher.descendants().toList();
        agentsOf(ranks).getFirst().destroyForcibly();
        String said = String.join("\n", lines.lines().toList());
        assertTrue(launcher.waitFor(30, TimeUnit.SECONDS));
        assertNotEquals(0, launcher.exitValue());
        assertTrue(said.matches("(?s).*hawser: host (a is lost, with rank 0, 1|b is lost, with rank 2, 3): .*"), said);
        assertEnd(all);
    }

    @Test
    void ranksThatOutliveOthersOutliveAHost() throws Exception {
        Path sign = directory.resolve("sign");
        Process launcher = hawser.start(on("a:1,b:2"), "outlive 0 " + sign);
        BufferedReader lines = launcher.inputReader(StandardCharsets.UTF_8);
        List<ProcessHandle> ranks = handles(List.of(lines.readLine(), lines.readLine(), lines.readLine()));
        List<ProcessHandle> all = launcher.descendants().toList();
        // The agent of one rank is a's.
        agentsOf(ranks).stream().filter(agent -> agent.children().count() == 1).findFirst().orElseThrow()
            .destroyForcibly();
        List<String> said = new ArrayList<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            said.add(line);
            if (line.contains("go on")) {
                Files.createFile(sign);
            }
        }
        assertTrue(launcher.waitFor(30, TimeUnit.SECONDS));
        assertEquals(137, launcher.exitValue(), said::toString);
        assertTrue(said.stream().anyMatch(line -> line.startsWith("hawser: host a is lost, with rank 0: ")),
            said::toString);
        assertFalse(said.toString().contains("cannot"), said::toString);
        assertEquals(2, said.stream().filter("went on"::equals).count(), said::toString);
        assertEnd(all);
    }

    private static List<ProcessHandle> handles(List<String> pids) {
        return pids.stream().map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow()).toList();
    }

    private static List<ProcessHandle> agentsOf(List<ProcessHandle> ranks) {
        return ranks.stream().map(rank -> rank.parent().orElseThrow()).distinct().toList();
    }

    private static void assertEnd(List<ProcessHandle> all) throws InterruptedException {
        long deadline = System.nanoTime() + RankJob.HANG.toNanos();
        while (all.stream().anyMatch(ProcessHandle::isAlive)) {
            assertTrue(System.nanoTime() < deadline, "something still runs");
            Thread.sleep(50);
        }
    }
}
