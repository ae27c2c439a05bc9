package org.hawser.runtime.wireup;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.PortRange;
import org.hawser.fabric.WireUp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeetingTest {
    private static final int RANKS = 4;

    @TempDir
    private Path directory;

    private final ExecutorService ranks = Executors.newVirtualThreadPerTaskExecutor();
    private MeetingFile file;

    @BeforeEach
    void set() throws IOException {
        file = new MeetingFile(directory.resolve("shared").resolve("meeting"));
        System.setProperty("hawser.shm.dir", Files.createDirectory(directory.resolve("shm")).toString());
    }

    @AfterEach
    void reset() {
        System.clearProperty("hawser.shm.dir");
        System.clearProperty("hawser.wireup.patience");
        ranks.shutdownNow();
    }

    @Test
    void ranksFindEachOther() throws Exception {
        List<String> found = all(rank -> () -> {
            try (Meeting meeting = Meeting.join(rank, RANKS, file, true)) {
                meeting.put("node", "of-" + rank);
                meeting.fence();
                StringBuilder others = new StringBuilder();
                for (int other = 0; other < RANKS; other++) {
                    others.append(meeting.get(other, "node")).append(' ');
                }
                assertNull(meeting.get(0, "nothing"));
                assertEquals(WireUp.SECRET_BYTES, meeting.secret().length);
                meeting.fence();
                return others.toString();
            }
        });
        assertEquals(List.of("of-0 of-1 of-2 of-3 ".repeat(RANKS)), List.of(String.join("", found)));
        assertFalse(Files.exists(file.path()), "nobody needs the file any more");
    }

    @Test
    void ranksAgreeOnNodesAndSecret() throws Exception {
        List<ManagedJob> jobs = all(rank -> () -> new ManagedJob(Meeting.join(rank, RANKS, file, true),
            "node" + rank % 2));
        for (ManagedJob job : jobs) {
            assertEquals("0,1,0,1", job.nodes().toString());
            assertEquals(jobs.get(0).id(), job.id());
            assertArrayEquals(jobs.get(0).wireUp().secret(), job.wireUp().secret());
            assertTrue(Files.isDirectory(job.directory()));
        }
        assertEquals(jobs.get(0).directory(), jobs.get(2).directory());
        assertEquals(2, jobs.stream().map(ManagedJob::directory).distinct().count());
        all(rank -> () -> {
            WireUp wireUp = jobs.get(rank).wireUp();
            wireUp.publish("tcp", "port-" + rank);
            wireUp.commit();
            return wireUp.lookup((rank + 1) % RANKS, "tcp");
        });
        assertThrows(FabricException.class, () -> jobs.get(0).wireUp().lookup(1, "udp"));
        for (ManagedJob job : jobs) {
            job.wireUp().close();
        }
        try (var left = Files.list(directory.resolve("shm"))) {
            assertEquals(0, left.count());
        }
        assertThrows(FabricException.class, () -> jobs.get(0).wireUp().use());
    }

    @Test
    void aFileOfAnEarlierJobIsPassedOver() throws Exception {
        try (MeetingServer other = new MeetingServer(InetAddress.getLoopbackAddress(), new PortRange(0, 0), 2,
                new byte[WireUp.SECRET_BYTES])) {
            for (InetSocketAddress stale : List.of(new InetSocketAddress("127.0.0.1", 1), other.address())) {
                byte[] wrong = new byte[WireUp.SECRET_BYTES];
                wrong[0] = 1;
                file.write(stale, wrong);
                AtomicReference<Thread> thread = new AtomicReference<>();
                Future<Meeting> early = ranks.submit(() -> {
                    thread.set(Thread.currentThread());
                    return Meeting.join(1, 2, file, true);
                });
                // It waits for the first time when it has read the file, for an answer or for another file.
                while (!early.isDone() && !isWaiting(thread.get())) {
                    Thread.sleep(1);
                }
                Meeting first = Meeting.join(0, 2, file, true);
                assertEquals(1, early.get(30, TimeUnit.SECONDS).rank());
                first.close();
                early.get().close();
            }
        }
    }

    private static boolean isWaiting(Thread thread) {
        return thread != null && Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING).contains(thread.getState());
    }

    @Test
    void aFileThatOthersMayReadIsRefused() throws Exception {
        file.write(new InetSocketAddress("127.0.0.1", 1), new byte[WireUp.SECRET_BYTES]);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())));
        Files.setPosixFilePermissions(file.path(), PosixFilePermissions.fromString("rw-r-----"));
        String said = assertThrows(FabricException.class, () -> Meeting.join(1, 2, file, true)).getMessage();
        assertTrue(said.contains("not this account's alone") && said.contains("mode=rw-r-----"), said);
    }

    @Test
    void whoDoesNotComeIsNotWaitedForForEver() {
        System.setProperty("hawser.wireup.patience", "1");
        String said = assertThrows(FabricException.class, () -> Meeting.join(1, 2, file, true)).getMessage();
        assertTrue(said.contains("rank=1 of 2") && said.contains("rank 0 may not have started"), said);
        String fence = assertThrows(FabricException.class, () -> {
            try (Meeting alone = Meeting.join(0, 2, file, true)) {
                alone.fence();
            }
        }).getMessage();
        assertTrue(fence.contains("does not answer"), fence);
    }

    @Test
    void aRankThatEndsReleasesThoseWhoWait() throws Exception {
        Future<Meeting> second = ranks.submit(() -> Meeting.join(1, 2, file, true));
        Meeting first = Meeting.join(0, 2, file, true);
        second.get(30, TimeUnit.SECONDS).close();
        String said = assertThrows(FabricException.class, first::fence).getMessage();
        assertTrue(said.contains("rank_1_has_ended"), said);
        first.close();
    }

    @Test
    void anAbortReachesAllRanks() throws Exception {
        Future<Meeting> second = ranks.submit(() -> Meeting.join(1, 2, file, true));
        Meeting first = Meeting.join(0, 2, file, true);
        second.get(30, TimeUnit.SECONDS).abort(9);
        String said = null;
        for (int looks = 0; looks < 3_000 && said == null; looks++) {
            said = first.end();
            Thread.sleep(10);
        }
        assertTrue(said != null && said.contains("cmd=abort rank=1 exitcode=9"), said);
    }

    @Test
    void wrongNumbersAreRefused() throws Exception {
        System.setProperty("hawser.wireup.patience", "1");
        try (Meeting first = Meeting.join(0, 2, file, true)) {
            assertEquals(0, first.rank());
            assertSaid("no_such_rank_in_a_job_of_2", () -> Meeting.join(5, 6, file, true));
            assertSaid("another size: size=2", () -> Meeting.join(1, 6, file, true));
        }
    }

    @Test
    void theAddressIsThatOfTheChosenNetwork() throws Exception {
        try {
            for (String chosen : List.of("lo", "127.0.0.0/8", "127.0.0.1/32")) {
                System.setProperty("hawser.tcp.interface", chosen);
                assertEquals("127.0.0.1", MeetingAddress.own().getHostAddress(), chosen);
            }
            for (String wrong : List.of("nope0", "203.0.113.0/24", "127.0.0.0/33", "nonsense/8", "127.0.0.0/x")) {
                System.setProperty("hawser.tcp.interface", wrong);
                String said = assertThrows(IOException.class, MeetingAddress::own, wrong).getMessage();
                assertTrue(said.contains("hawser.tcp.interface=" + wrong), said);
            }
        } finally {
            System.clearProperty("hawser.tcp.interface");
        }
    }

    /** As on a machine in a cloud, whose name leads to an address that only the cloud's routers have. */
    @Test
    void anAddressThatTheHostDoesNotHaveIsNotTaken() throws Exception {
        Path hosts = Files.writeString(directory.resolve("hosts"), "203.0.113.7 " + InetAddress.getLocalHost()
            .getHostName() + System.lineSeparator());
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djdk.net.hosts.file=" + hosts, "-cp", System.getProperty("java.class.path"), OwnAddress.class.getName())
            .redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertEquals(0, process.waitFor(), said);
        assertTrue(said.startsWith("named 203.0.113.7, listens "), said);
        assertFalse(said.endsWith("listens 203.0.113.7"), said);
    }

    /** Says where the host's name leads, and where a rank of a job of several hosts would listen. */
    static final class OwnAddress {
        private OwnAddress() {
        }

        public static void main(String[] args) throws IOException {
            InetAddress own = MeetingAddress.own();
            new ServerSocket(0, 1, own).close();
            System.out.println("named " + InetAddress.getLocalHost().getHostAddress() + ", listens "
                + own.getHostAddress());
        }
    }

    private static void assertSaid(String expected, Callable<Meeting> call) {
        String said = assertThrows(FabricException.class, call::call).getMessage();
        assertTrue(said.contains(expected), said);
    }

    private <T> List<T> all(IntFunction<Callable<T>> rank) throws Exception {
        List<Future<T>> started = new ArrayList<>();
        for (int i = 0; i < RANKS; i++) {
            started.add(ranks.submit(rank.apply(i)));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> one : started) {
            results.add(one.get(60, TimeUnit.SECONDS));
        }
        return results;
    }
}
