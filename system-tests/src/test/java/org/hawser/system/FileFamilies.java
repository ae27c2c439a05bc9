package org.hawser.system;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.File;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Every way to say where an access takes place, in every form, with every kind of buffer. */
final class FileFamilies {
    private static final Comm WORLD = MPI.COMM_WORLD;
    private static final int N = 100;

    private final File file;
    private final int rank = WORLD.getRank();
    private final int size = WORLD.getSize();

    private FileFamilies(File file) throws MPIException {
        this.file = file;
    }

    static void run(String name) throws MPIException {
        File file = new File(WORLD, name, MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
        check(file.getGroup().getSize() == WORLD.getSize(), "group");
        check(file.getAMode() == (MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE), "mode");
        check(file.getErrhandler() == MPI.ERRORS_RETURN, "handler");
        check(file.getView().getEType() == MPI.BYTE && file.getView().getDataRep().equals("native"), "first view");
        file.setView(0, MPI.INT, MPI.INT, "native");
        check(file.getView().getFileType() == MPI.INT && file.getView().getDisp() == 0, "view");
        FileFamilies families = new FileFamilies(file);
        families.explicit();
        families.individual();
        families.shared();
        families.split();
        families.nonBlocking();
        families.buffers();
        file.close();
    }

    /** Empties the file. */
    private void clear() throws MPIException {
        WORLD.barrier();
        file.setSize(0);
        file.seek(0, MPI.SEEK_SET);
        file.seekShared(0, MPI.SEEK_SET);
    }

    private int[] values(int kind) {
        int[] values = new int[N];
        Arrays.setAll(values, i -> kind * 1_000_000 + rank * N + i);
        return values;
    }

    private void check(Status status, int kind, int[] got, String what) throws MPIException {
        FilePrograms.check(status.getCount(MPI.INT) == N, what + " count");
        FilePrograms.check(Arrays.equals(values(kind), got), what);
    }

    private static void check(boolean right, String what) {
        FilePrograms.check(right, what);
    }

    private void explicit() throws MPIException {
        clear();
        int[] got = new int[N];
        long mine = (long) rank * N;
        FilePrograms.check(file.writeAt(mine, values(1), N, MPI.INT).getCount(MPI.INT) == N, "writeAt");
        check(file.readAt(mine, got, N, MPI.INT), 1, got, "readAt");
        file.writeAtAll(mine, values(2), N, MPI.INT);
        check(file.readAtAll(mine, got, N, MPI.INT), 2, got, "readAtAll");
        file.sync();
        check(file.getSize() == 4L * N * size, "size");
        check(file.getByteOffset(mine) == 4 * mine, "offset");
        check(file.getPosition() == 0, "position");
    }

    private void individual() throws MPIException {
        clear();
        int[] got = new int[N];
        file.seek((long) rank * N, MPI.SEEK_SET);
        file.write(values(3), N, MPI.INT);
        check(file.getPosition() == (rank + 1L) * N, "moved on");
        file.seek(-N, MPI.SEEK_CUR);
        check(file.read(got, N, MPI.INT), 3, got, "read");
        file.seek(-N, MPI.SEEK_CUR);
        file.writeAll(values(4), N, MPI.INT);
        file.seek((long) rank * N, MPI.SEEK_SET);
        check(file.readAll(got, N, MPI.INT), 4, got, "readAll");
        file.sync();
        file.seek(0, MPI.SEEK_END);
        check(file.getPosition() == (long) size * N, "end");
        check(file.read(got, N, MPI.INT).getCount(MPI.INT) == 0, "nothing behind the end");
    }

    private void shared() throws MPIException {
        clear();
        file.writeShared(values(5), N, MPI.INT);
        WORLD.barrier();
        check(file.getPositionShared() == (long) size * N, "shared position");
        WORLD.barrier();
        file.seekShared(0, MPI.SEEK_SET);
        int[] got = new int[N];
        file.readShared(got, N, MPI.INT);
        int writer = (got[0] - 5_000_000) / N;
        check(writer >= 0 && writer < size && got[N - 1] == got[0] + N - 1, "a whole part");
        WORLD.barrier();
        file.seekShared(0, MPI.SEEK_SET);
        file.writeOrdered(values(6), N, MPI.INT);
        file.sync();
        check(file.readAt((long) rank * N, got, N, MPI.INT), 6, got, "in the order of the ranks");
        file.seekShared(0, MPI.SEEK_SET);
        check(file.readOrdered(got, N, MPI.INT), 6, got, "readOrdered");
    }

    private void split() throws MPIException {
        clear();
        int[] out = values(7);
        int[] got = new int[N];
        long mine = (long) rank * N;
        file.writeAtAllBegin(mine, out, N, MPI.INT);
        file.writeAtAllEnd(out);
        file.readAtAllBegin(mine, got, N, MPI.INT);
        check(file.readAtAllEnd(got), 7, got, "readAtAll in two");
        file.seek(mine, MPI.SEEK_SET);
        out = values(8);
        file.writeAllBegin(out, N, MPI.INT);
        file.writeAllEnd(out);
        file.seek(mine, MPI.SEEK_SET);
        file.readAllBegin(got, N, MPI.INT);
        check(file.readAllEnd(got), 8, got, "readAll in two");
        out = values(9);
        file.writeOrderedBegin(out, N, MPI.INT);
        file.writeOrderedEnd(out);
        file.seekShared(0, MPI.SEEK_SET);
        file.readOrderedBegin(got, N, MPI.INT);
        check(file.readOrderedEnd(got), 9, got, "readOrdered in two");
    }

    private void nonBlocking() throws MPIException {
        clear();
        long mine = (long) rank * N;
        IntBuffer out = MPI.newIntBuffer(N).put(0, values(10));
        IntBuffer in = MPI.newIntBuffer(N);
        file.seek(mine, MPI.SEEK_SET);
        for (int form = 0; form < 4; form++) {
            file.setSize(0);
            file.seek(mine, MPI.SEEK_SET);
            Request write = form == 0 ? file.iWriteAt(mine, out, N, MPI.INT)
                : form == 1 ? file.iWriteAtAll(mine, out, N, MPI.INT)
                : form == 2 ? file.iWrite(out, N, MPI.INT) : file.iWriteAll(out, N, MPI.INT);
            check(write.waitStatus().getCount(MPI.INT) == N && write.isNull(), "write of form " + form);
            file.seek(mine, MPI.SEEK_SET);
            Request read = form == 0 ? file.iReadAt(mine, in, N, MPI.INT)
                : form == 1 ? file.iReadAtAll(mine, in, N, MPI.INT)
                : form == 2 ? file.iRead(in, N, MPI.INT) : file.iReadAll(in, N, MPI.INT);
            Status[] statuses = Request.waitAllStatus(new Request[] {MPI.REQUEST_NULL, read});
            int[] got = new int[N];
            in.get(0, got).put(0, new int[N]);
            check(statuses[1], 10, got, "read of form " + form);
        }
        file.seekShared(0, MPI.SEEK_SET);
        file.iWriteShared(out, N, MPI.INT).waitFor();
        WORLD.barrier();
        file.seekShared(0, MPI.SEEK_SET);
        Request read = file.iReadShared(in, N, MPI.INT);
        while (!read.test()) {
            Thread.onSpinWait();
        }
        check(in.get(N - 1) == in.get(0) + N - 1 && in.get(0) >= 10_000_000, "iReadShared");
    }

    private void buffers() throws MPIException {
        clear();
        long mine = (long) rank * N;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(ValueLayout.JAVA_INT, N);
            MemorySegment.copy(values(11), 0, segment, ValueLayout.JAVA_INT, 0, N);
            Object[] outs = {values(11), IntBuffer.wrap(values(11)), segment, IntBuffer.wrap(values(11))
                .asReadOnlyBuffer(), MPI.newIntBuffer(N).put(0, values(11)), MemorySegment.ofArray(values(11))};
            for (Object out : outs) {
                file.writeAt(mine, new int[N], N, MPI.INT);
                file.writeAt(mine, out, N, MPI.INT);
                int[] got = new int[N];
                check(file.readAt(mine, got, N, MPI.INT), 11, got, "from " + out.getClass());
            }
            int[] heap = new int[N];
            check(file.readAt(mine, IntBuffer.wrap(heap), N, MPI.INT), 11, heap, "into a heap buffer");
            MemorySegment target = arena.allocate(ValueLayout.JAVA_INT, N);
            check(file.readAtAll(mine, target, N, MPI.INT), 11, target.toArray(ValueLayout.JAVA_INT), "a segment");
            byte[] bytes = new byte[4 * N];
            file.readAt(mine, bytes, N, MPI.INT);
            int[] turned = MemorySegment.ofArray(bytes).toArray(ValueLayout.JAVA_INT_UNALIGNED);
            check(Arrays.equals(values(11), turned), "bytes");
        }
    }
}
