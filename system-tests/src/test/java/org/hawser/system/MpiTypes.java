package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import mpi.Struct;

/** Items with gaps, from each rank to the next, in arrays and in the runtime's memory. */
final class MpiTypes {
    private static final Comm WORLD = MPI.COMM_WORLD;
    private static final int TAG = 5;

    private final int next = (WORLD.getRank() + 1) % WORLD.getSize();
    private final int before = (WORLD.getRank() + WORLD.getSize() - 1) % WORLD.getSize();

    private MpiTypes() throws MPIException {
    }

    static void run() throws MPIException {
        MpiTypes types = new MpiTypes();
        for (int side : new int[] {1, 2, 7, 16, 33, 64, 100, 300}) {
            for (boolean shared : new boolean[] {false, true}) {
                types.transpose(side, shared);
                types.columns(side, shared);
            }
        }
        types.structs(1);
        types.structs(5_000);
        types.faces(6);
        types.faces(40);
        for (int count : new int[] {1, 20, 3_000}) {
            types.exchange(count);
        }
        types.backwards(5);
        types.backwards(50_000);
    }

    private static DoubleBuffer matrix(int side, boolean shared) {
        int numbers = side * side;
        return shared ? MPI.newDoubleBuffer(numbers) : DoubleBuffer.allocate(numbers);
    }

    private static double value(int rank, int row, int column) {
        return rank * 1e6 + row * 1e3 + column;
    }

    private static void fill(DoubleBuffer matrix, int side, int rank) {
        for (int i = 0; i < side * side; i++) {
            matrix.put(i, value(rank, i / side, i % side));
        }
    }

    /** Rows are sent and received as columns: one type is contiguous and the other has as many blocks as numbers. */
    private void transpose(int side, boolean shared) throws MPIException {
        Datatype column = Datatype.createVector(side, 1, side, MPI.DOUBLE);
        Datatype columns = Datatype.createResized(column, 0, Double.BYTES);
        columns.commit();
        DoubleBuffer out = matrix(side, shared);
        DoubleBuffer in = matrix(side, shared);
        fill(out, side, WORLD.getRank());
        Status status = WORLD.sendRecv(out, side * side, MPI.DOUBLE, next, TAG, in, side, columns, before, TAG);
        check(status.getCount(columns) == side && status.getElements(columns) == side * side, "counts");
        for (int i = 0; i < side * side; i++) {
            check(in.get(i) == value(before, i % side, i / side), "transposed " + side + " at " + i);
        }
        column.free();
        columns.free();
    }

    /** Every other column stays where it is; what lies between them is not touched. */
    private void columns(int side, boolean shared) throws MPIException {
        int width = Math.max(1, side / 3);
        Datatype type = Datatype.createVector(side, width, side, MPI.DOUBLE);
        type.commit();
        DoubleBuffer out = matrix(side, shared);
        DoubleBuffer in = matrix(side, shared);
        fill(out, side, WORLD.getRank());
        List<Request> requests = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            requests.add(WORLD.iRecv(in, 1, type, before, TAG + i));
        }
        for (int i = 0; i < 4; i++) {
            requests.add(i == 2 ? WORLD.isSend(out, 1, type, next, TAG + i) : WORLD.iSend(out, 1, type, next, TAG + i));
        }
        Request.waitAll(requests.toArray(Request[]::new));
        for (int i = 0; i < side * side; i++) {
            double expected = i % side < width ? value(before, i / side, i % side) : 0;
            check(in.get(i) == expected, "columns of " + side + " at " + i);
        }
        type.free();
    }

    /** A field, a gap, and fields. */
    private static final class Body extends Struct {
        private final int kind = addByte();
        private final int mass = setOffset(8).addDouble();
        private final int place = addFloat(3);

        @Override
        protected Data newData() {
            return new Data();
        }

        private final class Data extends Struct.Data {
            void fill(int rank, int index) {
                putByte(kind, (byte) index);
                putDouble(mass, value(rank, index, 0));
                for (int i = 0; i < 3; i++) {
                    putFloat(place, i, index + i);
                }
            }

            boolean is(int rank, int index) {
                return getByte(kind) == (byte) index && getDouble(mass) == value(rank, index, 0)
                    && getFloat(place, 0) == index && getFloat(place, 2) == index + 2;
            }
        }
    }

    private void structs(int count) throws MPIException {
        Body body = new Body();
        check(body.getExtent() == 32 && body.getType().getSize() == 21, "a struct of 21 bytes in 32");
        byte[] out = new byte[count * body.getExtent()];
        byte[] in = new byte[out.length];
        for (int i = 0; i < count; i++) {
            Body.Data each = body.getData(out, i);
            each.fill(WORLD.getRank(), i);
            out[i * body.getExtent() + 3] = 1;
        }
        WORLD.sendRecv(out, count, body.getType(), next, TAG, in, count, body.getType(), before, TAG);
        for (int i = 0; i < count; i++) {
            Body.Data each = body.getData(in, i);
            check(each.is(before, i), "struct " + i);
            check(in[i * body.getExtent() + 3] == 0, "the gap of struct " + i);
        }
    }

    /** From each to each; every other rank has its pieces in a row. */
    private void exchange(int count) throws MPIException {
        int size = WORLD.getSize();
        int me = WORLD.getRank();
        Datatype spaced = Datatype.createVector(10, 3, 7, MPI.INT);
        Datatype dense = Datatype.createContiguous(30, MPI.INT);
        spaced.commit();
        dense.commit();
        Datatype sent = me % 2 == 0 ? spaced : dense;
        Datatype received = me % 2 == 0 ? dense : spaced;
        int[] out = new int[size * count * sent.getExtent()];
        int[] in = new int[size * count * received.getExtent()];
        for (int i = 0; i < size * count * 30; i++) {
            out[place(i, sent)] = me * 100_000_000 + i;
        }
        WORLD.allToAll(out, count, sent, in, count, received);
        for (int i = 0; i < size * count * 30; i++) {
            int from = i / (30 * count);
            check(in[place(i, received)] == from * 100_000_000 + me * count * 30 + i % (30 * count), "exchanged " + i);
        }
    }

    /** Where number {@code i} of items lies. */
    private static int place(int i, Datatype type) throws MPIException {
        int within = i % 30;
        return i / 30 * type.getExtent() + (type.getExtent() == 30 ? within : within / 3 * 7 + within % 3);
    }

    /** Out of a slice and into one, whose items begin before they do. */
    private void backwards(int numbers) throws MPIException {
        Datatype backwards = Datatype.createVector(numbers, 1, -1, MPI.DOUBLE);
        backwards.commit();
        DoubleBuffer out = MPI.newDoubleBuffer(numbers + 3);
        DoubleBuffer in = MPI.newDoubleBuffer(numbers + 1);
        for (int i = 0; i < numbers + 3; i++) {
            out.put(i, value(WORLD.getRank(), 0, i));
        }
        WORLD.sendRecv(MPI.slice(out, numbers + 1), 1, backwards, next, TAG, MPI.slice(in, numbers - 1), 1, backwards,
            before, TAG);
        for (int i = 0; i < numbers; i++) {
            check(in.get(i) == value(before, 0, i + 2), "backwards " + numbers + " at " + i);
        }
        check(in.get(numbers) == 0, "behind what came");
    }

    /** The three kinds of face of a cube, one of which is a vector of vectors. */
    private void faces(int side) throws MPIException {
        int[] out = new int[side * side * side];
        for (int i = 0; i < out.length; i++) {
            out[i] = i + WORLD.getRank();
        }
        Datatype line = Datatype.createVector(side, 1, side, MPI.INT);
        Datatype[] faces = {Datatype.createContiguous(side * side, MPI.INT),
            Datatype.createVector(side, side, side * side, MPI.INT),
            Datatype.createHVector(side, 1, side * side * Integer.BYTES, line)};
        for (Datatype face : faces) {
            face.commit();
            int[] in = new int[out.length];
            int[] packed = new int[side * side];
            Request request = WORLD.iSend(out, 1, face, next, TAG);
            WORLD.recv(in, 1, face, before, TAG);
            request.waitFor();
            request = WORLD.iSend(in, 1, face, WORLD.getRank(), TAG);
            WORLD.recv(packed, packed.length, MPI.INT, WORLD.getRank(), TAG);
            request.waitFor();
            int found = 0;
            for (int i = 0; i < in.length; i++) {
                check(in[i] == 0 || in[i] == i + before, "a face at " + i);
                found += in[i] == i + before && packed[found % packed.length] == in[i] ? 1 : 0;
            }
            check(found >= side * side - 1, "a face of " + found);
        }
    }
}
