package mpi;

import static org.hawser.mpi.Running.errorOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;
import org.hawser.mpi.Running;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Communicators of one process; those of several are tested where there are several. */
@ExtendWith(Running.class)
class CommTest {
    @Test
    void aCopyHasAttributesHintsAndHandlerOfItsOwn() throws MPIException {
        int key = Comm.createKeyval();
        int other = Comm.createKeyval();
        Intracomm original = MPI.COMM_SELF.dup();
        original.setAttr(key, 7);
        original.setErrhandler(MPI.ERRORS_RETURN);
        Intracomm copy = original.dup();
        copy.setAttr(other, 8);
        assertEquals(7, copy.getAttr(key));
        assertNull(original.getAttr(other));
        copy.setErrhandler(MPI.ERRORS_ARE_FATAL);
        assertSame(MPI.ERRORS_RETURN, original.getErrhandler());
        original.free();
        copy.free();
    }

    @Test
    void aFreedKeyLastsWhereSomethingHangsByIt() throws MPIException {
        int key = Comm.createKeyval();
        Intracomm comm = MPI.COMM_SELF.dup();
        comm.setAttr(key, "still there");
        Comm.freeKeyval(key);
        assertEquals(MPI.ERR_KEYVAL, errorOf(() -> Comm.freeKeyval(key)));
        assertEquals(MPI.ERR_KEYVAL, errorOf(() -> MPI.COMM_SELF.setAttr(key, 1)));
        assertEquals("still there", comm.getAttr(key));
        comm.deleteAttr(key);
        assertEquals(MPI.ERR_KEYVAL, errorOf(() -> comm.getAttr(key)));
        comm.free();
    }

    @Test
    void hintsAreAddedAndGivenBackAsCopies() throws MPIException {
        Intracomm comm = MPI.COMM_SELF.dup();
        assertEquals(0, comm.getInfo().size());
        Info info = new Info();
        info.set("one", "1");
        comm.setInfo(info);
        info.delete("one");
        info.set("two", "2");
        comm.setInfo(info);
        info.free();
        assertEquals("1", comm.getInfo().get("one"));
        assertEquals("2", comm.getInfo().get("two"));
        comm.getInfo().set("two", "3");
        assertEquals("2", comm.getInfo().get("two"));
        assertEquals(MPI.ERR_INFO, errorOf(() -> comm.setInfo(info)));
        assertEquals(MPI.ERR_INFO, errorOf(() -> comm.dupWithInfo(null)));
        comm.free();
    }

    @Test
    void namesAreCutToTheirLongest() throws MPIException {
        Intracomm comm = MPI.COMM_SELF.dup();
        assertEquals("", comm.getName());
        comm.setName("x".repeat(100));
        assertEquals(MPI.MAX_OBJECT_NAME, comm.getName().length());
        comm.free();
    }

    @Test
    void aCopyToComeCanBeUsedWhenItHasCome() throws MPIException {
        Intracomm copy = MPI.COMM_SELF.iDup();
        assertFalse(copy.isNull());
        copy.getRequest().free();
        assertEquals(1, copy.getSize());
        copy.free();
        assertTrue(copy.isNull());
        assertTrue(copy.getRequest().isNull());
    }

    @Test
    void theEnvironmentIsDescribed() throws MPIException {
        assertEquals(MPI.PROC_NULL, MPI.COMM_WORLD.getAttr(MPI.HOST));
        assertEquals(MPI.ANY_SOURCE, MPI.COMM_WORLD.getAttr(MPI.IO));
        assertEquals(0, MPI.COMM_WORLD.getAttr(MPI.APPNUM));
        assertEquals(MPI.ERR_LASTCODE, MPI.COMM_WORLD.getAttr(MPI.LASTUSEDCODE));
        assertTrue((Integer) MPI.COMM_WORLD.getAttr(MPI.UNIVERSE_SIZE) >= 1);
        for (int own : new int[] {MPI.TAG_UB, MPI.HOST, MPI.IO, MPI.WTIME_IS_GLOBAL, MPI.UNIVERSE_SIZE}) {
            assertEquals(MPI.ERR_KEYVAL, errorOf(() -> MPI.COMM_WORLD.deleteAttr(own)));
        }
        assertEquals(MPI.ERR_KEYVAL, errorOf(() -> Comm.freeKeyval(MPI.TAG_UB)));
        assertEquals(MPI.ERR_KEYVAL, errorOf(() -> MPI.COMM_WORLD.getAttr(MPI.KEYVAL_INVALID)));
        for (String key : new String[] {"command", "argv", "maxprocs", "soft", "host", "arch", "wdir",
            "thread_level"}) {
            assertTrue(MPI.INFO_ENV.get(key) != null, key);
        }
        assertEquals(MPI.THREAD_SINGLE, MPI.queryThread());
        MPI.pControl(1, null);
    }

    @Test
    void aGridOfNothingButItself() throws MPIException {
        CartComm grid = MPI.COMM_SELF.createCart(new int[] {1, 1}, new boolean[] {true, false}, true);
        assertEquals(0, grid.shift(0, 5).getRankDest());
        assertEquals(MPI.PROC_NULL, grid.shift(1, -1).getRankSource());
        assertEquals(MPI.ERR_ARG, errorOf(() -> grid.shift(0, Integer.MIN_VALUE)));
        assertEquals(MPI.UNDEFINED, MPI.COMM_SELF.getTopology());
        grid.free();
        assertEquals(MPI.ERR_COMM, errorOf(grid::getTopo));
    }

    /** A column of a matrix ends far behind its extent: with no neighbours there is no piece that would. */
    @Test
    void whoHasNoNeighboursNeedsNoRoomForTheirPieces() throws MPIException {
        GraphComm alone = MPI.COMM_SELF.createDistGraphAdjacent(new int[0], new int[0], MPI.INFO_NULL, false);
        Datatype column = Datatype.createResized(Datatype.createVector(8, 1, 8, MPI.INT), 0, 4);
        column.commit();
        alone.neighborAllGather(new int[64], 1, column, new int[0], 1, column);
        alone.neighborAllToAll(new int[0], 1, column, new int[0], 1, column);
        alone.free();
    }

    @Test
    void itemsOfNoBytesMoveNothingWhateverTheirExtent() throws MPIException {
        Datatype nothing = Datatype.createResized(Datatype.createContiguous(0, MPI.INT), 0, 16);
        nothing.commit();
        int[] given = {1, 2, 3, 4};
        int[] kept = {5, 6, 7, 8};
        MPI.COMM_SELF.allToAll(given, 1, nothing, kept, 1, nothing);
        MPI.COMM_SELF.allGather(given, 1, nothing, kept, 1, nothing);
        MPI.COMM_SELF.gather(given, 2, nothing, kept, 1, nothing, 0);
        MPI.COMM_SELF.scatterv(given, new int[] {1}, new int[] {5}, nothing, kept, 1, nothing, 0);
        assertArrayEquals(new int[] {5, 6, 7, 8}, kept);
    }

    /** A type that reaches to both sides of where it is: in a slice its items have the array's elements before it. */
    @Test
    void itemsMayBeginBeforeASliceOfALargerBuffer() throws MPIException {
        Datatype around = Datatype.createResized(Datatype.createIndexed(new int[] {1, 1}, new int[] {-1, 1}, MPI.INT),
            0, 16);
        around.commit();
        int[] given = {1, 2, 3, 4, 5, 6, 7};
        int[] got = new int[7];
        MPI.COMM_SELF.allToAll(MPI.slice(given, 1), 2, around, MPI.slice(got, 1), 2, around);
        assertArrayEquals(new int[] {1, 0, 3, 0, 5, 0, 7}, got);
        IntBuffer shared = MPI.newIntBuffer(7);
        MPI.COMM_SELF.gatherv(MPI.slice(given, 1), 2, around, MPI.slice(shared, 1), new int[] {2}, new int[] {0},
            around, 0);
        MPI.COMM_SELF.iAllReduce(MPI.slice(given, 1), MPI.slice(got, 1), 1, around, new Op(new UserFunction() {
        }, true)).waitFor();
        assertEquals(IntBuffer.wrap(got), shared);
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> MPI.COMM_SELF.bcast(given, 1, around, 0)));
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> MPI.COMM_SELF.gather(given, 1, around, got, 1, around, 0)));
    }

    /** The second of two pieces of a type with a negative extent lies before the first. */
    @Test
    void piecesThatBeginBeforeTheBufferAreRefused() throws MPIException {
        GraphComm twice = MPI.COMM_SELF.createDistGraphAdjacent(new int[] {0, 0}, new int[] {0, 0}, MPI.INFO_NULL,
            false);
        twice.setErrhandler(MPI.ERRORS_RETURN);
        Datatype back = Datatype.createResized(MPI.INT, 0, -4);
        back.commit();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment all = arena.allocate(ValueLayout.JAVA_INT, 4);
            MemorySegment half = all.asSlice(8);
            assertEquals(MPI.ERR_BUFFER, errorOf(() -> twice.neighborAllGather(new int[] {9}, 1, MPI.INT, half, 1,
                back)));
            assertEquals(MPI.ERR_BUFFER, errorOf(() -> twice.neighborAllToAll(half, 1, back, new int[2], 1,
                MPI.INT)));
            assertEquals(0, all.getAtIndex(ValueLayout.JAVA_INT, 1));
        }
        twice.free();
    }
}
