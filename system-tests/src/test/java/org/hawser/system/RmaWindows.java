package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import mpi.Comm;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** What the standard says of windows as such: memory, units, groups, attributes; one rule a method. */
final class RmaWindows {
    private static final Intracomm WORLD = MPI.COMM_WORLD;

    private final int me = WORLD.getRank();
    private final int size = WORLD.getSize();
    private final int next = (me + 1) % size;
    private final int previous = (me + size - 1) % size;

    private RmaWindows() throws MPIException {
    }

    static void run() throws MPIException {
        RmaWindows windows = new RmaWindows();
        windows.unitsMayDiffer();
        windows.buffersCountTheirElements();
        windows.memoryOfTheProgramServes();
        windows.someOrAllMayHaveNoMemory();
        windows.nobodyIsATarget();
        windows.windowsMayOverlap();
        windows.severalWindowsHaveEpochsOfTheirOwn();
        windows.partsOfTheWorldHaveWindows();
        windows.aWindowOutlivesItsCommunicator();
        windows.sharedMemoryIsLoadedAndStored();
        windows.attributesTellOfTheMemory();
        windows.namesHintsAndHandlers();
        windows.theGroupIsTheCommunicators();
        windows.windowsAreMadeAndFreedOftenWithoutEnd();
    }

    private static void put(Win win, long value, int target, long displacement) throws MPIException {
        win.put(new long[] {value}, 1, MPI.LONG, target, displacement, 1, MPI.LONG);
    }

    private void unitsMayDiffer() throws MPIException {
        Win win = Win.allocate(64, me % 2 == 0 ? 1 : 8, MPI.INFO_NULL, WORLD);
        MemorySegment memory = win.getMemory();
        memory.fill((byte) 0);
        win.fence(0);
        put(win, 9, next, next % 2 == 0 ? 16 : 2);
        win.fence(MPI.MODE_NOSUCCEED);
        check(memory.get(ValueLayout.JAVA_LONG, 16) == 9, "displacement in the target's unit");
        win.free();
    }

    /** As in the bindings that programs were written for: sizes, units and displacements of an IntBuffer are ints. */
    private void buffersCountTheirElements() throws MPIException {
        IntBuffer memory = MPI.newIntBuffer(10);
        Win win = new Win(memory, 10, 1, MPI.INFO_NULL, WORLD);
        IntBuffer given = MPI.newIntBuffer(2).put(0, me).put(1, me + 1);
        win.fence(0);
        win.put(given, 2, MPI.INT, next, 7, 2, MPI.INT);
        win.fence(MPI.MODE_NOSUCCEED);
        check(memory.get(7) == previous && memory.get(8) == previous + 1, "in ints");
        check(memory.get(6) == 0 && memory.get(9) == 0, "beside");
        win.free();
    }

    private void memoryOfTheProgramServes() throws MPIException {
        LongBuffer foreign = ByteBuffer.allocateDirect(80).order(ByteOrder.nativeOrder()).asLongBuffer();
        LongBuffer runtime = MPI.newLongBuffer(10);
        for (LongBuffer memory : new LongBuffer[] {runtime, foreign, me % 2 == 0 ? runtime : foreign}) {
            memory.put(4, 0);
            Win win = new Win(memory, 10, 1, MPI.INFO_NULL, WORLD);
            win.fence(0);
            put(win, me + 70, next, 3);
            win.fence(0);
            win.accumulate(new long[] {2}, 1, MPI.LONG, 0, 4L, 1, MPI.LONG, MPI.SUM);
            win.fence(0);
            check(memory.get(3) == previous + 70, "put into the program's memory");
            check(memory.get(4) == (me == 0 ? 2 * size : 0), "added in the program's memory");
            long[] got = new long[1];
            win.get(got, 1, MPI.LONG, next, 3L, 1, MPI.LONG);
            win.fence(MPI.MODE_NOSUCCEED);
            check(got[0] == me + 70, "got from the program's memory");
            win.free();
        }
    }

    private void someOrAllMayHaveNoMemory() throws MPIException {
        Win win = Win.allocate(me % 2 == 0 ? 8 : 0, 8, MPI.INFO_NULL, WORLD);
        win.fence(0);
        if (next % 2 == 0) {
            put(win, 5, next, 0);
        } else {
            win.put(new long[0], 0, MPI.LONG, next, 0L, 0, MPI.LONG);
        }
        win.fence(MPI.MODE_NOSUCCEED);
        check(me % 2 == 1 || size == 1 || previous % 2 == 0 && size % 2 == 1 || win.getMemory()
            .get(ValueLayout.JAVA_LONG, 0) == 5, "put beside empty windows");
        win.lockAll(0);
        win.flushAll();
        win.unlockAll();
        win.free();
        Win none = new Win(ByteBuffer.allocateDirect(0), 0, 1, MPI.INFO_NULL, WORLD);
        none.fence(0);
        none.fence(MPI.MODE_NOSUCCEED);
        none.free();
    }

    private void nobodyIsATarget() throws MPIException {
        Win win = Win.allocate(8, 8, MPI.INFO_NULL, WORLD);
        long[] one = {1};
        long[] got = {-1};
        win.fence(0);
        win.put(one, 1, MPI.LONG, MPI.PROC_NULL, 5000L, 1, MPI.LONG);
        win.get(got, 1, MPI.LONG, MPI.PROC_NULL, 5000L, 1, MPI.LONG);
        win.accumulate(one, 1, MPI.LONG, MPI.PROC_NULL, 0L, 1, MPI.LONG, MPI.SUM);
        win.getAccumulate(one, 1, MPI.LONG, got, 1, MPI.LONG, MPI.PROC_NULL, 0L, 1, MPI.LONG, MPI.SUM);
        win.fetchAndOp(one, got, MPI.LONG, MPI.PROC_NULL, 0L, MPI.SUM);
        win.compareAndSwap(one, one, got, MPI.LONG, MPI.PROC_NULL, 0L);
        win.fence(MPI.MODE_NOSUCCEED);
        check(got[0] == -1, "nobody gave anything");
        win.free();
    }

    private void windowsMayOverlap() throws MPIException {
        LongBuffer memory = MPI.newLongBuffer(10);
        Win all = new Win(memory, 10, 1, MPI.INFO_NULL, WORLD);
        Win end = new Win(MPI.slice(memory, 5), 5, 1, MPI.INFO_NULL, WORLD);
        long[] got = new long[1];
        all.fence(0);
        put(all, 12, next, 7);
        all.fence(MPI.MODE_NOSUCCEED);
        WORLD.barrier();
        end.fence(0);
        end.get(got, 1, MPI.LONG, next, 2L, 1, MPI.LONG);
        end.fence(0);
        put(end, 13, next, 0);
        end.fence(MPI.MODE_NOSUCCEED);
        check(got[0] == 12, "seen through the other window");
        check(memory.get(5) == 13 && memory.get(7) == 12, "both wrote");
        end.free();
        all.lock(MPI.LOCK_SHARED, next, 0);
        put(all, 14, next, 0);
        all.unlock(next);
        WORLD.barrier();
        check(memory.get(0) == 14, "one goes on when the other was freed");
        all.free();
    }

    private void severalWindowsHaveEpochsOfTheirOwn() throws MPIException {
        try (RmaLongs locked = RmaLongs.of(1); RmaLongs fenced = RmaLongs.of(1); RmaLongs paired = RmaLongs.of(1)) {
            locked.win.lockAll(0);
            fenced.win.fence(0);
            paired.win.post(paired.group(previous), 0);
            paired.win.start(paired.group(next), 0);
            paired.put(1, next, 0);
            fenced.put(2, next, 0);
            locked.put(3, next, 0);
            fenced.win.fence(MPI.MODE_NOSUCCEED);
            paired.win.complete();
            paired.win.waitFor();
            locked.win.unlockAll();
            WORLD.barrier();
            paired.expect(0, 1, "paired");
            fenced.expect(0, 2, "fenced");
            locked.expect(0, 3, "locked");
        }
    }

    private void partsOfTheWorldHaveWindows() throws MPIException {
        Intracomm backwards = WORLD.split(me % 2, -me);
        try (RmaLongs longs = RmaLongs.of(backwards, 2)) {
            longs.win.fence(0);
            longs.put(me + 500, longs.next(), 0);
            longs.win.fence(MPI.MODE_NOSUCCEED);
            int[] from = {longs.previous()};
            int[] world = Group.translateRanks(backwards.getGroup(), from, WORLD.getGroup());
            longs.expect(0, world[0] + 500, "ranks of the part");
            longs.win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            longs.add(1, 0, 1);
            longs.win.unlock(0);
            backwards.barrier();
            longs.expect(1, RmaLongs.initial(longs.me, 1) + (longs.me == 0 ? longs.size : 0), "locked in the part");
            longs.win.post(longs.group(longs.previous()), 0);
            longs.win.start(longs.group(longs.next()), 0);
            longs.put(me + 900, longs.next(), 0);
            longs.win.complete();
            longs.win.waitFor();
            longs.expect(0, world[0] + 900, "paired in the part");
        }
        backwards.free();
    }

    private void aWindowOutlivesItsCommunicator() throws MPIException {
        Intracomm copy = WORLD.dup();
        RmaLongs longs = RmaLongs.of(copy, 1);
        copy.free();
        longs.win.fence(0);
        longs.put(4, next, 0);
        longs.win.fence(MPI.MODE_NOSUCCEED);
        longs.expect(0, 4, "after its communicator");
        longs.win.free();
    }

    private void sharedMemoryIsLoadedAndStored() throws MPIException {
        Intracomm node = WORLD.splitType(Comm.TYPE_SHARED, me, MPI.INFO_NULL);
        boolean all = node.getSize() == size;
        node.free();
        if (!all) {
            return;
        }
        Win win = Win.allocateShared(8L * (me + 1), 8, MPI.INFO_NULL, WORLD);
        check(win.getMemory().byteSize() == 8L * (me + 1), "the own part");
        MemorySegment theirs = win.sharedQuery(next);
        check(theirs.byteSize() == 8L * (next + 1), "the part of the next: bytes=" + theirs.byteSize());
        win.lockAll(MPI.MODE_NOCHECK);
        theirs.set(ValueLayout.JAVA_LONG, 8L * next, me + 200);
        win.sync();
        WORLD.barrier();
        win.sync();
        check(win.getMemory().get(ValueLayout.JAVA_LONG, 8L * me) == previous + 200, "stored by the one before");
        long[] got = new long[1];
        win.get(got, 1, MPI.LONG, next, (long) next, 1, MPI.LONG);
        win.flush(next);
        check(got[0] == me + 200, "got what was stored");
        win.unlockAll();
        MemorySegment first = win.sharedQuery(MPI.PROC_NULL);
        check(first.byteSize() == 8, "PROC_NULL is the first: bytes=" + first.byteSize());
        // One after the other, unless the program says that it need not be so.
        long end = win.sharedQuery(0).address();
        for (int rank = 0; rank < size; rank++) {
            check(win.sharedQuery(rank).address() == end, "in a row: rank=" + rank);
            end += 8L * (rank + 1);
        }
        WORLD.barrier();
        win.free();
    }

    private void attributesTellOfTheMemory() throws MPIException {
        LongBuffer memory = MPI.newLongBuffer(6);
        Win win = new Win(memory, 6, 1, MPI.INFO_NULL, WORLD);
        check(win.getAttr(MPI.WIN_BASE) != null, "base");
        check(((Number) win.getAttr(MPI.WIN_SIZE)).longValue() == 48, "size: " + win.getAttr(MPI.WIN_SIZE));
        check(((Number) win.getAttr(MPI.WIN_DISP_UNIT)).longValue() == 8, "unit: " + win.getAttr(MPI.WIN_DISP_UNIT));
        int key = Win.createKeyval();
        check(win.getAttr(key) == null, "nothing hangs there yet");
        win.setAttr(key, "hung");
        check("hung".equals(win.getAttr(key)), "what was hung");
        win.deleteAttr(key);
        check(win.getAttr(key) == null, "taken off");
        Win.freeKeyval(key);
        win.free();
    }

    private void namesHintsAndHandlers() throws MPIException {
        Info info = new Info();
        info.set("no_locks", "false");
        info.set("something_else", "1");
        Win win = Win.allocate(8, 8, info, WORLD);
        info.free();
        check(win.getName().isEmpty(), "no name in the beginning: " + win.getName());
        win.setName("counters");
        check(win.getName().equals("counters"), "name: " + win.getName());
        Info used = win.getInfo();
        check(used != null && !used.isNull(), "hints");
        used.free();
        Info more = new Info();
        more.set("accumulate_ops", "same_op_no_op");
        win.setInfo(more);
        more.free();
        win.setErrhandler(MPI.ERRORS_ARE_FATAL);
        check(win.getErrhandler() == MPI.ERRORS_ARE_FATAL, "handler");
        win.setErrhandler(MPI.ERRORS_RETURN);
        check(win.getErrhandler() == MPI.ERRORS_RETURN, "handler");
        win.free();
    }

    private void theGroupIsTheCommunicators() throws MPIException {
        Win win = Win.allocate(8, 8, MPI.INFO_NULL, WORLD);
        Group group = win.getGroup();
        check(Group.compare(group, WORLD.getGroup()) == MPI.IDENT, "group");
        group.free();
        win.free();
        Win own = Win.allocate(8, 8, MPI.INFO_NULL, MPI.COMM_SELF);
        own.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
        put(own, 3, 0, 0);
        own.unlock(0);
        check(own.getMemory().get(ValueLayout.JAVA_LONG, 0) == 3, "a window of one");
        own.free();
    }

    /** 200 MiB of each in all: what is freed is used again. */
    private void windowsAreMadeAndFreedOftenWithoutEnd() throws MPIException {
        for (int i = 0; i < 25; i++) {
            Win win = Win.allocate(8 << 20, 8, MPI.INFO_NULL, WORLD);
            win.lock(MPI.LOCK_SHARED, next, 0);
            put(win, i, next, (1 << 20) - 1);
            win.unlock(next);
            WORLD.barrier();
            check(win.getMemory().get(ValueLayout.JAVA_LONG, (8 << 20) - 8) == i, "window " + i);
            win.free();
        }
    }

    // Dynamic windows

    static void dynamic() throws MPIException {
        RmaWindows windows = new RmaWindows();
        windows.attachedMemoryIsReachedByAddress();
        windows.piecesComeAndGo();
    }

    private static long[] addresses(long mine) throws MPIException {
        long[] all = new long[WORLD.getSize()];
        WORLD.allGather(new long[] {mine}, 1, MPI.LONG, all, 1, MPI.LONG);
        return all;
    }

    private void attachedMemoryIsReachedByAddress() throws MPIException {
        Win win = new Win(MPI.INFO_NULL, WORLD);
        LongBuffer runtime = MPI.newLongBuffer(10);
        LongBuffer foreign = ByteBuffer.allocateDirect(80).order(ByteOrder.nativeOrder()).asLongBuffer();
        for (LongBuffer memory : new LongBuffer[] {runtime, foreign}) {
            win.attach(memory, 10);
            long[] at = addresses(Win.addressOf(memory));
            win.lockAll(0);
            put(win, me + 30, next, at[next] + 16);
            win.accumulate(new long[] {1}, 1, MPI.LONG, 0, at[0] + 40, 1, MPI.LONG, MPI.SUM);
            win.flushAll();
            WORLD.barrier();
            long[] got = new long[1];
            win.get(got, 1, MPI.LONG, next, at[next] + 16, 1, MPI.LONG);
            win.flush(next);
            win.unlockAll();
            check(got[0] == me + 30 && memory.get(2) == previous + 30, "put by address");
            check(me != 0 || memory.get(5) == size, "added by address");
            WORLD.barrier();
        }
        win.detach(runtime);
        win.detach(foreign);
        win.free();
    }

    private void piecesComeAndGo() throws MPIException {
        Win win = new Win(MPI.INFO_NULL, WORLD);
        win.fence(0);
        for (int round = 0; round < 20; round++) {
            LongBuffer[] pieces = new LongBuffer[5];
            for (int i = 0; i < pieces.length; i++) {
                pieces[i] = MPI.newLongBuffer(4 + i);
                win.attach(pieces[i], 4 + i);
            }
            long[] at = addresses(Win.addressOf(pieces[round % 5]));
            win.fence(0);
            put(win, round, next, at[next] + 24);
            win.fence(0);
            check(pieces[round % 5].get(3) == round, "piece of round " + round);
            for (LongBuffer piece : pieces) {
                win.detach(piece);
            }
        }
        win.fence(MPI.MODE_NOSUCCEED);
        win.free();
    }
}
