package org.hawser.fabric.tcp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.hawser.fabric.Completion;
import org.hawser.fabric.NodeMap;
import org.hawser.fabric.Place;
import org.hawser.fabric.Receiver;
import org.hawser.runtime.wireup.WireUps;

/**
 * The two ranks of a job on TCP, open, in this JVM.
 *
 * <p><b>Threads:</b> the test's.
 */
final class TwoRanks implements AutoCloseable {
    /** Takes messages and keeps nothing of them. */
    static final Receiver NOTHING = (source, word, memory, offset, length) -> { };

    private static final long HANG_NANOS = 60_000_000_000L;

    private final ConcurrentHashMap<Object, Object> shared = new ConcurrentHashMap<>();
    private final TcpDomain zero = open(0);
    private final TcpDomain one = open(1);

    private TcpDomain open(int rank) {
        return (TcpDomain) new TcpProvider().open(new Place(rank, NodeMap.single(2), null, shared,
            WireUps.of(rank, null, shared)), null);
    }

    TcpDomain zero() {
        return zero;
    }

    TcpDomain one() {
        return one;
    }

    /** Does something again and again until a condition holds; not for ever. */
    static void await(Runnable turn, BooleanSupplier condition) {
        long deadline = System.nanoTime() + HANG_NANOS;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - deadline < 0, "this takes too long");
            turn.run();
        }
    }

    @Override
    public void close() {
        zero.close();
        one.close();
    }

    /** Counts how operations ended. */
    static final class Told extends Completion {
        private int completed;
        private int failed;

        int completed() {
            return completed;
        }

        int failed() {
            return failed;
        }

        @Override
        public void completed(long result) {
            completed++;
        }

        @Override
        public void failed(RuntimeException cause) {
            failed++;
        }
    }
}
