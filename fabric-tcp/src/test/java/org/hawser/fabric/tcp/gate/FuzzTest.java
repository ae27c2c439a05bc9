package org.hawser.fabric.tcp.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.Thread.UncaughtExceptionHandler;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.hawser.fabric.Domain;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.Post;
import org.hawser.fabric.Region;
import org.hawser.fabric.tcp.fault.ProxiedRanks;
import org.hawser.fabric.tcp.fault.Proxy;
import org.hawser.testkit.NativeHeap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two ranks work while others send one of them nonsense: strangers, and ranks that have lost their mind. Each lasts as
 * many seconds as {@code hawser.fuzz.seconds} says.
 */
class FuzzTest {
    private static final int SIZE = 200;
    /** The highest rank: the dials of those who attack it come before its own. */
    private static final int TARGET = SIZE - 1;
    private static final int WORKER = SIZE - 2;
    private static final int WORD = 77;
    private static final int SECONDS = Integer.getInteger("hawser.fuzz.seconds", 3);
    private static final int EPOCH_SECONDS = 10;
    private static final int REGION = 64 << 10;
    private static final long GROWTH = 200L << 20;
    private static final int COLLECTIONS = 2;

    private final Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
    private final UncaughtExceptionHandler handlerBefore = Thread.getDefaultUncaughtExceptionHandler();
    private final PrintStream errBefore = System.err;
    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();

    @BeforeEach
    void listen() {
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
        System.setErr(new PrintStream(lines, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        Thread.setDefaultUncaughtExceptionHandler(handlerBefore);
        System.setErr(errBefore);
    }

    @Test
    void strangersGetNothing() throws Exception {
        attack(false, false);
    }

    @Test
    void strangersGetNothingWithTls() throws Exception {
        attack(false, true);
    }

    @Test
    void ranksThatSendNonsenseHarmNobody() throws Exception {
        attack(true, false);
    }

    private void attack(boolean asRank, boolean tls) throws Exception {
        long begin = System.nanoTime();
        long memoryBefore = memory();
        long memoryNow = memoryBefore;
        for (int done = 0; done < SECONDS; done += EPOCH_SECONDS) {
            try (Battle battle = new Battle(asRank, tls, 1 + done)) {
                battle.fight(TimeUnit.SECONDS.toNanos(Math.min(EPOCH_SECONDS, SECONDS - done)));
            }
            memoryNow = memory();
            System.out.println("fuzz: memory=" + (memoryNow >> 20) + " MiB");
        }
        assertEquals(List.of(), List.copyOf(uncaught), "exceptions that nobody caught");
        long growth = memoryNow - memoryBefore;
        assertTrue(growth < GROWTH, "memory has grown: bytes=" + growth);
        checkLines(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin));
    }

    /** What is in use of the heap, and pages of the process beside it, when all that can be freed has been. */
    private static long memory() throws IOException, InterruptedException {
        long least = Long.MAX_VALUE;
        // Memory outside the heap is freed after the collection that finds nobody using it, by another thread.
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            Thread.sleep(50);
            NativeHeap.trim();
            least = Math.min(least, memoryNow());
        }
        return least;
    }

    private static long memoryNow() throws IOException {
        Runtime runtime = Runtime.getRuntime();
        Path pages = Path.of("/proc/self/statm");
        long resident = Files.exists(pages) ? Long.parseLong(Files.readString(pages).split(" ")[1]) * 4_096 : 0;
        return runtime.totalMemory() - runtime.freeMemory() + Math.max(0, resident - runtime.totalMemory());
    }

    /** One line of a kind in ten seconds; of ranks that are given up, one each. */
    private void checkLines(long seconds) {
        List<String> said = lines.toString(StandardCharsets.UTF_8).lines().toList();
        long lost = said.stream().filter(line -> line.contains("a rank is lost: ")).count();
        int kinds = Refusal.values().length + 4;
        int epochs = 1 + SECONDS / EPOCH_SECONDS;
        assertTrue(lost <= (long) SIZE * epochs, () -> "too many lines about lost ranks: " + said);
        assertTrue(said.size() - lost <= kinds * (2 + seconds / 10), () -> "too many lines: " + said);
        assertTrue(said.stream().allMatch(line -> line.startsWith("hawser: ")), () -> "not a line of ours: " + said);
    }

    /** A job under attack. */
    private static final class Battle implements AutoCloseable {
        private final ProxiedRanks ranks;
        private final ServerSocket deaf;
        private final Arena arena = Arena.ofShared();
        private final MemorySegment memory = arena.allocate(3L * REGION, 64);
        private final Region region;
        private final Domain target;
        private final Domain worker;
        private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        private final AtomicLong echoes = new AtomicLong();
        private final AtomicLong admitted = new AtomicLong();
        private final AtomicLong strikes = new AtomicLong();
        private final boolean asRank;
        private final boolean tls;
        private final long seed;
        private volatile boolean over;

        Battle(boolean asRank, boolean tls, long seed) throws IOException {
            this.asRank = asRank;
            this.tls = tls;
            this.seed = seed;
            // Where the attacking ranks are said to be: somebody who takes calls and never answers.
            deaf = new ServerSocket(0, 1_024, InetAddress.getLoopbackAddress());
            ranks = new ProxiedRanks(SIZE).with("hawser.tcp.tls", tls ? "on" : "off").with("hawser.tcp.patience", 4)
                .with("hawser.tcp.strangers", 16).proxied(TARGET, number -> Proxy.Plan.CLEAN);
            for (int rank = 0; rank < WORKER; rank++) {
                ranks.pretend(rank, new InetSocketAddress(deaf.getInetAddress(), deaf.getLocalPort()));
            }
            target = ranks.open(TARGET);
            worker = ranks.open(WORKER);
            memory.fill((byte) 0x5a);
            region = target.register(memory.asSlice(REGION, REGION), 9, seed * 0x9e37_79b9_7f4a_7c15L);
        }

        void fight(long nanos) throws Exception {
            List<Thread> threads = new ArrayList<>();
            threads.add(start(this::answer));
            threads.add(start(this::ask));
            ProxiedRanks.until(() -> echoes.get() > 200 || !failures.isEmpty(), "work to begin");
            byte[] recorded = ranks.proxy(TARGET).recorded();
            long until = System.nanoTime() + nanos;
            for (int i = 0; i < 2; i++) {
                int number = i;
                threads.add(start(() -> attack(recorded, number, until)));
            }
            while (System.nanoTime() - until < 0 && failures.isEmpty()) {
                Thread.sleep(20);
            }
            // The work goes on under attack, and when it is over.
            long before = echoes.get();
            ProxiedRanks.until(() -> echoes.get() > before + 200 || !failures.isEmpty(), "work to go on");
            over = true;
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.println("fuzz: attacks=" + strikes + " admitted=" + admitted + " echoes=" + echoes);
            assertEquals(List.of(), List.copyOf(failures));
            for (long i = 0; i < memory.byteSize(); i++) {
                assertEquals(0x5a, memory.get(ValueLayout.JAVA_BYTE, i), "memory was written at " + i);
            }
            assertEquals(asRank, admitted.get() > 0, "handshakes that came through: " + admitted.get());
        }

        private Thread start(Runnable what) {
            return Thread.ofPlatform().daemon().start(() -> {
                try {
                    what.run();
                } catch (Throwable e) {
                    e.printStackTrace(System.out);
                    failures.add(e);
                }
            });
        }

        private void answer() {
            Endpoint back = target.connect(WORKER);
            while (!over) {
                target.poll((source, word, body, offset, length) -> {
                    if (source != WORKER) {
                        return;
                    }
                    assertEquals(WORD, word);
                    long number = body.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
                    // One message is under way at a time, so there is always room.
                    assertEquals(Post.DONE, back.sendShort(WORD, number, ~number));
                }, 64);
                target.maintain();
                // Others want the cores as well.
                Thread.yield();
            }
        }

        private void ask() {
            Endpoint there = worker.connect(TARGET);
            long number = 0;
            long[] answered = {0};
            while (!over) {
                if (answered[0] == number && there.sendShort(WORD, number + 1) == Post.DONE) {
                    number++;
                }
                worker.poll((source, word, body, offset, length) -> {
                    assertEquals(TARGET, source);
                    assertEquals(answered[0] + 1, body.get(ValueLayout.JAVA_LONG_UNALIGNED, offset));
                    answered[0]++;
                    echoes.incrementAndGet();
                }, 64);
                worker.maintain();
                Thread.yield();
            }
        }

        private void attack(byte[] recorded, int number, long until) {
            Attacker attacker = new Attacker(ranks.address(TARGET), TARGET, SIZE, ranks.secret(), tls, recorded,
                1_000 * seed + number);
            try {
                while (System.nanoTime() - until < 0 && failures.isEmpty()) {
                    strikes.incrementAndGet();
                    if (asRank) {
                        attacker.strikeAsRank();
                    } else {
                        attacker.strikeAsStranger();
                    }
                }
                attacker.close();
            } catch (IOException e) {
                failures.add(e);
            }
            admitted.addAndGet(attacker.handshakes());
        }

        @Override
        public void close() throws IOException {
            over = true;
            ranks.close();
            deaf.close();
            // The region's memory may be in use until both have left.
            region.close();
            arena.close();
        }
    }
}
