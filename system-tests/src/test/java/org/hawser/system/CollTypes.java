package org.hawser.system;

import java.nio.ByteBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;

/** Collectives of items with gaps: columns of a matrix, resized so that one lies beside the other. */
final class CollTypes {
    private static final int ROWS = 13;

    private CollTypes() {
    }

    static void run() throws MPIException {
        Intracomm comm = MPI.COMM_WORLD;
        int me = comm.getRank();
        int size = comm.getSize();
        Datatype vector = Datatype.createVector(ROWS, 1, size, MPI.INT);
        Datatype column = Datatype.createResized(vector, 0, 4);
        column.commit();
        for (boolean later : new boolean[] {false, true}) {
            columns(comm, column, me, size, later);
            transpose(comm, column, me, size, later);
            reduce(comm, column, me, size, later);
        }
        column.free();
        vector.free();
    }

    private static void check(String what, int expected, int found) {
        if (expected != found) {
            throw new AssertionError(what + ": expected=" + expected + " found=" + found);
        }
    }

    /** Each has a column as a row of numbers; gathered, they are a matrix. */
    private static void columns(Intracomm comm, Datatype column, int me, int size, boolean later)
            throws MPIException {
        int[] mine = new int[ROWS];
        Arrays.setAll(mine, i -> 100 * i + me);
        int[] matrix = new int[ROWS * size];
        int[] atRoot = new int[ROWS * size];
        int[] back = new int[ROWS];
        int root = size - 1;
        if (later) {
            comm.iAllGather(mine, ROWS, MPI.INT, matrix, 1, column).waitFor();
            comm.iGather(mine, ROWS, MPI.INT, atRoot, 1, column, root).waitFor();
            comm.iScatter(matrix, 1, column, back, ROWS, MPI.INT, root).waitFor();
        } else {
            comm.allGather(mine, ROWS, MPI.INT, matrix, 1, column);
            comm.gather(mine, ROWS, MPI.INT, atRoot, 1, column, root);
            comm.scatter(matrix, 1, column, back, ROWS, MPI.INT, root);
        }
        for (int i = 0; i < ROWS; i++) {
            for (int k = 0; k < size; k++) {
                check("allGather of columns", 100 * i + k, matrix[i * size + k]);
                check("gather of columns", me == root ? 100 * i + k : 0, atRoot[i * size + k]);
            }
            check("scatter of columns", 100 * i + me, back[i]);
        }
        int[] told = me == 0 ? matrix.clone() : new int[ROWS * size];
        if (later) {
            comm.iBcast(told, 1, column, 0).waitFor();
        } else {
            comm.bcast(told, 1, column, 0);
        }
        for (int i = 0; i < ROWS; i++) {
            check("bcast of a column", 100 * i, told[i * size]);
            check("what lies beside a column", me == 0 || size == 1 ? matrix[i * size + size - 1] : 0,
                told[i * size + size - 1]);
        }
    }

    /** Column k of each goes to rank k, where it becomes a row. */
    private static void transpose(Intracomm comm, Datatype column, int me, int size, boolean later)
            throws MPIException {
        int[] matrix = new int[ROWS * size];
        Arrays.setAll(matrix, i -> 1000 * me + i);
        int[] rows = new int[ROWS * size];
        int[] byTypes = new int[ROWS * size];
        int[] ones = new int[size];
        int[] lengths = new int[size];
        int[] columnBytes = new int[size];
        int[] rowBytes = new int[size];
        Datatype[] columns = new Datatype[size];
        Datatype[] ints = new Datatype[size];
        for (int i = 0; i < size; i++) {
            ones[i] = 1;
            lengths[i] = ROWS;
            columnBytes[i] = 4 * i;
            rowBytes[i] = 4 * i * ROWS;
            columns[i] = column;
            ints[i] = MPI.INT;
        }
        if (later) {
            comm.iAllToAll(matrix, 1, column, rows, ROWS, MPI.INT).waitFor();
            comm.iAllToAllw(matrix, ones, columnBytes, columns, byTypes, lengths, rowBytes, ints).waitFor();
        } else {
            comm.allToAll(matrix, 1, column, rows, ROWS, MPI.INT);
            comm.allToAllw(matrix, ones, columnBytes, columns, byTypes, lengths, rowBytes, ints);
        }
        for (int from = 0; from < size; from++) {
            for (int i = 0; i < ROWS; i++) {
                check("allToAll of columns", 1000 * from + i * size + me, rows[from * ROWS + i]);
                check("allToAllw of columns", 1000 * from + i * size + me, byTypes[from * ROWS + i]);
            }
        }
    }

    /** The program's own operation on columns, in the order of the ranks: the last one wins. */
    private static void reduce(Intracomm comm, Datatype column, int me, int size, boolean later)
            throws MPIException {
        Op last = new Op(new UserFunction() {
            @Override
            public void call(Object in, Object inOut, int count, Datatype type) {
                throw new UnsupportedOperationException("bytes come");
            }

            @Override
            public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
                // What is in inOut came later: it stays.
            }
        }, false);
        int[] mine = new int[ROWS * size];
        Arrays.fill(mine, me + 1);
        int[] result = new int[ROWS * size];
        if (later) {
            comm.iAllReduce(mine, result, 1, column, last).waitFor();
        } else {
            comm.allReduce(mine, result, 1, column, last);
        }
        for (int i = 0; i < ROWS; i++) {
            check("allReduce of a column", size, result[i * size]);
            check("what lies beside the result", size == 1 ? 1 : 0, result[i * size + size - 1]);
        }
        last.free();
    }
}
