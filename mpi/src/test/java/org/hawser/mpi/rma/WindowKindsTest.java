package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import org.hawser.fabric.Region;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.comm.Contexts;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Windows onto memory of all kinds, of all members or of some; and what one of them cannot do is told to all. */
@Tag("once")
class WindowKindsTest {
    private static final Layout ITEM = Layout.basic(Long.BYTES);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    @FunctionalInterface
    private interface Program {
        void run(Communicator world) throws Exception;
    }

    private static void run(int ranks, Program program) {
        LocalRanks.on(Medium.inMemory("shm")).start(ranks, rank -> {
            PointToPoint point = new PointToPoint(rank);
            Contexts contexts = Contexts.open(rank);
            rank.barrier();
            Members all = Members.range(0, ranks);
            program.run(new Communicator(point, contexts, all, all, rank.number(), 0, null));
            point.finish();
            rank.barrier();
        });
    }

    private static void put(Window window, long value, int target, long displacement) {
        window.put(new long[] {value}, 0, null, target, displacement, 1, ITEM, Long.BYTES, null);
    }

    private static long get(Window window, int target, long displacement) {
        long[] got = new long[1];
        window.get(got, 0, null, target, displacement, 1, ITEM, Long.BYTES, null);
        window.flush(target);
        return got[0];
    }

    private static int errorOf(Runnable call) {
        return assertThrows(MpiFailure.class, call::run).errorClass();
    }

    /** Each member puts its rank and reads it back at each other that has memory. */
    private static void useAll(Window window, long[] bytes) {
        int me = window.communicator().rank();
        window.lockAll(true);
        for (int i = 0; i < bytes.length; i++) {
            int target = i;
            if (bytes[i] >= (me + 1L) * Long.BYTES) {
                put(window, 100 + me, i, me);
                assertEquals(100 + me, get(window, i, me));
            } else {
                assertEquals(ErrorClass.DISP, errorOf(() -> put(window, 1, target, me)));
            }
        }
        window.unlockAll();
    }

    @Test
    void membersBringMemoryOfTheRuntimeOrTheirOwnOrNone() {
        run(4, world -> {
            int me = world.rank();
            Region region = world.point().rank().allocate(256);
            long[] bytes = {64, 64, 0, 32};
            MemorySegment memory = me == 0 ? region.memory().asSlice(64, 64)
                : me == 1 ? Arena.ofAuto().allocate(64, 8) : region.memory().asSlice(0, bytes[me]);
            Window window = WindowMemory.create(world, memory, Long.BYTES, Hints.NONE);
            useAll(window, bytes);
            window.free();
            for (int i = 0; i < bytes[me] / Long.BYTES && i < 4; i++) {
                assertEquals(100 + i, memory.get(LONG, (long) i * Long.BYTES));
            }
            region.close();
        });
    }

    @Test
    void membersMayHaveAnyLengthsAndUnits() {
        run(3, world -> {
            long[] bytes = {0, 4096, 24};
            Window window = WindowMemory.allocate(world, bytes[world.rank()], Long.BYTES, Hints.NONE);
            useAll(window, bytes);
            window.free();
            Window counted = WindowMemory.allocate(world, 64, 1 + world.rank(), Hints.NONE);
            counted.lockAll(true);
            put(counted, 7, 2, 8);
            assertEquals(7, get(counted, 2, 8));
            counted.unlockAll();
            world.point().rank().barrier();
            assertEquals(world.rank() == 2 ? 7 : 0, counted.memory().segment().get(LONG, 24));
            counted.free();
        });
    }

    @Test
    void sharedMemoryLiesInARowOrApart() {
        run(3, world -> {
            int me = world.rank();
            for (String apart : new String[] {"false", "true"}) {
                Window window = WindowMemory.shared(world, () -> me * 24L, Long.BYTES,
                    new Hints(Map.of("alloc_shared_noncontig", apart)));
                MemorySegment mine = window.sharedMemory(me);
                assertEquals(me * 24L, mine.byteSize());
                assertEquals(window.sharedMemory(1).address(), window.sharedMemory(-1).address());
                if (apart.equals("false")) {
                    assertEquals(window.sharedMemory(1).address() + 24, window.sharedMemory(2).address());
                }
                for (long i = 0; i < mine.byteSize(); i += Long.BYTES) {
                    mine.set(LONG, i, 10 * me + i);
                }
                window.sync();
                world.point().rank().barrier();
                for (int i = 1; i < 3; i++) {
                    assertEquals(10 * i + 16, window.sharedMemory(i).get(LONG, 16));
                }
                world.point().rank().barrier();
                useAll(window, new long[] {0, 24, 48});
                window.free();
            }
        });
    }

    @Test
    void onlySharedWindowsTellOfOthersMemory() {
        run(2, world -> {
            Window window = WindowMemory.allocate(world, 8, 1, Hints.NONE);
            assertEquals(ErrorClass.WIN, errorOf(() -> window.sharedMemory(0)));
            window.free();
        });
    }

    @Test
    void attachedMemoryIsReachedByItsAddressUntilItIsDetached() {
        AtomicLongArray addresses = new AtomicLongArray(3);
        run(3, world -> {
            int me = world.rank();
            int next = (me + 1) % 3;
            Window window = WindowMemory.dynamic(world, () -> { }, Hints.NONE);
            for (int round = 0; round < 3; round++) {
                Region region = round == 1 ? null : world.point().rank().allocate(64);
                MemorySegment memory = region == null ? Arena.ofAuto().allocate(64, 8) : region.memory();
                window.attach(memory);
                addresses.set(me, memory.address());
                world.point().rank().barrier();
                window.lockAll(true);
                long at = addresses.get(next);
                put(window, 50 + me, next, at + 56);
                assertEquals(50 + me, get(window, next, at + 56));
                assertEquals(ErrorClass.DISP, errorOf(() -> put(window, 1, next, at + 64)));
                assertEquals(ErrorClass.DISP, errorOf(() -> put(window, 1, next, at - 8)));
                put(window, 60 + me, next, at);
                world.point().rank().barrier();
                assertEquals(ErrorClass.RMA_CONFLICT, errorOf(() -> window.detach(memory.address())));
                world.point().rank().barrier();
                window.unlockAll();
                world.point().rank().barrier();
                window.detach(memory.address());
                world.point().rank().barrier();
                window.lockAll(true);
                assertEquals(ErrorClass.DISP, errorOf(() -> put(window, 1, next, at)));
                window.unlockAll();
                assertEquals(60 + (me + 2) % 3, memory.get(LONG, 0));
                world.point().rank().barrier();
                if (region != null) {
                    region.close();
                }
            }
            window.free();
        });
    }

    @Test
    void manyPiecesAreAttachedAndNoMoreThanThereIsRoomFor() {
        run(1, world -> {
            Window window = WindowMemory.dynamic(world, () -> { }, Hints.NONE);
            Region region = world.point().rank().allocate(64L * (Control.MOST_PIECES + 1));
            for (int i = 0; i < Control.MOST_PIECES; i++) {
                window.attach(region.memory().asSlice(i * 64L, 32));
            }
            assertEquals(ErrorClass.NO_MEM,
                errorOf(() -> window.attach(region.memory().asSlice(64L * Control.MOST_PIECES, 32))));
            assertEquals(ErrorClass.BASE, errorOf(() -> window.attach(region.memory().asSlice(8, 8))));
            window.lockAll(true);
            long base = region.memory().address();
            for (int i = 0; i < Control.MOST_PIECES; i++) {
                put(window, i, 0, base + i * 64L + 24);
            }
            assertEquals(ErrorClass.RMA_CONFLICT, errorOf(() -> window.detach(base)));
            window.unlockAll();
            window.detach(base);
            window.attach(region.memory().asSlice(0, 64));
            assertEquals(255, region.memory().get(LONG, 255 * 64L + 24));
            window.free();
            region.close();
        });
    }

    @Test
    void whatOneCannotBringIsToldToAll() {
        run(3, world -> {
            boolean first = world.rank() == 0;
            assertEquals(ErrorClass.SIZE, errorOf(() -> WindowMemory.allocate(world, first ? -1 : 8, 1, Hints.NONE)));
            assertEquals(ErrorClass.DISP, errorOf(() -> WindowMemory.allocate(world, 8, first ? 0 : 1, Hints.NONE)));
            assertEquals(ErrorClass.NO_MEM,
                errorOf(() -> WindowMemory.shared(world, () -> first ? 1L << 61 : 8, 1, Hints.NONE)));
            assertEquals(ErrorClass.NOT_SAME, errorOf(() -> {
                if (first) {
                    WindowMemory.dynamic(world, () -> { }, Hints.NONE);
                } else {
                    WindowMemory.allocate(world, 8, 1, Hints.NONE);
                }
            }));
            int who = world.rank();
            assertEquals(ErrorClass.NOT_SAME, errorOf(() -> WindowMemory.shared(world, () -> 8, 1,
                new Hints(Map.of("alloc_shared_noncontig", Boolean.toString(who == 1))))));
            assertEquals(ErrorClass.NOT_SAME, errorOf(() -> WindowMemory.allocate(world, 8, 1,
                new Hints(Map.of("hawser_path", who == 1 ? "agent" : "direct")))));
            MpiFailure told = assertThrows(MpiFailure.class, () -> WindowMemory.create(world, () -> {
                if (first) {
                    throw new MpiFailure(ErrorClass.BASE, "no memory here");
                }
                return MemorySegment.NULL;
            }, 1, Hints.NONE));
            assertEquals(ErrorClass.BASE, told.errorClass());
            assertTrue(told.getMessage().contains(first ? "no memory here" : "rank=0"), told.getMessage());
            WindowMemory.allocate(world, 8, 1, Hints.NONE).free();
        });
    }
}
