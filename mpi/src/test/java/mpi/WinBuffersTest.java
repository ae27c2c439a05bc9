package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.lang.ref.WeakReference;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import org.hawser.mpi.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Buffers that the program has let go of while an operation that was not over yet needs them. */
@ExtendWith(Running.class)
class WinBuffersTest {
    private final LongBuffer memory = MPI.newLongBuffer(16);
    private final List<WeakReference<LongBuffer>> handedOver = new ArrayList<>();
    private Win win;

    private LongBuffer handOver(long value) {
        LongBuffer buffer = MPI.newLongBuffer(1).put(0, value);
        handedOver.add(new WeakReference<>(buffer));
        return buffer;
    }

    private void startAll() throws MPIException {
        win.put(handOver(1), 1, MPI.LONG, 0, 0, 1, MPI.LONG);
        win.get(handOver(0), 1, MPI.LONG, 0, 1, 1, MPI.LONG);
        win.accumulate(handOver(3), 1, MPI.LONG, 0, 2, 1, MPI.LONG, MPI.SUM);
        win.getAccumulate(handOver(4), 1, MPI.LONG, handOver(0), 1, MPI.LONG, 0, 3, 1, MPI.LONG, MPI.SUM);
        win.fetchAndOp(handOver(5), handOver(0), MPI.LONG, 0, 4, MPI.SUM);
        win.compareAndSwap(handOver(6), handOver(0), handOver(0), MPI.LONG, 0, 5);
    }

    @Test
    void areKeptUntilTheOperationIsOver() throws MPIException {
        Info info = new Info();
        info.set("hawser_fence", "deferred");
        win = new Win(memory, 16, 1, info, MPI.COMM_SELF);
        win.fence(0);
        startAll();
        System.gc();
        for (int i = 0; i < handedOver.size(); i++) {
            assertNotNull(handedOver.get(i).get(), "buffer " + i);
        }
        win.fence(MPI.MODE_NOSUCCEED);
        assertEquals(List.of(1L, 0L, 3L, 4L, 5L, 6L), List.of(memory.get(0), memory.get(1), memory.get(2),
            memory.get(3), memory.get(4), memory.get(5)));
        win.free();
        info.free();
    }
}
