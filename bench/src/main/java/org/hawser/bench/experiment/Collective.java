package org.hawser.bench.experiment;

import java.util.List;
import java.util.Locale;
import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;

/**
 * The collectives that are measured, each as a loop of its own over calls that follow each other at once. The root goes
 * round, so that no rank can run ahead of the others. Reductions add doubles, the others move bytes.
 *
 * <p><b>Threads:</b> immutable; loops run on the rank's main thread.
 */
enum Collective {
    /** No bytes; measured once. */
    BARRIER {
        @Override
        void run(Comm world, CollectiveMemory memory, int size, int count) throws MPIException {
            for (int i = 0; i < count; i++) {
                world.barrier();
            }
        }
    },
    /** The root's bytes to all. */
    BCAST {
        @Override
        void run(Comm world, CollectiveMemory memory, int size, int count) throws MPIException {
            Datatype type = MPI.BYTE;
            Object bytes = memory.out();
            int ranks = world.getSize();
            for (int i = 0, root = 0; i < count; i++, root = root + 1 == ranks ? 0 : root + 1) {
                world.bcast(bytes, size, type, root);
            }
        }
    },
    /** Sums at the root. */
    REDUCE {
        @Override
        void run(Comm world, CollectiveMemory memory, int size, int count) throws MPIException {
            Datatype type = MPI.DOUBLE;
            Op sum = MPI.SUM;
            Object out = memory.terms();
            Object in = memory.sums();
            int ranks = world.getSize();
            int terms = size / Double.BYTES;
            for (int i = 0, root = 0; i < count; i++, root = root + 1 == ranks ? 0 : root + 1) {
                world.reduce(out, in, terms, type, sum, root);
            }
        }
    },
    /** Sums at all. */
    ALLREDUCE {
        @Override
        void run(Comm world, CollectiveMemory memory, int size, int count) throws MPIException {
            Datatype type = MPI.DOUBLE;
            Op sum = MPI.SUM;
            Object out = memory.terms();
            Object in = memory.sums();
            int terms = size / Double.BYTES;
            for (int i = 0; i < count; i++) {
                world.allReduce(out, in, terms, type, sum);
            }
        }
    },
    /** The bytes of each to all. */
    ALLGATHER {
        @Override
        void run(Comm world, CollectiveMemory memory, int size, int count) throws MPIException {
            Datatype type = MPI.BYTE;
            Object out = memory.out();
            Object in = memory.in();
            for (int i = 0; i < count; i++) {
                world.allGather(out, size, type, in, size, type);
            }
        }
    },
    /** Other bytes from each to each. */
    ALLTOALL {
        @Override
        void run(Comm world, CollectiveMemory memory, int size, int count) throws MPIException {
            Datatype type = MPI.BYTE;
            Object out = memory.out();
            Object in = memory.in();
            for (int i = 0; i < count; i++) {
                world.allToAll(out, size, type, in, size, type);
            }
        }
    },
    /** The bytes of each to the root. */
    GATHER {
        @Override
        void run(Comm world, CollectiveMemory memory, int size, int count) throws MPIException {
            Datatype type = MPI.BYTE;
            Object out = memory.out();
            Object in = memory.in();
            int ranks = world.getSize();
            for (int i = 0, root = 0; i < count; i++, root = root + 1 == ranks ? 0 : root + 1) {
                world.gather(out, size, type, in, size, type, root);
            }
        }
    },
    /** Other bytes of the root's to each. */
    SCATTER {
        @Override
        void run(Comm world, CollectiveMemory memory, int size, int count) throws MPIException {
            Datatype type = MPI.BYTE;
            Object out = memory.out();
            Object in = memory.in();
            int ranks = world.getSize();
            for (int i = 0, root = 0; i < count; i++, root = root + 1 == ranks ? 0 : root + 1) {
                world.scatter(out, size, type, in, size, type, root);
            }
        }
    },
    /** Sums of all, and another part of them to each: the size is that of all parts. */
    REDUCESCATTER {
        @Override
        void run(Comm world, CollectiveMemory memory, int size, int count) throws MPIException {
            Datatype type = MPI.DOUBLE;
            Op sum = MPI.SUM;
            Object out = memory.terms();
            Object in = memory.sums();
            int part = Math.max(1, size / (Double.BYTES * world.getSize()));
            for (int i = 0; i < count; i++) {
                world.reduceScatterBlock(out, in, part, type, sum);
            }
        }
    },
    /** Sums up to each rank. */
    SCAN {
        @Override
        void run(Comm world, CollectiveMemory memory, int size, int count) throws MPIException {
            Intracomm group = (Intracomm) world;
            Datatype type = MPI.DOUBLE;
            Op sum = MPI.SUM;
            Object out = memory.terms();
            Object in = memory.sums();
            int terms = size / Double.BYTES;
            for (int i = 0; i < count; i++) {
                group.scan(out, in, terms, type, sum);
            }
        }
    },
    /** Sums below each rank. */
    EXSCAN {
        @Override
        void run(Comm world, CollectiveMemory memory, int size, int count) throws MPIException {
            Intracomm group = (Intracomm) world;
            Datatype type = MPI.DOUBLE;
            Op sum = MPI.SUM;
            Object out = memory.terms();
            Object in = memory.sums();
            int terms = size / Double.BYTES;
            for (int i = 0; i < count; i++) {
                group.exScan(out, in, terms, type, sum);
            }
        }
    };

    /** Those that are measured when none is asked for; {@code tune} is for all. */
    static final List<Collective> COMMON = List.of(BARRIER, BCAST, REDUCE, ALLREDUCE, ALLGATHER, ALLTOALL);

    /** Calls it {@code count} times, with {@code size} bytes per rank; collective. */
    abstract void run(Comm world, CollectiveMemory memory, int size, int count) throws MPIException;

    /** The word on the command line and in the names of series. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** True where bytes have a meaning. */
    boolean hasSizes() {
        return this != BARRIER;
    }

    /** True where a rank's memory holds the bytes of all. */
    boolean isWide() {
        return this == ALLGATHER || this == ALLTOALL || this == GATHER || this == SCATTER;
    }

    /** True where numbers are added up. */
    boolean reduces() {
        return this == REDUCE || this == ALLREDUCE || this == REDUCESCATTER || this == SCAN || this == EXSCAN;
    }
}
