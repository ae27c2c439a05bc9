package org.hawser.mpi.ft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.p2p.Operation;
import org.hawser.mpi.p2p.PointToPoint;

/**
 * Messages of middle size and long ones from rank 0 to rank 1, all under way at once, from and to native memory: what a
 * network takes from there without a copy.
 *
 * <p><b>Threads:</b> one rank's.
 */
final class Streams {
    /** Messages. */
    static final int COUNT = 24;

    private static final int MIDDLE = 64 << 10;
    private static final int LONG = 8 << 20;
    private static final int READY = 1_000;

    private final Communicator comm;
    private final PointToPoint point;
    private final MemorySegment[] memory = new MemorySegment[COUNT];
    private final Operation[] operations = new Operation[COUNT];

    Streams(Communicator comm) {
        this.comm = comm;
        point = comm.point();
        for (int i = 0; i < COUNT; i++) {
            memory[i] = Arena.ofAuto().allocate(i % 3 == 2 ? LONG : MIDDLE, 8);
        }
    }

    /** Fills the memory of all. */
    void fill(int contents) {
        for (MemorySegment each : memory) {
            each.fill((byte) contents);
        }
    }

    /** Begins some receives, and has the sender begin. */
    void receive(int count) {
        for (int i = 0; i < count; i++) {
            operations[i] = point.startReceive(comm.context(), 0, i, null, memory[i].address(), memory[i].byteSize(),
                memory[i]);
        }
        point.send(comm.context(), 0, READY, false, new byte[1], 0, 1);
    }

    /** Begins all sends when the receiver has begun. */
    void sendAll(int contents) {
        fill(contents);
        point.recycle(point.receive(comm.context(), 1, READY, new byte[1], 0, 1));
        for (int i = 0; i < COUNT; i++) {
            operations[i] = point.startSend(comm.context(), 1, i, false, null, memory[i].address(),
                memory[i].byteSize(), memory[i]);
        }
    }

    /** Waits for all: each has failed with one of these errors, or has succeeded and has what was sent. */
    void awaitAll(int contents, Integer... errors) {
        for (int i = 0; i < COUNT; i++) {
            if (operations[i] != null) {
                point.await(operations[i]);
                if (operations[i].failure() != null) {
                    assertTrue(List.of(errors).contains(operations[i].failure().errorClass()),
                        operations[i].failure()::toString);
                } else {
                    assertEquals(-1, memory[i].mismatch(Arena.ofAuto().allocate(memory[i].byteSize(), 8)
                        .fill((byte) contents)), "message=" + i);
                }
                point.recycle(operations[i]);
                operations[i] = null;
            }
        }
    }
}
