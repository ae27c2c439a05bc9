package org.hawser.fabric.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.fabric.Completion;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.NodeMap;
import org.hawser.fabric.Place;
import org.hawser.fabric.Post;
import org.hawser.fabric.Receiver;
import org.hawser.fabric.Region;
import org.hawser.fabric.RemoteRegion;
import org.hawser.runtime.wireup.WireUps;
import org.hawser.testkit.AllocatedBytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The budget of the hot paths: not one byte per message, short write, short read or atomic. */
class TcpAllocationTest {
    private static final int OPERATIONS = 2_000;
    /**
     * So many that the compiler has come to the end however little it gets of the cores: by the interpreter and the
     * first compiler's code every operation makes an object or two, which the second one leaves out.
     */
    private static final int MOST_RUNS = 1_000;

    private final ConcurrentHashMap<Object, Object> shared = new ConcurrentHashMap<>();
    private final TcpDomain zero = open(0);
    private final TcpDomain one = open(1);
    private long count;
    private long started;

    /** The smallest window, so that what returns room is compiled like the rest. */
    private TcpDomain open(int rank) {
        System.setProperty("hawser.tcp.window", "64K");
        try {
            return (TcpDomain) new TcpProvider().open(new Place(rank, NodeMap.single(2), null, shared,
                WireUps.of(rank, null, shared)), null);
        } finally {
            System.clearProperty("hawser.tcp.window");
        }
    }

    @AfterEach
    void leave() {
        zero.close();
        one.close();
    }

    /**
     * Runs go on until one allocates exactly nothing. Of those that do once all is compiled, up to one of five has a
     * thread that queues up for the lock which the agent holds ({@link BriefLock}).
     */
    private static void assertAllocatesNothing(String what, Runnable operation) {
        long least = Long.MAX_VALUE;
        for (int run = 0; run < MOST_RUNS && least > 0; run++) {
            long before = AllocatedBytes.ofThisThread();
            for (int i = 0; i < OPERATIONS; i++) {
                operation.run();
            }
            least = Math.min(least, AllocatedBytes.ofThisThread() - before);
        }
        assertEquals(0, least, what + " allocates: bytes=" + least);
    }

    @Test
    void messages() {
        Endpoint way = zero.connect(1);
        MemorySegment body = Arena.global().allocate(1024);
        Receiver receiver = (source, word, memory, offset, length) -> count++;
        assertAllocatesNothing("a message and its poll", () -> {
            long wanted = count + 1;
            while (way.sendShort(1, 7) == Post.BUSY) {
                Thread.onSpinWait();
            }
            while (count < wanted) {
                one.poll(receiver, 64);
            }
        });
        assertAllocatesNothing("a message of 1 KiB and its poll", () -> {
            long wanted = count + 1;
            while (way.sendBuffered(1, body, 0, 1024) == Post.BUSY) {
                Thread.onSpinWait();
            }
            while (count < wanted) {
                one.poll(receiver, 64);
            }
        });
    }

    @Test
    void shortOperationsOnRegions() {
        Region region = one.allocate(4096, 1, 5);
        RemoteRegion remote = zero.attach(region.key());
        MemorySegment local = Arena.global().allocate(256, 8);
        Receiver nothing = (source, word, memory, offset, length) -> { };
        Completion told = new Completion() {
            @Override
            public void completed(long result) {
                count++;
            }

            @Override
            public void failed(RuntimeException cause) {
                throw cause;
            }
        };
        assertAllocatesNothing("a short write", () -> finish(remote.write(8, local, 0, 200, told), nothing));
        assertAllocatesNothing("a short read", () -> finish(remote.read(8, local, 0, 200, told), nothing));
        assertAllocatesNothing("an addition", () -> finish(remote.fetchAdd(8, 1, told), nothing));
    }

    private void finish(int post, Receiver receiver) {
        assertEquals(Post.STARTED, post);
        started++;
        while (count < started) {
            zero.poll(receiver, 64);
        }
    }
}
