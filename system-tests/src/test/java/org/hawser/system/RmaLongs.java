package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpi.Comm;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** A window of longs at every rank; the rank's own are set and seen directly. Element i of rank r is 1000 r + i. */
final class RmaLongs implements AutoCloseable {
    final Comm comm;
    final int me;
    final int size;
    final int length;
    final Win win;
    private final MemorySegment memory;

    private RmaLongs(Comm comm, int length, Info info) throws MPIException {
        this.comm = comm;
        this.length = length;
        me = comm.getRank();
        size = comm.getSize();
        win = Win.allocate(8L * length, 8, info, comm);
        win.setErrhandler(MPI.ERRORS_RETURN);
        memory = win.getMemory();
        fill();
    }

    static RmaLongs of(int length) throws MPIException {
        return new RmaLongs(MPI.COMM_WORLD, length, MPI.INFO_NULL);
    }

    static RmaLongs of(Intracomm comm, int length) throws MPIException {
        return new RmaLongs(comm, length, MPI.INFO_NULL);
    }

    static RmaLongs of(int length, String key, String value) throws MPIException {
        Info info = new Info();
        info.set(key, value);
        RmaLongs made = new RmaLongs(MPI.COMM_WORLD, length, info);
        info.free();
        return made;
    }

    /** Sets all elements as in the beginning; nobody accesses them now. */
    void fill() throws MPIException {
        comm.barrier();
        for (int i = 0; i < length; i++) {
            set(i, initial(me, i));
        }
        comm.barrier();
    }

    static long initial(int rank, int index) {
        return 1000L * rank + index;
    }

    void set(int index, long value) {
        memory.setAtIndex(ValueLayout.JAVA_LONG, index, value);
    }

    long get(int index) {
        return memory.getAtIndex(ValueLayout.JAVA_LONG, index);
    }

    void put(long value, int target, int index) throws MPIException {
        win.put(new long[] {value}, 1, MPI.LONG, target, (long) index, 1, MPI.LONG);
    }

    void get(long[] into, int target, int index) throws MPIException {
        win.get(into, into.length, MPI.LONG, target, (long) index, into.length, MPI.LONG);
    }

    void add(long value, int target, int index) throws MPIException {
        win.accumulate(new long[] {value}, 1, MPI.LONG, target, (long) index, 1, MPI.LONG, MPI.SUM);
    }

    /** One element is as expected. */
    void expect(int index, long expected, String rule) {
        check(get(index) == expected, rule + ": element=" + index + " expected=" + expected + " found=" + get(index));
    }

    /** All but the first elements are as in the beginning. */
    void expectUntouched(int from, String rule) {
        for (int i = from; i < length; i++) {
            expect(i, initial(me, i), rule);
        }
    }

    /** The group of these ranks. */
    Group group(int... ranks) throws MPIException {
        Group all = win.getGroup();
        Group some = all.incl(ranks);
        all.free();
        return some;
    }

    int next() {
        return (me + 1) % size;
    }

    int previous() {
        return (me + size - 1) % size;
    }

    @Override
    public void close() throws MPIException {
        win.free();
    }
}
