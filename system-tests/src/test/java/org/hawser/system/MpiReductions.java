package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.function.IntUnaryOperator;
import mpi.Datatype;
import mpi.DoubleInt;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.UserFunction;

/** Collectives that combine items give what their definitions say, in any order that these allow. */
final class MpiReductions {
    /** Lines a·t + b, put one into the other: what comes first matters, how it is grouped does not. */
    private static final class Chain extends UserFunction {
        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
            IntBuffer x = in.asIntBuffer();
            IntBuffer y = inOut.asIntBuffer();
            for (int i = 0; i < 2 * count; i += 2) {
                y.put(i + 1, y.get(i) * x.get(i + 1) + y.get(i + 1));
                y.put(i, y.get(i) * x.get(i));
            }
        }
    }

    /** The sum, in the other form. */
    private static final class Sum extends UserFunction {
        @Override
        public void call(Object in, Object inOut, int count, Datatype type) {
            int[] x = (int[]) in;
            int[] y = (int[]) inOut;
            for (int i = 0; i < count; i++) {
                y[i] += x[i];
            }
        }
    }

    private final Intracomm comm;
    private final Op[] sums = {MPI.SUM, new Op(new Sum(), true), new Op(new Sum(), false)};

    private MpiReductions(Intracomm comm) {
        this.comm = comm;
    }

    static void run(Intracomm comm) throws MPIException {
        new MpiReductions(comm).all();
    }

    private void all() throws MPIException {
        CollRound.all(comm, round -> {
            for (Op op : sums) {
                reduce(round, op);
                if (round.root == 0) {
                    allReduce(round, op);
                    reduceScatter(round, op);
                    reduceScatterBlock(round, op);
                    scan(round, op);
                    exScan(round, op);
                }
            }
        });
        inOrder();
        locations();
        types();
    }

    private static int item(int rank, int i) {
        return (rank + 3) * (i % 1009 + 1);
    }

    /** The sum of the items of ranks 0 to {@code ranks - 1}. */
    private static IntUnaryOperator sumOf(int ranks) {
        return i -> ranks * (ranks + 5) / 2 * (i % 1009 + 1);
    }

    private static MpiInts own(CollRound round, int count) {
        return round.buffer(count).fill(i -> item(round.me, i));
    }

    private static void reduce(CollRound round, Op op) throws MPIException {
        int n = round.count;
        MpiInts mine = own(round, n);
        MpiInts result = round.isRoot() ? round.buffer(n) : null;
        Object to = result == null ? null : result.buffer;
        MpiInts place = own(round, n);
        if (round.later) {
            round.end(round.comm.iReduce(mine.buffer, to, n, MPI.INT, op, round.root));
            round.end(round.comm.iReduce(place.buffer, n, MPI.INT, op, round.root));
        } else {
            round.comm.reduce(mine.buffer, to, n, MPI.INT, op, round.root);
            round.comm.reduce(place.buffer, n, MPI.INT, op, round.root);
        }
        mine.check(i -> item(round.me, i), "what reduce was given " + round);
        if (result != null) {
            result.check(sumOf(round.size), "reduce " + round);
            place.check(sumOf(round.size), "reduce in place " + round);
        }
    }

    private static void allReduce(CollRound round, Op op) throws MPIException {
        int n = round.count;
        MpiInts mine = own(round, n);
        MpiInts result = round.buffer(n);
        MpiInts place = own(round, n);
        if (round.later) {
            round.end(round.comm.iAllReduce(mine.buffer, result.buffer, n, MPI.INT, op));
            round.end(round.comm.iAllReduce(place.buffer, n, MPI.INT, op));
        } else {
            round.comm.allReduce(mine.buffer, result.buffer, n, MPI.INT, op);
            round.comm.allReduce(place.buffer, n, MPI.INT, op);
        }
        result.check(sumOf(round.size), "allReduce " + round);
        place.check(sumOf(round.size), "allReduce in place " + round);
    }

    private static void reduceScatter(CollRound round, Op op) throws MPIException {
        int[] shares = round.shares();
        int total = 0;
        int from = 0;
        for (int rank = 0; rank < round.size; rank++) {
            from += rank < round.me ? shares[rank] : 0;
            total += shares[rank];
        }
        MpiInts mine = own(round, total);
        MpiInts result = round.buffer(shares[round.me]);
        MpiInts place = own(round, total);
        if (round.later) {
            round.end(round.comm.iReduceScatter(mine.buffer, result.buffer, shares, MPI.INT, op));
            round.end(round.comm.iReduceScatter(place.buffer, shares, MPI.INT, op));
        } else {
            round.comm.reduceScatter(mine.buffer, result.buffer, shares, MPI.INT, op);
            round.comm.reduceScatter(place.buffer, shares, MPI.INT, op);
        }
        int first = from;
        IntUnaryOperator expected = i -> sumOf(round.size).applyAsInt(first + i);
        result.check(expected, "reduceScatter " + round);
        place.check(0, shares[round.me], expected, "reduceScatter in place " + round);
    }

    private static void reduceScatterBlock(CollRound round, Op op) throws MPIException {
        int n = round.count;
        MpiInts mine = own(round, n * round.size);
        MpiInts result = round.buffer(n);
        MpiInts place = own(round, n * round.size);
        if (round.later) {
            round.end(round.comm.iReduceScatterBlock(mine.buffer, result.buffer, n, MPI.INT, op));
            round.end(round.comm.iReduceScatterBlock(place.buffer, n, MPI.INT, op));
        } else {
            round.comm.reduceScatterBlock(mine.buffer, result.buffer, n, MPI.INT, op);
            round.comm.reduceScatterBlock(place.buffer, n, MPI.INT, op);
        }
        IntUnaryOperator expected = i -> sumOf(round.size).applyAsInt(round.me * n + i);
        result.check(expected, "reduceScatterBlock " + round);
        place.check(0, n, expected, "reduceScatterBlock in place " + round);
    }

    private void scan(CollRound round, Op op) throws MPIException {
        int n = round.count;
        MpiInts mine = own(round, n);
        MpiInts result = round.buffer(n);
        MpiInts place = own(round, n);
        if (round.later) {
            round.end(comm.iScan(mine.buffer, result.buffer, n, MPI.INT, op));
            round.end(comm.iScan(place.buffer, n, MPI.INT, op));
        } else {
            comm.scan(mine.buffer, result.buffer, n, MPI.INT, op);
            comm.scan(place.buffer, n, MPI.INT, op);
        }
        result.check(sumOf(round.me + 1), "scan " + round);
        place.check(sumOf(round.me + 1), "scan in place " + round);
    }

    private void exScan(CollRound round, Op op) throws MPIException {
        int n = round.count;
        MpiInts mine = own(round, n);
        MpiInts result = round.buffer(n);
        MpiInts place = own(round, n);
        if (round.later) {
            round.end(comm.iExScan(mine.buffer, result.buffer, n, MPI.INT, op));
            round.end(comm.iExScan(place.buffer, n, MPI.INT, op));
        } else {
            comm.exScan(mine.buffer, result.buffer, n, MPI.INT, op);
            comm.exScan(place.buffer, n, MPI.INT, op);
        }
        if (round.me > 0) {
            result.check(sumOf(round.me), "exScan " + round);
            place.check(sumOf(round.me), "exScan in place " + round);
        }
    }

    /** An operation that is associative, but not commutative, on items of a derived type. */
    private void inOrder() throws MPIException {
        Op chain = new Op(new Chain(), false);
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        pair.commit();
        CollRound.all(comm, round -> {
            int n = round.count;
            MpiInts mine = lines(round, n);
            MpiInts result = round.buffer(2 * n);
            MpiInts upTo = round.buffer(2 * n);
            MpiInts rooted = lines(round, n);
            if (round.later) {
                round.end(comm.iAllReduce(mine.buffer, result.buffer, n, pair, chain));
                round.end(comm.iScan(mine.buffer, upTo.buffer, n, pair, chain));
                round.end(comm.iReduce(rooted.buffer, n, pair, chain, round.root));
            } else {
                comm.allReduce(mine.buffer, result.buffer, n, pair, chain);
                comm.scan(mine.buffer, upTo.buffer, n, pair, chain);
                comm.reduce(rooted.buffer, n, pair, chain, round.root);
            }
            result.check(i -> chained(round.size, i), "chain " + round);
            upTo.check(i -> chained(round.me + 1, i), "chain up to here " + round);
            if (round.isRoot()) {
                rooted.check(i -> chained(round.size, i), "chain at the root " + round);
            }
        });
        chain.free();
        pair.free();
    }

    private static MpiInts lines(CollRound round, int n) {
        return round.buffer(2 * n).fill(i -> line(round.me, i));
    }

    private static int line(int rank, int i) {
        return i % 2 == 0 ? 2 * rank + 3 : rank * 17 + i;
    }

    private static int chained(int ranks, int i) {
        int a = line(0, i & -2);
        int b = line(0, i | 1);
        for (int rank = 1; rank < ranks; rank++) {
            int c = line(rank, i & -2);
            b = c * b + line(rank, i | 1);
            a = c * a;
        }
        return i % 2 == 0 ? a : b;
    }

    /** The first of the largest and smallest, in arrays and in buffers of structs. */
    private void locations() throws MPIException {
        int size = comm.getSize();
        int me = comm.getRank();
        int[] pairs = {me / 2, me, -(me / 2), me};
        int[] most = new int[4];
        comm.allReduce(pairs, most, 2, MPI.INT2, MPI.MAXLOC);
        int largest = (size - 1) / 2;
        check(most[0] == largest && most[1] == 2 * largest, "largest " + most[0] + " at " + most[1]);
        check(most[2] == 0 && most[3] == 0, "largest " + most[2] + " at " + most[3]);
        ByteBuffer out = MPI.newByteBuffer(3 * MPI.doubleInt.getExtent());
        ByteBuffer in = MPI.newByteBuffer(3 * MPI.doubleInt.getExtent());
        for (int i = 0; i < 3; i++) {
            DoubleInt.Data data = MPI.doubleInt.getData(out, i);
            data.putValue(Math.abs(me - i) * 0.5);
            data.putIndex(me);
        }
        comm.reduce(out, in, 3, MPI.DOUBLE_INT, MPI.MINLOC, size - 1);
        for (int i = 0; i < 3 && me == size - 1; i++) {
            DoubleInt.Data data = MPI.doubleInt.getData(in, i);
            int nearest = Math.min(i, size - 1);
            check(data.getIndex() == nearest && data.getValue() == (i - nearest) * 0.5, "nearest to " + i + " is "
                + data.getIndex() + " by " + data.getValue());
        }
    }

    /** One of each type, at lengths that are combined in every way. */
    private void types() throws MPIException {
        int size = comm.getSize();
        int me = comm.getRank();
        for (int n : new int[] {1, 40, 3000}) {
            double[] doubles = new double[n];
            long[] longs = new long[n];
            short[] shorts = new short[n];
            byte[] bytes = new byte[n];
            boolean[] booleans = new boolean[n];
            float[] complex = new float[2 * n];
            for (int i = 0; i < n; i++) {
                doubles[i] = me + i;
                longs[i] = 1L << me + i % 40;
                shorts[i] = (short) (me - i);
                bytes[i] = (byte) (me == i % size ? 3 : 2);
                booleans[i] = me == i % size;
                complex[2 * i + 1] = 1;
            }
            comm.allReduce(doubles, n, MPI.DOUBLE, MPI.MAX);
            comm.allReduce(longs, n, MPI.LONG, MPI.BOR);
            comm.allReduce(shorts, n, MPI.SHORT, MPI.MIN);
            comm.allReduce(bytes, n, MPI.BYTE, MPI.SUM);
            comm.allReduce(booleans, n, MPI.BOOLEAN, MPI.LOR);
            comm.allReduce(complex, n, MPI.FLOAT_COMPLEX, MPI.PROD);
            float real = new float[] {1, 0, -1, 0}[size % 4];
            for (int i = 0; i < n; i++) {
                check(doubles[i] == size - 1 + i, "double " + i + ": " + doubles[i]);
                check(longs[i] == ((1L << size) - 1) << i % 40, "long " + i + ": " + longs[i]);
                check(shorts[i] == -i, "short " + i + ": " + shorts[i]);
                check(bytes[i] == 2 * size + 1, "byte " + i + ": " + bytes[i]);
                check(booleans[i], "boolean " + i);
                check(complex[2 * i] == real, "complex " + i + ": " + complex[2 * i]);
            }
        }
    }
}
