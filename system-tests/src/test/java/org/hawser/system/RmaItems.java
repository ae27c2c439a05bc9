package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Win;

/** What can be moved and combined: basic types, derived types, origins of all kinds; one rule a method. */
final class RmaItems {
    private final Win win;
    private final MemorySegment memory;
    private final int next;
    private final int bytes;

    private RmaItems(int bytes) throws MPIException {
        this.bytes = bytes;
        win = Win.allocate(bytes, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        memory = win.getMemory();
        next = (MPI.COMM_WORLD.getRank() + 1) % MPI.COMM_WORLD.getSize();
        clear();
    }

    static void run() throws MPIException {
        RmaItems items = new RmaItems(4096);
        items.everyBasicTypeIsMoved();
        items.itemsWithGapsGoWhereTheirTypeSays();
        items.bothSidesMayHaveGapsOfTheirOwn();
        items.emptyItemsAreNothing();
        items.originsAreOfEveryKind();
        items.sumsOfEveryType();
        items.pairsAreComparedByValue();
        items.accumulatesOfOneOriginKeepTheirOrder();
        items.accumulateGoesThroughDerivedTypes();
        items.getAccumulateFetchesWhatWasThere();
        items.fetchAndOpTakesEveryInteger();
        items.compareAndSwapSwapsOnlyWhatMatches();
        items.neighboursOfSmallUpdatesStay();
        items.win.free();
        largeItemsAreMovedWhole();
    }

    private void clear() throws MPIException {
        MPI.COMM_WORLD.barrier();
        memory.fill((byte) 0);
        MPI.COMM_WORLD.barrier();
    }

    private ByteBuffer own() {
        return memory.asByteBuffer().order(ByteOrder.nativeOrder());
    }

    private static ByteBuffer direct(int length) {
        return ByteBuffer.allocateDirect(length).order(ByteOrder.nativeOrder());
    }

    private static final Datatype[] BASIC = {MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.BOOLEAN, MPI.INT, MPI.LONG, MPI.FLOAT,
        MPI.DOUBLE, MPI.PACKED, MPI.FLOAT_COMPLEX, MPI.DOUBLE_COMPLEX, MPI.INT2, MPI.SHORT_INT, MPI.LONG_INT,
        MPI.FLOAT_INT, MPI.DOUBLE_INT};
    /** Their extents in bytes. */
    private static final int[] EXTENTS = {1, 2, 2, 1, 4, 8, 4, 8, 1, 8, 16, 8, 8, 16, 8, 16};
    private static final Datatype[] INTEGERS = {MPI.BYTE, MPI.SHORT, MPI.INT, MPI.LONG};

    private void everyBasicTypeIsMoved() throws MPIException {
        for (int kind = 0; kind < BASIC.length; kind++) {
            Datatype type = BASIC[kind];
            int count = 5;
            int length = EXTENTS[kind] * count;
            ByteBuffer given = direct(length);
            for (int i = 0; i < length; i++) {
                given.put(i, (byte) (i * 7 + 1));
            }
            ByteBuffer got = direct(length);
            win.fence(0);
            win.put(given, count, type, next, 16, count, type);
            win.fence(0);
            win.get(got, count, type, next, 16, count, type);
            win.fence(MPI.MODE_NOSUCCEED);
            checkItems(type, count, given, got);
            check(memory.get(ValueLayout.JAVA_BYTE, 15) == 0, "before the items");
            check(memory.get(ValueLayout.JAVA_BYTE, 16 + length) == 0, "behind the items");
            clear();
        }
    }

    /** The bytes of the items are the same; gaps in them are anybody's. */
    private static void checkItems(Datatype type, int count, ByteBuffer expected, ByteBuffer found)
            throws MPIException {
        byte[] one = new byte[expected.capacity()];
        byte[] other = new byte[expected.capacity()];
        MPI.COMM_SELF.pack(expected, count, type, one, 0);
        MPI.COMM_SELF.pack(found, count, type, other, 0);
        check(Arrays.equals(one, other), "items of " + type.getName());
    }

    private void itemsWithGapsGoWhereTheirTypeSays() throws MPIException {
        Datatype column = Datatype.createVector(4, 1, 4, MPI.INT);
        column.commit();
        int[] row = {1, 2, 3, 4};
        int[] got = new int[4];
        win.fence(0);
        win.put(row, 4, MPI.INT, next, 8L, 1, column);
        win.fence(0);
        win.get(got, 4, MPI.INT, next, 8L, 1, column);
        win.fence(MPI.MODE_NOSUCCEED);
        for (int i = 0; i < 16; i++) {
            check(own().getInt(8 + 4 * i) == (i % 4 == 0 ? i / 4 + 1 : 0), "column at " + i);
        }
        check(Arrays.equals(row, got), "column as a row: " + Arrays.toString(got));
        column.free();
        clear();
    }

    private void bothSidesMayHaveGapsOfTheirOwn() throws MPIException {
        Datatype here = Datatype.createIndexed(new int[] {2, 1, 3}, new int[] {7, 0, 3}, MPI.SHORT);
        Datatype there = Datatype.createResized(Datatype.createVector(3, 1, 2, MPI.SHORT), 0, 14);
        here.commit();
        there.commit();
        short[] given = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        short[] got = new short[10];
        win.fence(0);
        win.put(given, 1, here, next, 100L, 2, there);
        win.fence(0);
        win.get(got, 1, here, next, 100L, 2, there);
        win.fence(MPI.MODE_NOSUCCEED);
        short[] order = {7, 8, 0, 3, 4, 5};
        for (int i = 0; i < 6; i++) {
            check(own().getShort(100 + i / 3 * 14 + i % 3 * 4) == order[i], "item " + i);
        }
        check(Arrays.equals(got, new short[] {0, 0, 0, 3, 4, 5, 0, 7, 8, 0}), "came back: " + Arrays.toString(got));
        here.free();
        there.free();
        clear();
    }

    private void emptyItemsAreNothing() throws MPIException {
        Datatype none = Datatype.createContiguous(0, MPI.INT);
        none.commit();
        win.fence(0);
        win.put(new int[0], 0, MPI.INT, next, 0L, 0, MPI.INT);
        win.get(new int[0], 0, MPI.INT, next, (long) bytes, 0, MPI.INT);
        win.put(new int[0], 3, none, next, 0L, 0, MPI.INT);
        win.accumulate(new int[0], 0, MPI.INT, next, 4L, 0, MPI.INT, MPI.SUM);
        win.getAccumulate(new int[0], 0, MPI.INT, new int[0], 0, MPI.INT, next, 0L, 0, MPI.INT, MPI.SUM);
        win.fence(MPI.MODE_NOSUCCEED);
        for (int i = 0; i < bytes; i++) {
            check(memory.get(ValueLayout.JAVA_BYTE, i) == 0, "nothing was put at " + i);
        }
        none.free();
        clear();
    }

    private void originsAreOfEveryKind() throws MPIException {
        try (Arena arena = Arena.ofConfined()) {
            LongBuffer shifted = LongBuffer.allocate(4);
            LongBuffer runtime = MPI.newLongBuffer(2);
            MemorySegment segment = arena.allocate(16, 8);
            Object[] origins = {new long[2], MPI.slice(new long[5], 3), shifted, MPI.slice(shifted, 1), runtime,
                direct(16), ByteBuffer.allocate(16), segment, MemorySegment.ofArray(new long[2])};
            for (Object origin : origins) {
                setFirst(origin, 31);
                win.fence(0);
                win.put(origin, 1, MPI.LONG, next, 40L, 1, MPI.LONG);
                win.fence(0);
                setFirst(origin, 0);
                win.get(origin, 1, MPI.LONG, next, 40L, 1, MPI.LONG);
                win.fence(MPI.MODE_NOSUCCEED);
                check(own().getLong(40) == 31, "put from " + origin.getClass());
                check(first(origin) == 31, "got into " + origin.getClass());
                clear();
            }
        }
    }

    private static void setFirst(Object origin, long value) {
        switch (origin) {
            case long[] array -> array[0] = value;
            case LongBuffer buffer -> buffer.put(buffer.position(), value);
            case ByteBuffer buffer -> buffer.order(ByteOrder.nativeOrder()).putLong(buffer.position(), value);
            default -> ((MemorySegment) origin).set(ValueLayout.JAVA_LONG, 0, value);
        }
    }

    private static long first(Object origin) {
        return switch (origin) {
            case long[] array -> array[0];
            case LongBuffer buffer -> buffer.get(buffer.position());
            case ByteBuffer buffer -> buffer.order(ByteOrder.nativeOrder()).getLong(buffer.position());
            default -> ((MemorySegment) origin).get(ValueLayout.JAVA_LONG, 0);
        };
    }

    // Updates

    private void sumsOfEveryType() throws MPIException {
        Object[] threes = {new byte[] {3}, new char[] {3}, new short[] {3}, new int[] {3}, new long[] {3},
            new float[] {3}, new double[] {3}};
        Datatype[] types = {MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE};
        int all = MPI.COMM_WORLD.getSize();
        win.fence(0);
        for (int i = 0; i < types.length; i++) {
            win.accumulate(threes[i], 1, types[i], 0, 8L * i, 1, types[i], MPI.SUM);
        }
        win.fence(MPI.MODE_NOSUCCEED);
        if (MPI.COMM_WORLD.getRank() == 0) {
            ByteBuffer found = own();
            int sum = 3 * all;
            check(found.get(0) == sum && found.getChar(8) == sum && found.getShort(16) == sum
                && found.getInt(24) == sum && found.getLong(32) == sum && found.getFloat(40) == sum
                && found.getDouble(48) == sum, "sums of every type");
        }
        clear();
    }

    private void pairsAreComparedByValue() throws MPIException {
        int me = MPI.COMM_WORLD.getRank();
        int all = MPI.COMM_WORLD.getSize();
        ByteBuffer pair = direct(16);
        pair.putDouble(0, 100 + (me + 1) % all).putInt(8, me);
        ByteBuffer ints = direct(8);
        ints.putInt(0, -50).putInt(4, me + 1);
        own().putInt(504, 1000);
        win.fence(0);
        win.accumulate(pair, 1, MPI.DOUBLE_INT, 0, 480, 1, MPI.DOUBLE_INT, MPI.MAXLOC);
        win.accumulate(ints, 1, MPI.INT2, 0, 500, 1, MPI.INT2, MPI.MINLOC);
        win.fence(MPI.MODE_NOSUCCEED);
        if (me == 0) {
            check(own().getDouble(480) == 100 + all - 1 && own().getInt(488) == (all + all - 2) % all, "MAXLOC");
            check(own().getInt(500) == -50 && own().getInt(504) == 1, "MINLOC: index=" + own().getInt(504));
        }
        clear();
    }

    private void accumulatesOfOneOriginKeepTheirOrder() throws MPIException {
        int[] fetched = new int[1];
        win.lockAll(0);
        for (int i = 1; i <= 50; i++) {
            win.accumulate(new int[] {i}, 1, MPI.INT, next, 64L, 1, MPI.INT, MPI.REPLACE);
        }
        win.getAccumulate(new int[1], 1, MPI.INT, fetched, 1, MPI.INT, next, 64L, 1, MPI.INT, MPI.NO_OP);
        win.flush(next);
        check(fetched[0] == 50, "the last comes last: found=" + fetched[0]);
        win.unlockAll();
        clear();
    }

    private void accumulateGoesThroughDerivedTypes() throws MPIException {
        Datatype every = Datatype.createVector(3, 1, 2, MPI.LONG);
        Datatype nested = Datatype.createIndexed(new int[] {1, 1}, new int[] {0, 2}, every);
        every.commit();
        nested.commit();
        long[] given = new long[12];
        Arrays.setAll(given, i -> i);
        win.fence(0);
        win.accumulate(given, 6, MPI.LONG, 0, 8L, 1, nested, MPI.SUM);
        win.accumulate(given, 2, every, 0, 8L, 1, nested, MPI.SUM);
        win.fence(MPI.MODE_NOSUCCEED);
        if (MPI.COMM_WORLD.getRank() == 0) {
            long all = MPI.COMM_WORLD.getSize();
            // The second item of every begins five elements behind the first, as its extent says.
            long[] places = {0, 2, 4, 10, 12, 14};
            long[] second = {0, 2, 4, 5, 7, 9};
            for (int i = 0; i < 6; i++) {
                check(own().getLong((int) (8 + 8 * places[i])) == all * (i + second[i]), "item " + i);
            }
            check(own().getLong(8 + 8) == 0 && own().getLong(8 + 24) == 0, "between the items");
        }
        every.free();
        nested.free();
        clear();
    }

    private void getAccumulateFetchesWhatWasThere() throws MPIException {
        Op[] ops = {MPI.SUM, MPI.REPLACE, MPI.NO_OP, MPI.MAX, MPI.BXOR};
        int[] expected = {15, 5, 10, 10, 15};
        for (int i = 0; i < ops.length; i++) {
            own().putInt(200, 10).putInt(204, 10);
            MPI.COMM_WORLD.barrier();
            int[] before = new int[2];
            win.lock(MPI.LOCK_EXCLUSIVE, next, 0);
            win.getAccumulate(new int[] {5, 5}, 2, MPI.INT, before, 2, MPI.INT, next, 200L, 2, MPI.INT, ops[i]);
            win.unlock(next);
            MPI.COMM_WORLD.barrier();
            check(before[0] == 10 && before[1] == 10, "fetched before " + i);
            check(own().getInt(200) == expected[i] && own().getInt(204) == expected[i], "combined by " + i);
        }
        clear();
    }

    private void fetchAndOpTakesEveryInteger() throws MPIException {
        Op[] ops = {MPI.SUM, MPI.BAND, MPI.BOR, MPI.BXOR, MPI.REPLACE, MPI.NO_OP, MPI.MIN, MPI.MAX, MPI.PROD};
        long[] expected = {0x5A + 0x0F, 0x0A, 0x5F, 0x55, 0x0F, 0x5A, 0x0F, 0x5A, 0x5A * 0x0F};
        for (int kind = 0; kind < INTEGERS.length; kind++) {
            Datatype type = INTEGERS[kind];
            for (int i = 0; i < ops.length; i++) {
                own().putLong(304, 0x5A);
                MPI.COMM_WORLD.barrier();
                ByteBuffer given = direct(8).putLong(0, 0x0F);
                ByteBuffer before = direct(8);
                win.lock(MPI.LOCK_SHARED, next, 0);
                win.fetchAndOp(given, before, type, next, 304, ops[i]);
                win.unlock(next);
                MPI.COMM_WORLD.barrier();
                long mask = -1L >>> 64 - (8 << kind);
                check(before.getLong(0) == 0x5A, "fetched before operation " + i);
                check(own().getLong(304) == (expected[i] & mask), "operation " + i + " on " + type.getName()
                    + ": found=" + own().getLong(304));
            }
        }
        clear();
    }

    private void compareAndSwapSwapsOnlyWhatMatches() throws MPIException {
        for (int kind = 0; kind < INTEGERS.length; kind++) {
            Datatype type = INTEGERS[kind];
            for (boolean matches : new boolean[] {true, false}) {
                own().putLong(400, 0x1122334455667788L);
                MPI.COMM_WORLD.barrier();
                ByteBuffer compare = direct(8).putLong(0, matches ? 0x1122334455667788L : 0x77);
                ByteBuffer given = direct(8).putLong(0, -1);
                ByteBuffer before = direct(8);
                win.lock(MPI.LOCK_SHARED, next, 0);
                win.compareAndSwap(given, compare, before, type, next, 400);
                win.unlock(next);
                MPI.COMM_WORLD.barrier();
                long mask = -1L >>> 64 - (8 << kind);
                long swapped = 0x1122334455667788L & ~mask | mask;
                check(before.getLong(0) == (0x1122334455667788L & mask), "fetched " + type.getName());
                check(own().getLong(400) == (matches ? swapped : 0x1122334455667788L), "swapped " + type.getName());
            }
        }
        clear();
    }

    /** Bytes of one word belong to different ranks. */
    private void neighboursOfSmallUpdatesStay() throws MPIException {
        int me = MPI.COMM_WORLD.getRank();
        int all = MPI.COMM_WORLD.getSize();
        win.lockAll(0);
        for (int i = 0; i < 100; i++) {
            win.accumulate(new byte[] {1}, 1, MPI.BYTE, 0, 600L + me, 1, MPI.BYTE, MPI.SUM);
            win.put(new byte[] {(byte) i}, 1, MPI.BYTE, 0, 700L + me, 1, MPI.BYTE);
            win.flush(0);
        }
        win.unlockAll();
        MPI.COMM_WORLD.barrier();
        for (int i = 0; me == 0 && i < all; i++) {
            check(own().get(600 + i) == 100, "bytes added side by side");
            check(own().get(700 + i) == 99, "bytes put side by side");
        }
        clear();
    }

    private static void largeItemsAreMovedWhole() throws MPIException {
        int count = 150_000;
        int me = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        int next = (me + 1) % size;
        int previous = (me + size - 1) % size;
        Win win = Win.allocate(8L * count, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
        long[] given = new long[count];
        Arrays.setAll(given, i -> i * 31L + me);
        long[] got = new long[count];
        win.fence(0);
        win.put(given, count, MPI.LONG, next, 0L, count, MPI.LONG);
        win.fence(0);
        win.accumulate(given, count, MPI.LONG, next, 0L, count, MPI.LONG, MPI.SUM);
        win.fence(0);
        win.get(got, count, MPI.LONG, next, 0L, count, MPI.LONG);
        win.fence(MPI.MODE_NOSUCCEED);
        MemorySegment memory = win.getMemory();
        for (int i = 0; i < count; i++) {
            check(memory.getAtIndex(ValueLayout.JAVA_LONG, i) == 2 * (i * 31L + previous), "large item " + i);
            check(got[i] == 2 * given[i], "large item that came back " + i);
        }
        win.free();
    }
}
