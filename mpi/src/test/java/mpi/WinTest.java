package mpi;

import static org.hawser.mpi.Running.errorOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.hawser.mpi.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Windows of one process: units, attributes, hints, handlers, memory of all kinds, and what is refused. */
@ExtendWith(Running.class)
class WinTest {
    private static Win onto(java.nio.Buffer base, int size, int unit) throws MPIException {
        return new Win(base, size, unit, MPI.INFO_NULL, MPI.COMM_SELF);
    }

    private static Win allocated(long bytes) throws MPIException {
        return Win.allocate(bytes, 1, MPI.INFO_NULL, MPI.COMM_SELF);
    }

    @Test
    void sizesAndUnitsOfBuffersAreCountedInTheirElements() throws MPIException {
        DoubleBuffer base = MPI.newDoubleBuffer(10);
        Win win = onto(base, 10, 2);
        assertEquals(80, win.getAttr(MPI.WIN_SIZE));
        assertEquals(16, win.getAttr(MPI.WIN_DISP_UNIT));
        assertEquals(Win.addressOf(base), win.getAttr(MPI.WIN_BASE));
        win.fence(0);
        win.put(new double[] {5}, 1, MPI.DOUBLE, 0, 3L, 1, MPI.DOUBLE);
        win.fence(0);
        assertEquals(5, base.get(6));
        win.free();
    }

    @Test
    void elementsThatABufferDoesNotHaveCannotBeReached() throws MPIException {
        IntBuffer base = MPI.newIntBuffer(2);
        Win win = onto(base, 5, 1);
        win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
        win.put(new int[] {1, 2}, 2, MPI.INT, 0, 0L, 2, MPI.INT);
        assertEquals(MPI.ERR_DISP, errorOf(() -> win.put(new int[1], 1, MPI.INT, 0, 2L, 1, MPI.INT)));
        win.unlock(0);
        assertEquals(2, base.get(1));
        win.free();
    }

    @Test
    void allocatedMemoryIsCountedInElementsOfTheBaseAndItsAddressIsTold() throws MPIException {
        LongBuffer base = MPI.newLongBuffer(1);
        Win win = new Win(100, 1, MPI.INFO_NULL, MPI.COMM_SELF, base, Win.FLAVOR_PRIVATE);
        assertEquals(800, win.getMemory().byteSize());
        assertEquals(win.getMemory().address(), base.get(0));
        assertEquals(MPI.ERR_WIN, errorOf(() -> win.sharedQuery(0)));
        win.free();
        CharBuffer none = MPI.newCharBuffer(0);
        Win shared = new Win(100, 1, MPI.INFO_NULL, MPI.COMM_SELF, none, Win.FLAVOR_SHARED);
        assertEquals(200, shared.sharedQuery(0).byteSize());
        assertEquals(200, shared.sharedQuery(MPI.PROC_NULL).byteSize());
        assertEquals(MPI.ERR_RANK, errorOf(() -> shared.sharedQuery(1)));
        shared.free();
    }

    @Test
    void originsOfAllKindsReachTheWindow() throws MPIException {
        Win win = allocated(64);
        win.fence(0);
        win.put(new byte[] {1, 2}, 2, MPI.BYTE, 0, 0L, 2, MPI.BYTE);
        win.put(ByteBuffer.wrap(new byte[] {3, 4}), 2, MPI.BYTE, 0, 2, 2, MPI.BYTE);
        win.put(MemorySegment.ofArray(new short[] {0x0605}), 1, MPI.SHORT, 0, 4L, 1, MPI.SHORT);
        win.put(Arena.ofAuto().allocateFrom(ValueLayout.JAVA_LONG, -1), 1, MPI.LONG, 0, 8L, 1, MPI.LONG);
        win.fence(0);
        byte[] got = new byte[6];
        win.get(got, 6, MPI.BYTE, 0, 0L, 6, MPI.BYTE);
        win.fence(0);
        assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6}, got);
        assertEquals(-1, win.getMemory().get(ValueLayout.JAVA_LONG, 8));
        win.free();
    }

    @Test
    void requestsOfAllKindsComplete() throws MPIException {
        Win win = Win.allocate(64, 8, MPI.INFO_NULL, MPI.COMM_SELF);
        win.lockAll(0);
        long[] one = {1};
        long[] got = new long[1];
        win.rPut(one, 1, MPI.LONG, 0, 0L, 1, MPI.LONG).waitFor();
        win.rAccumulate(one, 1, MPI.LONG, 0, 0L, 1, MPI.LONG, MPI.SUM).waitFor();
        win.rGetAccumulate(one, 1, MPI.LONG, got, 1, MPI.LONG, 0, 0L, 1, MPI.LONG, MPI.SUM).waitFor();
        assertEquals(2, got[0]);
        Request request = win.rGet(got, 1, MPI.LONG, 0, 0L, 1, MPI.LONG);
        assertTrue(request.test());
        assertTrue(request.isNull());
        assertEquals(3, got[0]);
        Request nothing = win.rPut(one, 1, MPI.LONG, MPI.PROC_NULL, 9L, 1, MPI.LONG);
        assertEquals(0, nothing.waitStatus().getCount(MPI.LONG));
        win.unlockAll();
        win.free();
    }

    @Test
    void calledWithProcNullNothingIsDone() throws MPIException {
        Win win = allocated(8);
        win.lock(MPI.LOCK_SHARED, MPI.PROC_NULL, 0);
        win.put(null, 0, MPI.BYTE, MPI.PROC_NULL, 0, 0, MPI.BYTE);
        win.fetchAndOp(new int[1], new int[1], MPI.INT, MPI.PROC_NULL, 0L, MPI.SUM);
        win.compareAndSwap(new int[1], new int[1], new int[1], MPI.INT, MPI.PROC_NULL, 0L);
        win.flush(MPI.PROC_NULL);
        win.flushLocal(MPI.PROC_NULL);
        win.unlock(MPI.PROC_NULL);
        win.free();
    }

    @Test
    void whatIsReadOnlyCostsNoOrigin() throws MPIException {
        Win win = Win.allocate(8, 8, MPI.INFO_NULL, MPI.COMM_SELF);
        win.getMemory().set(ValueLayout.JAVA_LONG, 0, 42);
        win.lock(MPI.LOCK_SHARED, 0, 0);
        LongBuffer result = MPI.newLongBuffer(1);
        win.fetchAndOp(MPI.newLongBuffer(0), result, MPI.LONG, 0, 0, MPI.NO_OP);
        assertEquals(42, result.get(0));
        long[] again = new long[1];
        win.getAccumulate(null, 0, MPI.BYTE, again, 1, MPI.LONG, 0, 0L, 1, MPI.LONG, MPI.NO_OP);
        assertEquals(42, again[0]);
        win.unlock(0);
        win.free();
    }

    @Test
    void windowsBeyondTwoGibibytesAreReachedByLongDisplacements(@TempDir Path directory)
            throws MPIException, IOException {
        long bytes = 5L << 30;
        try (FileChannel sparse = FileChannel.open(directory.resolve("memory"), StandardOpenOption.CREATE,
                StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment memory = sparse.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
            Win win = new Win(memory, 1, MPI.INFO_NULL, MPI.COMM_SELF);
            assertEquals(bytes, win.getAttr(MPI.WIN_SIZE));
            win.lockAll(0);
            win.put(new long[] {7}, 1, MPI.LONG, 0, bytes - 8, 1, MPI.LONG);
            long[] got = new long[1];
            win.fetchAndOp(new long[] {1}, got, MPI.LONG, 0, bytes - 8, MPI.SUM);
            assertEquals(7, got[0]);
            assertEquals(MPI.ERR_DISP, errorOf(() -> win.put(got, 1, MPI.LONG, 0, bytes - 7, 1, MPI.LONG)));
            assertEquals(MPI.ERR_DISP, errorOf(() -> win.put(got, 1, MPI.LONG, 0, Long.MAX_VALUE, 1, MPI.LONG)));
            win.unlockAll();
            assertEquals(8, memory.get(ValueLayout.JAVA_LONG_UNALIGNED, bytes - 8));
            win.free();
        }
    }

    @Test
    void aDynamicWindowHasWhatIsAttached() throws MPIException {
        Win win = new Win(MPI.INFO_NULL, MPI.COMM_SELF);
        assertEquals(0, win.getAttr(MPI.WIN_SIZE));
        assertEquals(0L, win.getAttr(MPI.WIN_BASE));
        IntBuffer ints = MPI.newIntBuffer(8);
        long at = Win.addressOf(ints);
        win.attach(ints, 4);
        win.lockAll(0);
        win.put(new int[] {1}, 1, MPI.INT, 0, at + 12, 1, MPI.INT);
        assertEquals(MPI.ERR_RMA_CONFLICT, errorOf(() -> win.detach(ints)));
        win.flush(0);
        assertEquals(1, ints.get(3));
        assertEquals(MPI.ERR_DISP, errorOf(() -> win.put(new int[1], 1, MPI.INT, 0, at + 16, 1, MPI.INT)));
        assertEquals(MPI.ERR_DISP, errorOf(() -> win.put(new int[1], 1, MPI.INT, 0, 0L, 1, MPI.INT)));
        win.unlockAll();
        win.detach(ints);
        assertEquals(MPI.ERR_BASE, errorOf(() -> win.detach(ints)));
        win.free();
    }

    @Test
    void onlyDynamicWindowsHaveMemoryAttached() throws MPIException {
        Win win = allocated(8);
        IntBuffer ints = MPI.newIntBuffer(1);
        assertEquals(MPI.ERR_WIN, errorOf(() -> win.attach(ints, 1)));
        assertEquals(MPI.ERR_WIN, errorOf(() -> win.detach(ints)));
        win.free();
    }

    @Test
    void attributesHangByKeys() throws MPIException {
        int key = Win.createKeyval();
        Win win = allocated(0);
        assertNull(win.getAttr(key));
        win.setAttr(key, "value");
        Win.freeKeyval(key);
        assertEquals("value", win.getAttr(key));
        win.deleteAttr(key);
        assertEquals(MPI.ERR_KEYVAL, errorOf(() -> win.getAttr(key)));
        assertEquals(MPI.ERR_KEYVAL, errorOf(() -> win.setAttr(MPI.WIN_SIZE, 5)));
        assertEquals(MPI.ERR_KEYVAL, errorOf(() -> Win.freeKeyval(key)));
        win.free();
    }

    @Test
    void hintsAreKeptAndFollowed() throws MPIException {
        Info info = new Info();
        info.set("no_locks", "true");
        Win win = Win.allocate(8, 1, info, MPI.COMM_SELF);
        info.free();
        assertEquals("true", win.getInfo().get("no_locks"));
        assertNotNull(win.getInfo().get("accumulate_ordering"));
        assertEquals(MPI.ERR_RMA_SYNC, errorOf(() -> win.lock(MPI.LOCK_SHARED, 0, 0)));
        assertEquals(MPI.ERR_RMA_SYNC, errorOf(() -> win.lockAll(0)));
        Info more = new Info();
        more.set("mine", "yes");
        win.setInfo(more);
        assertEquals("yes", win.getInfo().get("mine"));
        assertEquals("true", win.getInfo().get("no_locks"));
        assertEquals(MPI.ERR_INFO, errorOf(() -> win.setInfo(info)));
        assertEquals(MPI.ERR_INFO, errorOf(() -> Win.allocate(8, 1, info, MPI.COMM_SELF)));
        win.free();
    }

    @Test
    void aWindowStartsWithTheHandlerOfItsCommunicatorAndHasItsOwn() throws MPIException {
        Win win = allocated(8);
        assertSame(MPI.ERRORS_RETURN, win.getErrhandler());
        win.callErrhandler(MPI.ERR_OTHER);
        win.setErrhandler(MPI.ERRORS_ARE_FATAL);
        assertSame(MPI.ERRORS_ARE_FATAL, win.getErrhandler());
        assertSame(MPI.ERRORS_RETURN, MPI.COMM_SELF.getErrhandler());
        win.setErrhandler(MPI.ERRORS_RETURN);
        assertEquals(MPI.ERR_ARG, errorOf(() -> win.setErrhandler(null)));
        win.free();
    }

    @Test
    void namesAndGroups() throws MPIException {
        Win win = allocated(8);
        assertEquals("", win.getName());
        win.setName("box");
        assertEquals("box", win.getName());
        assertEquals(MPI.ERR_ARG, errorOf(() -> win.setName(null)));
        assertEquals(1, win.getGroup().getSize());
        win.free();
    }

    @Test
    void aFreedWindowIsNone() throws MPIException {
        Win win = allocated(8);
        win.lock(MPI.LOCK_SHARED, 0, 0);
        assertEquals(MPI.ERR_RMA_SYNC, errorOf(win::free));
        win.unlock(0);
        win.free();
        assertEquals(MPI.ERR_WIN, errorOf(win::free));
        assertEquals(MPI.ERR_WIN, errorOf(() -> win.put(new int[1], 1, MPI.INT, 0, 0L, 1, MPI.INT)));
        assertEquals(MPI.ERR_WIN, errorOf(() -> win.fence(0)));
        assertEquals(MPI.ERR_WIN, errorOf(win::getMemory));
        assertEquals(MPI.ERR_WIN, errorOf(win::getName));
        assertEquals(MPI.ERR_WIN, errorOf(win::getErrhandler));
        assertEquals(MPI.ERR_WIN, errorOf(win::getInfo));
        assertEquals(MPI.ERR_WIN, errorOf(() -> win.getAttr(MPI.WIN_SIZE)));
    }

    @Test
    void whatCannotBeAWindowIsRefused() {
        assertEquals(MPI.ERR_BASE, errorOf(() -> onto(IntBuffer.allocate(4), 4, 1)));
        assertEquals(MPI.ERR_BASE, errorOf(() -> onto(ByteBuffer.allocateDirect(4).asReadOnlyBuffer(), 4, 1)));
        assertEquals(MPI.ERR_BASE,
            errorOf(() -> new Win(MemorySegment.ofArray(new int[4]), 1, MPI.INFO_NULL, MPI.COMM_SELF)));
        assertEquals(MPI.ERR_SIZE, errorOf(() -> onto(MPI.newIntBuffer(4), -1, 1)));
        assertEquals(MPI.ERR_SIZE, errorOf(() -> allocated(-1)));
        assertEquals(MPI.ERR_NO_MEM, errorOf(() -> allocated(1L << 60)));
        assertEquals(MPI.ERR_DISP, errorOf(() -> onto(MPI.newIntBuffer(4), 4, 0)));
        assertEquals(MPI.ERR_DISP, errorOf(() -> onto(MPI.newLongBuffer(4), 4, Integer.MAX_VALUE)));
        assertEquals(MPI.ERR_ARG,
            errorOf(() -> new Win(1, 1, MPI.INFO_NULL, MPI.COMM_SELF, MPI.newIntBuffer(1), 2)));
        assertEquals(MPI.ERR_COMM, errorOf(() -> Win.allocate(8, 1, MPI.INFO_NULL, null)));
        assertEquals(MPI.ERR_BASE, errorOf(() -> Win.addressOf(new int[1])));
    }

    @Test
    void assertionsAndKindsOfLockAreKnown() throws MPIException {
        Win win = allocated(8);
        assertEquals(MPI.ERR_ASSERT, errorOf(() -> win.fence(1 << 10)));
        assertEquals(MPI.ERR_ASSERT, errorOf(() -> win.lock(MPI.LOCK_SHARED, 0, MPI.MODE_NOPUT)));
        assertEquals(MPI.ERR_ASSERT, errorOf(() -> win.lockAll(MPI.MODE_NOSTORE)));
        assertEquals(MPI.ERR_ASSERT, errorOf(() -> win.start(MPI.GROUP_EMPTY, MPI.MODE_NOPUT)));
        assertEquals(MPI.ERR_ASSERT, errorOf(() -> win.post(MPI.GROUP_EMPTY, MPI.MODE_NOSUCCEED)));
        assertEquals(MPI.ERR_LOCKTYPE, errorOf(() -> win.lock(7, 0, 0)));
        assertEquals(MPI.ERR_GROUP, errorOf(() -> win.post(null, 0)));
        win.free();
    }
}
