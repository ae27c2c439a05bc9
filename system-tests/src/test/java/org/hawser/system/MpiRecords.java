package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.nio.ByteBuffer;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;

/**
 * Records that programs describe as bytes: their functions combine two whole records, not so many bytes, and so must
 * see all of them in one call.
 */
final class MpiRecords {
    private static final int[] LENGTHS = {12, 600, 5000, 60_000};

    /** A length, and bytes that are added up; fails on a part of a record. */
    private static final class Join extends UserFunction {
        private final int length;

        Join(int length) {
            this.length = length;
        }

        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
            check(count == length, "a part of a record: bytes=" + count + " of=" + length);
            check(in.getInt() == length && inOut.getInt() == length, "not the beginning of a record: of=" + length);
            while (in.hasRemaining()) {
                inOut.put((byte) (in.get() + inOut.get(inOut.position())));
            }
        }
    }

    private final Intracomm comm;
    private final int length;
    private final Op op;

    private MpiRecords(Intracomm comm, int length, boolean commutative) {
        this.comm = comm;
        this.length = length;
        op = new Op(new Join(length), commutative);
    }

    static void run(Intracomm comm) throws MPIException {
        for (int length : LENGTHS) {
            new MpiRecords(comm, length, true).all();
            new MpiRecords(comm, length, false).all();
        }
    }

    private void all() throws MPIException {
        int size = comm.getSize();
        int root = size - 1;
        boolean isRoot = comm.getRank() == root;
        ByteBuffer all = MPI.newByteBuffer(length);
        comm.allReduce(record(), all, length, MPI.BYTE, op);
        verify(all, size, "allReduce");
        ByteBuffer inPlace = record();
        comm.iAllReduce(inPlace, length, MPI.BYTE, op).waitFor();
        verify(inPlace, size, "iAllReduce in place");
        ByteBuffer rooted = MPI.newByteBuffer(length);
        comm.reduce(record(), rooted, length, MPI.BYTE, op, root);
        verify(rooted, isRoot ? size : 0, "reduce");
        ByteBuffer later = MPI.newByteBuffer(length);
        comm.iReduce(record(), later, length, MPI.BYTE, op, root).waitFor();
        verify(later, isRoot ? size : 0, "iReduce");
        ByteBuffer upTo = MPI.newByteBuffer(length);
        comm.scan(record(), upTo, length, MPI.BYTE, op);
        verify(upTo, comm.getRank() + 1, "scan");
        op.free();
    }

    private ByteBuffer record() {
        ByteBuffer record = MPI.newByteBuffer(length).putInt(length);
        while (record.hasRemaining()) {
            record.put((byte) 1);
        }
        return record;
    }

    private void verify(ByteBuffer record, int ranks, String call) {
        for (int i = 4; i < length; i++) {
            check(record.get(i) == ranks, call + " of " + length + " at " + i + ": " + record.get(i));
        }
    }
}
