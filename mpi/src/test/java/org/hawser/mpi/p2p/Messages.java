package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.function.BooleanSupplier;
import org.hawser.mpi.ErrorClass;

/**
 * Sends and receives of one engine, in context 0, with contents that are checked.
 *
 * <p><b>Threads:</b> one at a time.
 */
final class Messages {
    /** Guards against a hang; nothing is measured against it. */
    private static final long HANG_NANOS = 40_000_000_000L;
    private final PointToPoint p2p;

    Messages(PointToPoint p2p) {
        this.p2p = p2p;
    }

    /** A place with the contents of {@code seed}. */
    static Spot filled(int bytes, long seed) {
        Spot place = Spot.bytes(bytes);
        Contents.fill(place.memory(), seed);
        return place;
    }

    void send(int to, int tag, int bytes, long seed) {
        send(to, tag, false, filled(bytes, seed));
    }

    void send(int to, int tag, boolean synchronous, Spot place) {
        p2p.send(0, to, tag, synchronous, place.array, place.offset, place.bytes);
    }

    Operation startSend(int to, int tag, boolean synchronous, Spot place) {
        return p2p.startSend(0, to, tag, synchronous, place.array, place.offset, place.bytes, place.whole);
    }

    Operation post(int from, int tag, Spot place) {
        return p2p.startReceive(0, from, tag, place.array, place.offset, place.bytes, place.whole);
    }

    /** Receives a message that must be the one of {@code seed}; returns its source. */
    int receive(int from, int tag, int bytes, long seed) {
        Spot place = Spot.bytes(bytes);
        Operation operation = p2p.receive(0, from, tag, place.array, place.offset, place.bytes);
        return check(operation, place, tag, bytes, seed);
    }

    /** Waits for a receive, which must get the message of {@code seed}; returns its source. */
    int finish(Operation operation, Spot place, int tag, int bytes, long seed) {
        p2p.await(operation);
        return check(operation, place, tag, bytes, seed);
    }

    private int check(Operation operation, Spot place, int tag, int bytes, long seed) {
        String what = "seed=" + seed + " tag=" + tag + " bytes=" + bytes;
        if (operation.failure() != null) {
            throw new AssertionError("a receive failed: " + what, operation.failure());
        }
        assertFalse(operation.isCancelled(), what);
        assertEquals(bytes, operation.bytes(), what);
        if (tag >= 0) {
            assertEquals(tag, operation.tag(), what);
        }
        Contents.check(place.memory().asSlice(0, bytes), seed, what);
        place.checkUntouched(bytes, what);
        int source = operation.source();
        p2p.recycle(operation);
        return source;
    }

    /** Waits for a receive that must be told that its message is longer than its place. */
    void finishTruncated(Operation operation, Spot place, int source, int tag) {
        p2p.await(operation);
        assertNotNull(operation.failure(), "truncation is not told");
        assertEquals(ErrorClass.TRUNCATE, operation.failure().errorClass(), operation.failure()::toString);
        assertEquals(source, operation.source());
        assertEquals(tag, operation.tag());
        place.checkUntouched(place.bytes, "truncated receive");
        p2p.recycle(operation);
    }

    /** Waits for a send, which must go well. */
    void finish(Operation send) {
        p2p.await(send);
        if (send.failure() != null) {
            throw new AssertionError("a send failed", send.failure());
        }
        p2p.recycle(send);
    }

    /** Makes progress until {@code condition} holds. */
    void until(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + HANG_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("does not happen: " + what);
            }
            p2p.progress();
        }
    }
}
