package mpi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import org.hawser.mpi.Running;
import org.hawser.testkit.AllocatedBytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The budget of one-sided calls on mapped memory: no object per call. */
@Tag("once")
@ExtendWith(Running.class)
class WinAllocationTest {
    private static final int CALLS = 2_000;
    private static final int MOST_ROUNDS = 400;

    private final ByteBuffer memory = MPI.newByteBuffer(1 << 16);
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(1 << 14).order(ByteOrder.nativeOrder());
    private final IntBuffer ints = MPI.newIntBuffer(1 << 12);
    private final DoubleBuffer doubles = bytes.asDoubleBuffer();
    private Win win;

    @BeforeEach
    void open() throws MPIException {
        win = new Win(memory, 1 << 16, 1, MPI.INFO_NULL, MPI.COMM_SELF);
    }

    @AfterEach
    void close() throws MPIException {
        win.free();
    }

    /** Rounds go on until the compiler has come to the end; then a round has fewer bytes than calls. */
    private static void assertAllocatesNothing(String name, Running.Call call) throws MPIException {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < MOST_ROUNDS && least >= CALLS; round++) {
            long before = AllocatedBytes.ofThisThread();
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
            least = Math.min(least, AllocatedBytes.ofThisThread() - before);
        }
        assertTrue(least < CALLS, name + " allocates: bytes=" + least + " calls=" + CALLS);
    }

    @Test
    void putGetAndFlushAllocateNothing() throws MPIException {
        win.lockAll(0);
        assertAllocatesNothing("put of bytes", () -> {
            win.put(bytes, 8, MPI.BYTE, 0, 64, 8, MPI.BYTE);
            win.flush(0);
        });
        assertAllocatesNothing("get of ints", () -> {
            win.get(ints, 100, MPI.INT, 0, 64, 100, MPI.INT);
            win.flushLocal(0);
        });
        assertAllocatesNothing("put of doubles, get of bytes", () -> {
            win.put(doubles, 1, MPI.DOUBLE, 0, 0, 8, MPI.BYTE);
            win.flushAll();
            win.get(bytes, 1 << 14, MPI.BYTE, 0, 0, 1 << 14, MPI.BYTE);
            win.flushLocalAll();
        });
        win.unlockAll();
    }

    @Test
    void itemsWithGapsAllocateNothing() throws MPIException {
        Datatype column = Datatype.createVector(16, 1, 16, MPI.INT);
        Datatype wide = Datatype.createVector(8, 2, 24, MPI.INT);
        column.commit();
        wide.commit();
        win.lockAll(0);
        assertAllocatesNothing("a column from a row", () -> {
            win.put(ints, 16, MPI.INT, 0, 0, 1, column);
            win.flush(0);
        });
        assertAllocatesNothing("a row from a column", () -> {
            win.get(ints, 1, column, 0, 0, 16, MPI.INT);
            win.flush(0);
        });
        assertAllocatesNothing("blocks from blocks", () -> {
            win.put(ints, 1, column, 0, 0, 1, wide);
            win.get(ints, 1, wide, 0, 128, 1, column);
            win.flush(0);
        });
        win.unlockAll();
        column.free();
        wide.free();
    }

    @Test
    void lockAndUnlockAllocateNothing() throws MPIException {
        assertAllocatesNothing("exclusive", () -> {
            win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            win.put(bytes, 8, MPI.BYTE, 0, 64, 8, MPI.BYTE);
            win.unlock(0);
        });
        assertAllocatesNothing("shared", () -> {
            win.lock(MPI.LOCK_SHARED, 0, 0);
            win.get(bytes, 8, MPI.BYTE, 0, 64, 8, MPI.BYTE);
            win.unlock(0);
        });
        assertAllocatesNothing("all", () -> {
            win.lockAll(0);
            win.put(ints, 2, MPI.INT, 0, 64, 2, MPI.INT);
            win.unlockAll();
        });
    }
}
