package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.util.Arrays;
import java.util.Random;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;

/** Many ranks update the same elements at the same time, in all ways that the standard permits; sums are exact. */
final class RmaContention {
    private RmaContention() {
    }

    static void run(int amount) throws MPIException {
        sumsOfMixedFormsAreExact(amount);
        fetchedNumbersAreAllDifferent(amount);
        swapsTakeTurns(amount / 4);
        sumsOfEveryTypeAreExact(amount / 4);
        readersSeeNoHalfWrittenRecord(amount / 4);
        exclusiveAndSharedLocksKeepTheirWord(amount / 8);
    }

    /** accumulate, getAccumulate and fetchAndOp of the same operation, on one element and on rows that hold it. */
    private static void sumsOfMixedFormsAreExact(int amount) throws MPIException {
        Random random = new Random(MPI.COMM_WORLD.getRank());
        try (RmaLongs longs = RmaLongs.of(4)) {
            long[] ones = {1, 1, 1, 1};
            long[] before = new long[4];
            longs.win.lockAll(0);
            for (int i = 0; i < amount; i++) {
                int target = random.nextInt(2) % longs.size;
                switch (random.nextInt(4)) {
                    case 0 -> longs.win.accumulate(ones, 4, MPI.LONG, target, 0L, 4, MPI.LONG, MPI.SUM);
                    case 1 -> longs.win.getAccumulate(ones, 4, MPI.LONG, before, 4, MPI.LONG, target, 0L, 4, MPI.LONG,
                        MPI.SUM);
                    case 2 -> {
                        for (int j = 0; j < 4; j++) {
                            longs.win.fetchAndOp(ones, before, MPI.LONG, target, (long) j, MPI.SUM);
                        }
                    }
                    default -> {
                        longs.win.accumulate(ones, 2, MPI.LONG, target, 2L, 2, MPI.LONG, MPI.SUM);
                        longs.win.getAccumulate(ones, 4, MPI.LONG, before, 4, MPI.LONG, target, 0L, 4, MPI.LONG,
                            MPI.NO_OP);
                        longs.win.accumulate(ones, 2, MPI.LONG, target, 0L, 2, MPI.LONG, MPI.SUM);
                    }
                }
                if (i % 7 == 0) {
                    longs.win.flush(target);
                }
            }
            longs.win.unlockAll();
            longs.comm.barrier();
            long[] sums = new long[1];
            longs.comm.allReduce(new long[] {longs.get(0) - RmaLongs.initial(longs.me, 0)}, sums, 1, MPI.LONG, MPI.SUM);
            check(sums[0] == (long) amount * longs.size, "mixed sums: found=" + sums[0]);
            for (int j = 1; j < 4; j++) {
                longs.expect(j, longs.get(0) + j, "as many in each element");
            }
        }
    }

    /** A shared counter gives every number once. */
    private static void fetchedNumbersAreAllDifferent(int amount) throws MPIException {
        try (RmaLongs longs = RmaLongs.of(1)) {
            long[][] mine = new long[amount][1];
            longs.win.lockAll(0);
            for (int i = 0; i < amount; i++) {
                longs.win.fetchAndOp(new long[] {1}, mine[i], MPI.LONG, 0, 0L, MPI.SUM);
                if (i % 5 == 0) {
                    longs.win.flush(0);
                }
            }
            longs.win.unlockAll();
            long[] flat = Arrays.stream(mine).mapToLong(one -> one[0]).toArray();
            long[] all = new long[amount * longs.size];
            longs.comm.gather(flat, amount, MPI.LONG, all, amount, MPI.LONG, 0);
            if (longs.me == 0) {
                Arrays.sort(all);
                for (int i = 0; i < all.length; i++) {
                    check(all[i] == i, "number " + i + " was given as " + all[i]);
                }
            }
        }
    }

    /** A lock of the program's own, by compareAndSwap; what it guards is read and written with put and get. */
    private static void swapsTakeTurns(int amount) throws MPIException {
        try (RmaLongs longs = RmaLongs.of(2)) {
            longs.set(0, -1);
            longs.comm.barrier();
            long[] found = new long[1];
            long[] guarded = new long[1];
            longs.win.lockAll(0);
            for (int i = 0; i < amount; i++) {
                do {
                    longs.win.compareAndSwap(new long[] {longs.me}, new long[] {-1}, found, MPI.LONG, 0, 0L);
                    longs.win.flush(0);
                    if (found[0] != -1) {
                        Thread.yield();
                    }
                } while (found[0] != -1);
                longs.get(guarded, 0, 1);
                longs.win.flush(0);
                longs.put(guarded[0] + 1, 0, 1);
                longs.win.flush(0);
                longs.win.accumulate(new long[] {-1}, 1, MPI.LONG, 0, 0L, 1, MPI.LONG, MPI.REPLACE);
                longs.win.flush(0);
            }
            longs.win.unlockAll();
            longs.comm.barrier();
            if (longs.me == 0) {
                longs.expect(1, RmaLongs.initial(0, 1) + (long) amount * longs.size, "guarded by swaps");
            }
        }
    }

    /** Types that no processor adds in one step too, and neighbours within one word. */
    private static void sumsOfEveryTypeAreExact(int amount) throws MPIException {
        Datatype[] types = {MPI.BYTE, MPI.SHORT, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE};
        Object[] ones = {new byte[] {1, 1}, new short[] {1, 1}, new int[] {1, 1}, new long[] {1, 1},
            new float[] {1, 1}, new double[] {1, 1}};
        Object[] found = {new byte[2], new short[2], new int[2], new long[2], new float[2], new double[2]};
        Op[] ops = {MPI.SUM, MPI.SUM, MPI.SUM, MPI.SUM, MPI.SUM, MPI.SUM};
        try (RmaLongs longs = RmaLongs.of(2 * types.length)) {
            for (int i = 0; i < longs.length; i++) {
                longs.set(i, 0);
            }
            longs.comm.barrier();
            longs.win.lockAll(0);
            for (int i = 0; i < amount; i++) {
                for (int type = 0; type < types.length; type++) {
                    longs.win.accumulate(ones[type], 2, types[type], 0, 2L * type, 2, types[type], ops[type]);
                }
            }
            longs.win.flushAll();
            longs.comm.barrier();
            for (int type = 0; type < types.length; type++) {
                longs.win.get(found[type], 2, types[type], 0, 2L * type, 2, types[type]);
            }
            longs.win.flushAll();
            longs.win.unlockAll();
            long all = (long) amount * longs.size;
            check(((byte[]) found[0])[1] == (byte) all && ((short[]) found[1])[1] == (short) all
                && ((int[]) found[2])[1] == all && ((long[]) found[3])[1] == all && ((float[]) found[4])[1] == all
                && ((double[]) found[5])[1] == all, "sums of every type");
        }
    }

    /** Writers replace a record under exclusive locks; readers under shared ones find it whole. */
    private static void readersSeeNoHalfWrittenRecord(int amount) throws MPIException {
        int length = 64;
        try (RmaLongs longs = RmaLongs.of(length)) {
            long[] record = new long[length];
            if (longs.me == 0) {
                for (int i = 0; i < length; i++) {
                    longs.set(i, 0);
                }
            }
            longs.comm.barrier();
            for (int i = 0; i < amount; i++) {
                boolean writes = (i + longs.me) % 3 == 0;
                longs.win.lock(writes ? MPI.LOCK_EXCLUSIVE : MPI.LOCK_SHARED, 0, 0);
                if (writes) {
                    Arrays.fill(record, longs.me * 1_000_000L + i);
                    longs.win.put(record, length, MPI.LONG, 0, 0L, length, MPI.LONG);
                } else {
                    longs.get(record, 0, 0);
                }
                longs.win.unlock(0);
                for (long element : record) {
                    check(element == record[0], "half written: " + element + " beside " + record[0]);
                }
            }
        }
    }

    /** Counts who is inside: one writer and nobody else, or readers only. */
    private static void exclusiveAndSharedLocksKeepTheirWord(int amount) throws MPIException {
        Random random = new Random(MPI.COMM_WORLD.getRank() + 5L);
        try (RmaLongs longs = RmaLongs.of(2)) {
            longs.set(0, 0);
            longs.comm.barrier();
            long[] inside = new long[1];
            for (int i = 0; i < amount; i++) {
                boolean writes = random.nextInt(3) == 0;
                long weight = writes ? 1000 : 1;
                int target = random.nextInt(longs.size);
                longs.win.lock(writes ? MPI.LOCK_EXCLUSIVE : MPI.LOCK_SHARED, target, 0);
                longs.win.fetchAndOp(new long[] {weight}, inside, MPI.LONG, target, 0L, MPI.SUM);
                longs.win.flush(target);
                check(writes ? inside[0] == 0 : inside[0] < 1000, "inside already: " + inside[0]);
                longs.win.fetchAndOp(new long[] {-weight}, inside, MPI.LONG, target, 0L, MPI.SUM);
                longs.win.unlock(target);
            }
            longs.comm.barrier();
            longs.expect(0, 0, "all have left");
        }
    }
}
