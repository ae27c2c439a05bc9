package mpi;

import static org.hawser.mpi.Running.errorOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hawser.mpi.Running;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Files of one process: units, counts, handlers, buffers of all kinds in calls that do not wait. */
@ExtendWith(Running.class)
class FileTest {
    @TempDir
    private Path directory;
    private String name;

    @BeforeEach
    void nameTheFile() {
        name = directory.resolve("data").toString();
    }

    private File open(int amode) throws MPIException {
        return new File(MPI.COMM_SELF, name, amode);
    }

    private File create() throws MPIException {
        return open(MPI.MODE_CREATE | MPI.MODE_RDWR);
    }

    @Test
    void positionsAreCountedInEtypesAndDisplacementsInBytes() throws MPIException {
        File file = create();
        Datatype pairs = Datatype.createVector(2, 1, 2, MPI.DOUBLE);
        pairs.commit();
        file.setView(3, MPI.DOUBLE, pairs, "native");
        file.write(new double[] {1, 2, 3}, 3, MPI.DOUBLE);
        assertEquals(3, file.getPosition());
        assertEquals(3 + 16, file.getByteOffset(1));
        assertEquals(3 + 24, file.getByteOffset(2));
        assertEquals(3 + 24 + 8, file.getSize());
        assertEquals(3, file.getTypeExtent(pairs));
        assertEquals(1, file.getTypeExtent(MPI.INT));
        assertEquals(MPI.ERR_TYPE, errorOf(() -> file.getTypeExtent(null)));
        file.close();
    }

    @Test
    void aFileOfNoCommunicatorOrNameIsRefused() throws MPIException {
        assertEquals(MPI.ERR_COMM, errorOf(() -> new File(null, name, MPI.MODE_CREATE | MPI.MODE_RDWR)));
        assertEquals(MPI.ERR_BAD_FILE, errorOf(() -> new File(MPI.COMM_SELF, null, MPI.MODE_CREATE | MPI.MODE_RDWR)));
        create().close();
    }

    @Test
    void statusesCountWhatTheFileHad() throws MPIException {
        File file = create();
        file.write(new int[] {1, 2, 3, 4, 5}, 5, MPI.INT);
        file.seek(0, MPI.SEEK_SET);
        int[] got = new int[8];
        Status status = file.read(got, 8, MPI.INT);
        assertEquals(5, status.getCount(MPI.INT));
        assertEquals(5, status.getElements(MPI.INT));
        assertEquals(MPI.UNDEFINED, status.getCount(MPI.DOUBLE));
        assertEquals(20, status.getCount(MPI.BYTE));
        assertArrayEquals(new int[] {1, 2, 3, 4, 5, 0, 0, 0}, got);
        assertEquals(32, file.getPosition());
        assertEquals(0, file.read(got, 8, MPI.INT).getCount(MPI.INT));
        file.close();
    }

    @Test
    void memoryWithGapsIsReadAndWritten() throws MPIException {
        File file = create();
        Datatype column = Datatype.createVector(3, 1, 3, MPI.INT);
        column.commit();
        int[] matrix = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        file.write(matrix, 1, column);
        int[] turned = new int[9];
        assertEquals(1, file.readAt(0, turned, 1, column).getCount(column));
        assertArrayEquals(new int[] {1, 0, 0, 4, 0, 0, 7, 0, 0}, turned);
        int[] packed = new int[3];
        file.readAt(0, packed, 3, MPI.INT);
        assertArrayEquals(new int[] {1, 4, 7}, packed);
        assertEquals(MPI.ERR_BUFFER, errorOf(() -> file.write(new int[6], 1, column)));
        file.close();
    }

    @Test
    void callsThatDoNotWaitTakeArraysToo() throws MPIException {
        File file = create();
        file.setView(0, MPI.INT, MPI.INT, "native");
        int[] out = {1, 2, 3};
        Request[] requests = {file.iWriteAt(0, out, 3, MPI.INT), file.iWriteAtAll(3, out, 3, MPI.INT),
            file.iWriteShared(new int[] {1}, 1, MPI.INT)};
        Request.waitAll(requests);
        assertTrue(requests[0].isNull());
        int[] in = new int[6];
        Request read = file.iRead(in, 6, MPI.INT);
        assertEquals(MPI.ERR_REQUEST, errorOf(read::cancel));
        assertEquals(6, read.waitStatus().getCount(MPI.INT));
        assertArrayEquals(new int[] {1, 2, 3, 1, 2, 3}, in);
        file.iWrite(ByteBuffer.allocateDirect(4), 1, MPI.INT).free();
        file.close();
        assertThrows(MPIException.class, () -> open(MPI.MODE_CREATE | MPI.MODE_EXCL | MPI.MODE_RDWR));
    }

    @Test
    void errorsOfRequestsAreThrownWhereTheyAreWaitedFor() throws MPIException {
        File file = create();
        Request request = file.iReadAtAll(-1, new int[1], 1, MPI.INT);
        assertEquals(MPI.ERR_ARG, errorOf(request::waitFor));
        Request[] several = {file.iWriteAll(new int[1], 2, MPI.INT)};
        assertEquals(MPI.ERR_IN_STATUS, errorOf(() -> Request.waitAll(several)));
        file.close();
    }

    @Test
    void errorsAreThrownWhateverTheCommunicatorsHandlerIs() throws MPIException {
        MPI.COMM_SELF.setErrhandler(MPI.ERRORS_ARE_FATAL);
        try {
            MPIException e = assertThrows(MPIException.class, () -> open(MPI.MODE_RDONLY));
            assertEquals(MPI.ERR_NO_SUCH_FILE, e.getErrorClass());
            assertTrue(e.getMessage().contains("file=" + name), e.getMessage());
            File file = create();
            assertSame(MPI.ERRORS_RETURN, file.getErrhandler());
            assertEquals(MPI.ERR_ARG, errorOf(() -> file.seek(-1, MPI.SEEK_SET)));
            file.close();
            assertEquals(MPI.ERR_FILE, errorOf(file::getPosition));
            assertEquals(MPI.ERR_NO_SUCH_FILE, errorOf(() -> File.delete(name + "2")));
        } finally {
            MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
        }
    }

    @Test
    void viewsAndHintsAreTold() throws MPIException {
        File file = new File(MPI.COMM_SELF, name, MPI.MODE_CREATE | MPI.MODE_WRONLY, MPI.INFO_NULL);
        assertEquals(0, file.getView().getDisp());
        Info info = new Info();
        info.set("cb_buffer_size", "1048576");
        file.setView(8, MPI.INT, MPI.INT, "external32", info);
        assertEquals(8, file.getView().getDisp());
        assertSame(MPI.INT, file.getView().getEType());
        assertEquals("external32", file.getView().getDataRep());
        assertEquals("1048576", file.getInfo().get("cb_buffer_size"));
        assertNull(file.getInfo().get("nothing"));
        info.set("romio_cb_write", "enable");
        file.setInfo(info);
        assertEquals("enable", file.getInfo().get("romio_cb_write"));
        assertEquals(1, file.getGroup().getSize());
        file.close();
    }

    @Test
    void external32HasTheFirstByteHighest() throws Exception {
        File file = create();
        file.setView(0, MPI.BYTE, MPI.BYTE, "external32");
        file.write(new char[] {'ä', 'z'}, 2, MPI.CHAR);
        file.write(new long[] {0x0102030405060708L}, 1, MPI.LONG);
        file.write(new float[] {1.5f}, 1, MPI.FLOAT);
        file.write(new double[] {1, -1}, 1, MPI.DOUBLE_COMPLEX);
        ByteBuffer pair = ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder()).putShort(0, (short) 7)
            .putInt(4, 9);
        file.write(pair, 1, MPI.SHORT_INT);
        file.close();
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(Path.of(name)));
        assertEquals('ä', bytes.getChar());
        assertEquals('z', bytes.getChar());
        assertEquals(0x0102030405060708L, bytes.getLong());
        assertEquals(1.5f, bytes.getFloat());
        assertEquals(1, bytes.getDouble());
        assertEquals(-1, bytes.getDouble());
        assertEquals(7, bytes.getShort());
        assertEquals(9, bytes.getInt());
        assertEquals(0, bytes.remaining());
    }
}
