package org.hawser.system;

import static org.hawser.system.FilePrograms.check;
import static org.hawser.system.FilePrograms.errorOf;

import java.nio.ByteBuffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.File;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** What cannot be done with files, though COMM_WORLD's errors are fatal: each mistake is thrown at all ranks. */
final class FileMistakes {
    private static final Comm WORLD = MPI.COMM_WORLD;

    private FileMistakes() {
    }

    static void run(String name) throws MPIException {
        opening(name);
        File file = new File(WORLD, name, MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
        accesses(file);
        views(file);
        file.callErrhandler(MPI.ERR_IO);
        file.setErrhandler(MPI.ERRORS_ARE_FATAL);
        check(file.getErrhandler() == MPI.ERRORS_ARE_FATAL, "handler");
        file.setErrhandler(MPI.ERRORS_RETURN);
        file.close();
        expect(MPI.ERR_FILE, file::close);
        expect(MPI.ERR_FILE, file::getSize);
        expect(MPI.ERR_FILE, () -> file.write(new byte[1], 1, MPI.BYTE));
        expect(MPI.ERR_FILE, file::getErrhandler);
    }

    private static void expect(int errorClass, FilePrograms.Call call) {
        int found = errorOf(call);
        if (found != errorClass) {
            throw new AssertionError("expected error class " + errorClass + ", found " + found);
        }
    }

    private static void opening(String name) throws MPIException {
        boolean last = WORLD.getRank() == WORLD.getSize() - 1;
        expect(MPI.ERR_NO_SUCH_FILE, () -> new File(WORLD, name, MPI.MODE_RDONLY));
        expect(MPI.ERR_NO_SUCH_FILE, () -> File.delete(name));
        expect(MPI.ERR_AMODE, () -> new File(WORLD, name, MPI.MODE_CREATE));
        expect(MPI.ERR_AMODE, () -> new File(WORLD, name, MPI.MODE_RDONLY | MPI.MODE_CREATE));
        expect(MPI.ERR_BAD_FILE, () -> new File(WORLD, "/", MPI.MODE_RDONLY));
        expect(MPI.ERR_BAD_FILE, () -> new File(WORLD, null, MPI.MODE_RDONLY));
        if (WORLD.getSize() > 1) {
            expect(MPI.ERR_NOT_SAME, () -> new File(WORLD, name + (last ? "x" : "y"),
                MPI.MODE_CREATE | MPI.MODE_RDWR));
        }
        try {
            new File(WORLD, name, MPI.MODE_RDONLY);
        } catch (MPIException e) {
            check(e.getMessage().contains("File: "), e.getMessage());
        }
    }

    private static void accesses(File file) throws MPIException {
        boolean last = WORLD.getRank() == WORLD.getSize() - 1;
        expect(MPI.ERR_BUFFER, () -> file.write(new int[1], 2, MPI.INT));
        expect(MPI.ERR_BUFFER, () -> file.writeAll(last ? null : new int[2], 2, MPI.INT));
        expect(MPI.ERR_TYPE, () -> file.write(new int[1], 1, MPI.DOUBLE));
        expect(MPI.ERR_TYPE, () -> file.readAll(new int[1], 1, last ? null : MPI.INT));
        expect(MPI.ERR_COUNT, () -> file.read(new int[1], -1, MPI.INT));
        expect(MPI.ERR_BUFFER, () -> file.read(ByteBuffer.allocate(4).asReadOnlyBuffer(), 4, MPI.BYTE));
        expect(MPI.ERR_ARG, () -> file.writeAtAll(last ? -1 : 0, new int[1], 1, MPI.INT));
        expect(MPI.ERR_ARG, () -> file.seek(-1, MPI.SEEK_SET));
        expect(MPI.ERR_ARG, () -> file.seek(0, 12345));
        expect(MPI.ERR_ARG, () -> file.getByteOffset(-5));
        expect(MPI.ERR_IO, () -> file.readAllEnd(new int[1]));
        Request request = file.iWriteAll(MPI.newIntBuffer(1), last ? 2 : 1, MPI.INT);
        expect(MPI.ERR_BUFFER, request::waitFor);
        check(request.isNull(), "request");
        check(file.getSize() == 0, "nothing was written");
    }

    private static void views(File file) throws MPIException {
        boolean last = WORLD.getRank() == WORLD.getSize() - 1;
        expect(MPI.ERR_ARG, () -> file.setView(last ? -1 : 0, MPI.INT, MPI.INT, "native"));
        expect(MPI.ERR_UNSUPPORTED_DATAREP, () -> file.setView(0, MPI.INT, MPI.INT, "roman"));
        expect(MPI.ERR_ARG, () -> file.setView(0, MPI.DOUBLE, MPI.INT, "native"));
        expect(MPI.ERR_TYPE, () -> file.setView(0, MPI.INT, last ? null : MPI.INT, "native"));
        Datatype back = Datatype.createIndexed(new int[] {1, 1}, new int[] {3, 0}, MPI.INT);
        expect(MPI.ERR_TYPE, () -> file.setView(0, MPI.INT, back, "native"));
        back.commit();
        expect(MPI.ERR_ARG, () -> file.setView(0, MPI.INT, back, "native"));
        Datatype twice = Datatype.createIndexed(new int[] {2, 2}, new int[] {0, 1}, MPI.INT);
        twice.commit();
        expect(MPI.ERR_ARG, () -> file.setView(0, MPI.INT, last ? twice : MPI.INT, "native"));
        file.setView(0, MPI.LONG, MPI.LONG, "native");
        expect(MPI.ERR_IO, () -> file.write(new int[1], 1, MPI.INT));
        file.setView(0, MPI.BYTE, MPI.BYTE, "native");
    }
}
