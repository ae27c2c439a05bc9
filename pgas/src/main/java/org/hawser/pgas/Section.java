package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.RemoteRegion;
import org.hawser.pgas.layout.BlockCyclic;
import org.hawser.pgas.memory.Refusal;
import org.hawser.runtime.Handle;
import org.hawser.runtime.Rank;

/**
 * A run of indices of a shared array, on its way to or from the program's memory.
 *
 * <p>What the run has at one thread is one run of places there, though it may be many short runs at the program's side.
 * So each thread whose memory is not mapped costs one transfer: straight from or to the program's memory when it is one
 * run there too, else through bytes on the heap. Mapped memory is copied run by run.
 *
 * <p><b>Threads:</b> one call. <b>Allocates:</b> for what is not mapped and not one run.
 */
final class Section {
    /** What goes through the heap is taken in parts of about this many bytes. */
    private static final long PART_BYTES = 4 << 20;
    /** From here on a transfer of its own for each run is no loss. */
    private static final long LONG_RUN = 4 << 10;

    private final SharedArray array;
    private final BlockCyclic layout;
    private final int shift;
    private final Rank rank;
    private final Side side;
    private final long index;
    private final long count;
    /** Where the first element is at the program's side. */
    private final long at;
    /** True when the caller waits, not this; then its handle is used, be it null. */
    private boolean started;
    private Handle handle;
    private List<Staged> staged;

    private Section(SharedArray array, long index, long count, Side side, long at) {
        this.array = array;
        layout = array.layout;
        shift = array.shift;
        rank = array.services.world.rank();
        this.index = index;
        this.count = count;
        this.side = side;
        this.at = at;
    }

    /** Copies to the program's side; done when this returns. */
    static void get(SharedArray array, long index, long count, Side side, long at) {
        long address = array.runAddress(index, count);
        if (address != 0) {
            side.load(address, at, count << array.shift);
        } else {
            long part = part(array);
            for (long done = 0; done < count; done += part) {
                Section section = new Section(array, index + done, Math.min(part, count - done), side,
                    at + (done << array.shift));
                section.forEachPart(section::load);
                section.await();
            }
        }
        Reference.reachabilityFence(array);
    }

    /** Starts to copy to the program's side. */
    static void startGet(SharedArray array, long index, long count, Side side, long at, Handle handle) {
        if (array.layout.run() << array.shift < LONG_RUN) {
            // Short runs come faster together, through the heap; then there is nothing left to wait for.
            get(array, index, count, side, at);
        } else if (count > 0) {
            Section section = new Section(array, index, count, side, at);
            section.handle = handle;
            section.forEachPart(section::startRuns);
            Reference.reachabilityFence(array);
        }
    }

    /** Copies from the program's side; done when this returns. */
    static void put(SharedArray array, long index, long count, Side side, long at) {
        long address = array.runAddress(index, count);
        if (address != 0) {
            side.store(at, address, count << array.shift);
        } else {
            long part = part(array);
            for (long done = 0; done < count; done += part) {
                Section section = new Section(array, index + done, Math.min(part, count - done), side,
                    at + (done << array.shift));
                section.forEachPart(section::store);
                section.await();
            }
        }
        Reference.reachabilityFence(array);
    }

    /** Starts to copy from the program's side. */
    static void startPut(SharedArray array, long index, long count, Side side, long at, Handle handle) {
        long part = part(array);
        for (long done = 0; done < count; done += part) {
            Section section = new Section(array, index + done, Math.min(part, count - done), side,
                at + (done << array.shift));
            section.started = true;
            section.handle = handle;
            section.forEachPart(section::store);
        }
        Reference.reachabilityFence(array);
    }

    /** A block or more: what has one block at each thread is never staged, and may be as long as it is. */
    private static long part(SharedArray array) {
        return Math.max(array.layout.run(), PART_BYTES >> array.shift);
    }

    /** What the section has at one thread, by places there. */
    @FunctionalInterface
    private interface Part {
        void copy(int thread, long from, long to);
    }

    private void forEachPart(Part part) {
        int parts = threads();
        int thread = layout.threadOf(index);
        try {
            for (int i = 0; i < parts; i++) {
                part.copy(thread, layout.before(thread, index), layout.before(thread, index + count));
                thread = thread + 1 == layout.threads() ? 0 : thread + 1;
            }
        } catch (FabricException e) {
            throw Refusal.of(e, array.area);
        }
    }

    /** How many threads have elements of the section. */
    private int threads() {
        long blocks = layout.blockOf(index + count - 1) - layout.blockOf(index) + 1;
        return (int) Math.min(layout.threads(), blocks);
    }

    private void load(int thread, long from, long to) {
        long base = array.base(thread);
        if (base == 0) {
            getFar(thread, from, to);
        } else {
            Walk.runs(layout, thread, from, to, (first, place, length) ->
                side.load(base + (place << shift), place(first), (long) length << shift));
        }
    }

    private void store(int thread, long from, long to) {
        long base = array.base(thread);
        if (base == 0) {
            putFar(thread, from, to);
        } else {
            Walk.runs(layout, thread, from, to, (first, place, length) ->
                side.store(place(first), base + (place << shift), (long) length << shift));
        }
    }

    private void getFar(int thread, long from, long to) {
        RemoteRegion region = settled(thread);
        if (isOneRun(from, to)) {
            rank.get(region, from << shift, side.memory(), place(layout.indexOf(thread, from)), to - from << shift,
                handle());
            return;
        }
        byte[] bytes = new byte[(int) (to - from << shift)];
        rank.get(region, from << shift, MemorySegment.ofArray(bytes), 0, bytes.length, handle());
        if (staged == null) {
            staged = new ArrayList<>();
        }
        staged.add(new Staged(thread, from, to, bytes));
    }

    private void putFar(int thread, long from, long to) {
        RemoteRegion region = settled(thread);
        if (isOneRun(from, to)) {
            rank.put(region, from << shift, side.memory(), place(layout.indexOf(thread, from)), to - from << shift,
                handle());
            return;
        }
        byte[] bytes = new byte[(int) (to - from << shift)];
        Walk.runs(layout, thread, from, to, (first, place, length) ->
            side.store(place(first), bytes, (int) (place - from << shift), length << shift));
        rank.put(region, from << shift, MemorySegment.ofArray(bytes), 0, bytes.length, handle());
    }

    /** A transfer for each run, none of which needs anything to be done when it is over. */
    private void startRuns(int thread, long from, long to) {
        if (array.base(thread) != 0) {
            load(thread, from, to);
            return;
        }
        RemoteRegion region = settled(thread);
        Walk.runs(layout, thread, from, to, (first, place, length) ->
            rank.get(region, place << shift, side.memory(), place(first), (long) length << shift, handle));
    }

    /** The way to a thread's piece, into which no put of an element is under way. */
    private RemoteRegion settled(int thread) {
        RemoteRegion region = array.region(thread);
        array.services.far.settle(region);
        return region;
    }

    private Handle handle() {
        if (handle == null && !started) {
            handle = new Handle();
        }
        return handle;
    }

    private void await() {
        if (handle == null) {
            return;
        }
        try {
            rank.await(handle);
        } catch (FabricException e) {
            throw Refusal.of(e, array.area);
        }
        for (int i = 0; staged != null && i < staged.size(); i++) {
            Staged part = staged.get(i);
            Walk.runs(layout, part.thread, part.from, part.to, (first, place, length) ->
                side.load(part.bytes, (int) (place - part.from << shift), place(first), length << shift));
        }
    }

    private boolean isOneRun(long from, long to) {
        return to - from <= layout.together(from) && side.isMemory();
    }

    /** Where an element is at the program's side. */
    private long place(long element) {
        return at + (element - index << shift);
    }

    /** Elements of one thread, in bytes on the heap. */
    private record Staged(int thread, long from, long to, byte[] bytes) {
    }
}
