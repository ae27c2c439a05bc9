package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RemoteRegion;
import org.hawser.pgas.layout.BlockCyclic;
import org.hawser.pgas.layout.Divisor;
import org.hawser.pgas.memory.Area;
import org.hawser.pgas.memory.Refusal;
import org.hawser.pgas.team.Team;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Handle;

/**
 * An array that all threads of a team share, dealt out to them in blocks. What all element types have in common.
 *
 * <p>An element is known by its <em>index</em> in the whole array, the same at all threads. A thread's own elements lie
 * one behind the other in its memory, and are also known by their <em>place</em> there, from 0.
 *
 * <pre>{@code
 * SharedDoubleArray a = pgas.doubles(1_000_000, Distribution.even());
 * a.forAll(i -> a.put(i, Math.sqrt(i)));                  // each thread its own
 * pgas.barrier();
 * double last = a.get(a.length() - 1);                    // whoever has it
 * double[] some = new double[100];
 * a.get(500_000, some, 0, 100);
 * }</pre>
 *
 * <p>Accesses are <em>relaxed</em>: a thread sees its own in their order, others see them after a fence, a barrier or a
 * semaphore. <em>Strict</em> ones are seen by all in one order, and relaxed ones do not move across them. Sections are
 * copied when the call returns, or when its handle is done.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing per element where threads share memory.
 */
public abstract class SharedArray implements AutoCloseable {
    /**
     * The logarithm of a chunk's elements: neighbours, of which the first is at a multiple of their number. As
     * {@link BodyLoop} goes through chunks the compiler sees that their elements are in one; an access asks that first.
     */
    static final int CHUNK_BITS = 12;

    /** A thread whose memory is not mapped. */
    private static final long FAR = 1;
    private static final int PAGE_BITS = 6;
    private static final int PAGE = 1 << PAGE_BITS;

    final BlockCyclic layout;
    final Area area;
    final Services services;
    /** The logarithm of an element's bytes. */
    final int shift;
    private final int me;
    /** Held, so that the address below is good while this object is reachable. */
    private final MemorySegment mine;
    private final long myBase;
    /** What elements are found by, as {@link BlockCyclic} has it: see {@link #address}. */
    private final long run;
    private final long blockFactor;
    private final int blockShift;
    private final int threads;
    private final long threadFactor;
    private final int threadShift;
    /** Of the 64 threads that the calling one is among, from {@code firstPiece} on; null where one is not mapped. */
    private final Piece[] pieces;
    private final int firstPiece;
    /** By thread, a page for 64: where its piece is; 0 when not asked yet. A late look at it asks again. */
    private final long[][] bases;
    /** The first page, which is all there is to most jobs. */
    private final long[] firstBases = new long[PAGE];
    /** The length, and 0 when the memory was given back: so one comparison finds both kinds of error. */
    private long limit;
    private long myLimit;
    /**
     * The calling thread's first block: its first index, and how many elements it has, or 0 when the memory was given
     * back. With one block at each thread it is all that is near, and a loop over that needs no arithmetic.
     */
    private final long myFirst;
    private long myRun;
    /** The first chunk that is wholly in that block, and how many there are, or 0. */
    private final long myChunk;
    private long myChunks;
    private volatile boolean closed;

    SharedArray(Services services, Team team, long length, Distribution distribution, int shift) {
        this.services = services;
        this.shift = shift;
        layout = layout(team, length, distribution, shift);
        area = services.allocations.symmetric(team, layout.lengthAt(0) << shift);
        me = team.me();
        mine = area.local();
        myBase = RawWords.addressOf(mine);
        bases = new long[(team.size() + PAGE - 1) >>> PAGE_BITS][];
        bases[0] = firstBases;
        limit = length;
        myLimit = layout.lengthAt(me);
        myFirst = myLimit == 0 ? 0 : layout.indexOf(me, 0);
        myRun = Math.min(layout.run(), myLimit);
        myChunk = myFirst + (1L << CHUNK_BITS) - 1 >>> CHUNK_BITS;
        myChunks = Math.max(0, (myFirst + myRun >>> CHUNK_BITS) - myChunk);
        run = layout.run();
        blockFactor = Divisor.factor(run);
        blockShift = Divisor.shift(run);
        threads = team.size();
        threadFactor = Divisor.factor(threads);
        threadShift = Divisor.shift(threads);
        area.whenClosed(this::forget);
        firstPiece = me & -PAGE;
        pieces = Piece.mapped(this, team, firstPiece, Math.min(PAGE, team.size() - firstPiece));
        services.share(area, this);
    }

    private static BlockCyclic layout(Team team, long length, Distribution distribution, int shift) {
        Objects.requireNonNull(distribution, "distribution");
        if (length < 0) {
            throw new PgasException("a length cannot be negative: length=" + length);
        }
        BlockCyclic layout = new BlockCyclic(length, distribution.blockFor(length, team.size()), team.size());
        if (layout.lengthAt(0) > Long.MAX_VALUE - PAGE >> shift) {
            throw new PgasException("an array does not fit in the address space: length=" + length + " block="
                + layout.block() + " elementBytes=" + (1 << shift) + " threads=" + team.size());
        }
        return layout;
    }

    /** How many elements it has. */
    public final long length() {
        return layout.length();
    }

    /** Elements of a block; 0 when all are at thread 0. */
    public final long block() {
        return layout.block();
    }

    /** The length of an element, in bytes. */
    public final int elementBytes() {
        return 1 << shift;
    }

    /** The thread that element {@code index} is near. */
    public final int threadOf(long index) {
        check(index);
        return layout.threadOf(index);
    }

    /** Which element of its block it is. */
    public final long phaseOf(long index) {
        check(index);
        return layout.phaseOf(index);
    }

    /** True when element {@code index} is near the calling thread. */
    public final boolean isLocal(long index) {
        return threadOf(index) == me;
    }

    /** How many elements are near the calling thread. */
    public final long localLength() {
        return layout.lengthAt(me);
    }

    /** How many elements are near {@code thread}. */
    public final long lengthAt(int thread) {
        checkThread(thread);
        return layout.lengthAt(thread);
    }

    /** The index of the calling thread's {@code place}-th element. */
    public final long indexOf(long place) {
        checkLocal(place);
        return layout.indexOf(me, place);
    }

    /** Where element {@code index} is among those of its thread. */
    public final long placeOf(long index) {
        check(index);
        return layout.placeOf(index);
    }

    /** The calling thread's elements, one behind the other, for load and store. */
    public final MemorySegment local() {
        checkOpen();
        return mine.asSlice(0, localLength() << shift);
    }

    /** The elements of {@code thread}, where it shares memory with this one; else a {@link PgasException}. */
    public final MemorySegment at(int thread) {
        checkThread(thread);
        checkOpen();
        if (thread == me) {
            return local();
        }
        if (region(thread) instanceof MappedRegion mapped) {
            return mapped.map().asSlice(0, layout.lengthAt(thread) << shift);
        }
        throw new PgasException("a thread's memory cannot be mapped here: owner=" + thread + " " + here()
            + "; use get and put");
    }

    /** True when the elements of {@code thread} are plain memory here, as {@link #at} gives it. */
    public final boolean isMapped(int thread) {
        checkThread(thread);
        checkOpen();
        return base(thread) != 0;
    }

    /** Where element {@code index} is. */
    public final GlobalPointer pointer(long index) {
        check(index);
        return new GlobalPointer(area, layout.threadOf(index), layout.placeOf(index) << shift, 1 << shift,
            layout.block(), layout.phaseOf(index));
    }

    /**
     * Does {@code body} for each index that is near the calling thread, in order: UPC's {@code upc_forall}. Where every
     * nanosecond counts, {@link #forAllPlaces} finds the elements for less.
     */
    public final void forAll(LongConsumer body) {
        checkOpen();
        Walk.indices(layout, me, 0, myLimit, body);
    }

    /** The same for indices from {@code from} to before {@code to}. */
    public final void forAll(long from, long to, LongConsumer body) {
        checkRange(from, to);
        Walk.indices(layout, me, layout.before(me, from), layout.before(me, to), body);
    }

    /**
     * Does {@code body} for the index and the place of each element that is near the calling thread, in order. An
     * element by its place costs a comparison, which the compiler takes out of the loop, however the array is dealt
     * out; by its index it is looked for: the fast way to touch elements one by one.
     */
    public final void forAllPlaces(ElementBody body) {
        checkOpen();
        Walk.places(layout, me, 0, myLimit, body);
    }

    /**
     * Does {@code body} for each run of indices without a gap that is near the calling thread, in order. A loop of the
     * program's own over a run is compiled by itself, whatever else goes through this method: the fast way to touch
     * many elements.
     */
    public final void forAllRuns(RunBody body) {
        checkOpen();
        Walk.runs(layout, me, 0, myLimit, body);
    }

    /** As {@link #forAll(LongConsumer)}, by several Java threads of this rank at once. */
    public final void forAllParallel(LongConsumer body) {
        forAllParallel(0, layout.length(), body);
    }

    /**
     * The same for indices from {@code from} to before {@code to}. Returns when all is done; when a body throws, the
     * others begin no new run of indices, and the exception is thrown here.
     */
    public final void forAllParallel(long from, long to, LongConsumer body) {
        checkRange(from, to);
        services.workers.share(layout.before(me, from), layout.before(me, to),
            (first, last) -> Walk.indices(layout, me, first, last, body));
    }

    /** As {@link #forAllPlaces}, by several Java threads of this rank at once. */
    public final void forAllPlacesParallel(ElementBody body) {
        checkOpen();
        services.workers.share(0, myLimit, (first, last) -> Walk.places(layout, me, first, last, body));
    }

    /** As {@link #forAllRuns}, by several Java threads of this rank at once; runs may be cut. */
    public final void forAllRunsParallel(RunBody body) {
        checkOpen();
        services.workers.share(0, myLimit, (first, last) -> Walk.runs(layout, me, first, last, body));
    }

    /** Copies {@code count} elements from {@code index} on into memory; done when this returns. */
    public final void get(long index, MemorySegment into, long intoOffset, long count) {
        checkSection(index, count, into, intoOffset);
        Section.get(this, index, count, Side.of(into), intoOffset);
    }

    /**
     * Starts a copy of {@code count} elements from {@code index} on into memory; they are there when the handle is
     * done.
     *
     * @param handle null for the thread's own, which {@link Pgas#fence()} waits for
     */
    public final void get(long index, MemorySegment into, long intoOffset, long count, Handle handle) {
        checkSection(index, count, into, intoOffset);
        Section.startGet(this, index, count, Side.of(into), intoOffset, handle);
    }

    /** Copies memory to {@code count} elements from {@code index} on; done when this returns. */
    public final void put(long index, MemorySegment from, long fromOffset, long count) {
        checkSection(index, count, from, fromOffset);
        Section.put(this, index, count, Side.of(from), fromOffset);
    }

    /**
     * Starts a copy of memory to {@code count} elements from {@code index} on. The memory stays untouched until the
     * handle is done.
     *
     * @param handle null for the thread's own, which {@link Pgas#fence()} waits for
     */
    public final void put(long index, MemorySegment from, long fromOffset, long count, Handle handle) {
        checkSection(index, count, from, fromOffset);
        Section.startPut(this, index, count, Side.of(from), fromOffset, handle);
    }

    /**
     * Copies a box of a tiled array into memory, by rows without gaps; what of the box is outside the grid is left
     * alone. Done when this returns.
     */
    public final void get(Tiling tiling, Box box, MemorySegment into, long intoOffset) {
        checkBox(tiling, box, into.byteSize(), intoOffset, 1);
        new TiledSection(this, tiling, box, Side.of(into), intoOffset, false, false, null).copy();
    }

    /** Starts to copy a box of a tiled array into memory; as {@link #get(long, MemorySegment, long, long, Handle)}. */
    public final void get(Tiling tiling, Box box, MemorySegment into, long intoOffset, Handle handle) {
        checkBox(tiling, box, into.byteSize(), intoOffset, 1);
        new TiledSection(this, tiling, box, Side.of(into), intoOffset, false, true, handle).copy();
    }

    /** Copies memory to a box of a tiled array; what of the box is outside the grid is left out. */
    public final void put(Tiling tiling, Box box, MemorySegment from, long fromOffset) {
        checkBox(tiling, box, from.byteSize(), fromOffset, 1);
        new TiledSection(this, tiling, box, Side.of(from), fromOffset, true, false, null).copy();
    }

    /** Starts to copy memory to a box of a tiled array; as {@link #put(long, MemorySegment, long, long, Handle)}. */
    public final void put(Tiling tiling, Box box, MemorySegment from, long fromOffset, Handle handle) {
        checkBox(tiling, box, from.byteSize(), fromOffset, 1);
        new TiledSection(this, tiling, box, Side.of(from), fromOffset, true, true, handle).copy();
    }

    /** Collective: gives the memory back when all have come; later access is refused. A second time does nothing. */
    @Override
    public final void close() {
        if (closed) {
            return;
        }
        area.team().splitBarrier().refuseBetween("an array cannot be freed between notify and wait of a barrier");
        // Other Java threads of this rank that use it against the rules are refused before the memory is gone.
        forget();
        services.allocations.free(area);
    }

    /** The memory is given back, or was by another way. */
    private void forget() {
        closed = true;
        limit = 0;
        myLimit = 0;
        myRun = 0;
        myChunks = 0;
    }

    @Override
    public final String toString() {
        return getClass().getSimpleName() + " of " + layout + (closed ? ", freed" : "");
    }

    /** The address to get an element from, at once and by the calling thread. */
    final long whereToGet(long index, int elementShift) {
        return address(index, elementShift, false, 0);
    }

    /** The address to put an element to, at once; the bits are those of its value. */
    final long whereToPut(long index, int elementShift, long bits) {
        return address(index, elementShift, true, bits);
    }

    /**
     * The address of an element where its memory is mapped; elsewhere one of a word in which it is, or may be put.
     *
     * <p>Every access comes through here, so the compiler knows this method by what all of the program does. A path
     * that it has ever seen, or knows too little of, stays in every loop that has an access; were there a call on it,
     * such a loop would keep its sums in memory and take no comparison out. So what a program on one node does is all
     * here, without a call; and what it does not do is no branch but an exception, of a kind that the compiler takes to
     * be impossible until it has happened there. The chunk comes first: in the loop of a {@code forAll} it stays the
     * same, and nothing else is left in there.
     */
    private long address(long index, int elementShift, boolean put, long bits) {
        if (Long.compareUnsigned((index >>> CHUNK_BITS) - myChunk, myChunks) < 0
            || Long.compareUnsigned(index - myFirst, myRun) < 0) {
            return myBase + (index - myFirst << elementShift);
        }
        try {
            Objects.checkIndex(index, limit);
            // As Divisor.quotient; without its shorter way for powers of two, which comes to the same.
            long number = Math.unsignedMultiplyHigh(blockFactor, index << 1) >>> blockShift;
            long round = Math.unsignedMultiplyHigh(threadFactor, number << 1) >>> threadShift;
            Piece piece = pieces[(int) (number - round * threads) - firstPiece];
            return piece.base() + (index - (number - round) * run << elementShift);
        } catch (IndexOutOfBoundsException | NullPointerException e) {
            return unusualAddress(index, put, bits);
        }
    }

    /** The same for all that there is; refuses what there is not. */
    private long unusualAddress(long index, boolean put, long bits) {
        check(index);
        int thread = layout.threadOf(index);
        long offset = layout.placeOf(index) << shift;
        long base = base(thread);
        if (base != 0) {
            return base + offset;
        }
        try {
            return put ? services.far.put(region(thread), offset, bits, 1 << shift)
                : services.far.get(region(thread), offset, 1 << shift);
        } catch (FabricException e) {
            throw Refusal.of(e, area);
        }
    }

    /** The address of elements that lie together in mapped memory; 0 when they do not, or when there are none. */
    final long runAddress(long index, long count) {
        if (count == 0 || count > layout.together(index)) {
            return 0;
        }
        long base = base(layout.threadOf(index));
        return base == 0 ? 0 : base + (layout.placeOf(index) << shift);
    }

    /** The address of one of the calling thread's elements. */
    final long localAddress(long place, int elementShift) {
        checkLocal(place);
        return myBase + (place << elementShift);
    }

    /** Where a thread's piece is in this process; 0 where it is not mapped. */
    final long base(int thread) {
        long base = thread < PAGE ? firstBases[thread] : laterBase(thread);
        return base > FAR ? base : base == FAR ? 0 : ask(thread);
    }

    private long laterBase(int thread) {
        long[] page = bases[thread >>> PAGE_BITS];
        return page == null ? 0 : page[thread & PAGE - 1];
    }

    private long ask(int thread) {
        long base = thread == me ? myBase : area.base(thread);
        long[] page = bases[thread >>> PAGE_BITS];
        if (page == null) {
            page = new long[PAGE];
            bases[thread >>> PAGE_BITS] = page;
        }
        page[thread & PAGE - 1] = base == 0 ? FAR : base;
        return base;
    }

    /** The way to a thread's piece. */
    final RemoteRegion region(int thread) {
        return area.at(thread);
    }

    final int me() {
        return me;
    }

    /** What comes before a strict access: all that this thread did before it is over, and visible to all. */
    final void beforeStrict() {
        services.transfers.fence();
    }

    /** What comes after a strict put: it is over, and visible to all. */
    final void afterStrictPut(long index) {
        services.transfers.fence(area.team().rankOf(layout.threadOf(index)));
    }

    /** Keeps the memory that an address is in; to be called after the access. */
    final void keep() {
        Reference.reachabilityFence(this);
    }

    private void check(long index) {
        try {
            Objects.checkIndex(index, limit);
        } catch (IndexOutOfBoundsException e) {
            throw outside("index", index, layout.length());
        }
    }

    private void checkLocal(long place) {
        try {
            Objects.checkIndex(place, myLimit);
        } catch (IndexOutOfBoundsException e) {
            throw outside("place", place, localLength());
        }
    }

    private RuntimeException outside(String what, long value, long length) {
        if (closed) {
            return freed();
        }
        return new IndexOutOfBoundsException("no such element of a shared array: " + what + "=" + value + " length="
            + length + " " + here() + "; the first is 0");
    }

    private String here() {
        return area.team().here();
    }

    final void checkOpen() {
        if (closed) {
            throw freed();
        }
    }

    private PgasException freed() {
        return new PgasException("a shared array was freed: array=" + this + " " + here()
            + "; close it after its last use");
    }

    final void checkThread(int thread) {
        area.team().check(thread);
    }

    final void checkSection(long index, long count) {
        checkOpen();
        if (index < 0 || count < 0 || index > layout.length() - count) {
            throw new IndexOutOfBoundsException("a section is not in the shared array: index=" + index + " count="
                + count + " length=" + layout.length() + " " + here());
        }
    }

    /** Also refuses memory that the calling thread may not use, before anything has moved. */
    private void checkSection(long index, long count, MemorySegment memory, long offset) {
        checkSection(index, count);
        if (offset < 0 || offset > memory.byteSize() - (count << shift)) {
            throw new IndexOutOfBoundsException("a section is not in the memory given: offset=" + offset + " bytes="
                + (count << shift) + " memory=" + memory.byteSize() + " " + here());
        }
    }

    final void checkSection(long index, int count, int arrayLength, int at) {
        checkSection(index, count);
        if (at < 0 || at > arrayLength - count) {
            throw new IndexOutOfBoundsException("a section is not in the array given: at=" + at + " count=" + count
                + " length=" + arrayLength + " " + here());
        }
    }

    /** Copies a box into an array of Java; {@code at} counts elements. */
    final void getBox(Tiling tiling, Box box, Object into, int length, int at) {
        checkBox(tiling, box, (long) length << shift, (long) at << shift, 1 << shift);
        new TiledSection(this, tiling, box, Side.ofArray(into), (long) at << shift, false, false, null).copy();
    }

    /** Copies an array of Java to a box; {@code at} counts elements. */
    final void putBox(Tiling tiling, Box box, Object from, int length, int at) {
        checkBox(tiling, box, (long) length << shift, (long) at << shift, 1 << shift);
        new TiledSection(this, tiling, box, Side.ofArray(from), (long) at << shift, true, false, null).copy();
    }

    /** Room and offset are in bytes; the text has them in units. */
    private void checkBox(Tiling tiling, Box box, long room, long offset, int unit) {
        checkOpen();
        tiling.checkDimensions(box.dimensions());
        if (tiling.length() != layout.length() || tiling.tileLength() != layout.block()) {
            throw new PgasException("a shared array is not laid out by this tiling: array=" + this + " tiling="
                + tiling + "; make it with the tiling's length and distribution");
        }
        long bytes = Math.multiplyExact(box.cells(), 1L << shift);
        if (offset < 0 || offset > room - bytes) {
            throw new IndexOutOfBoundsException("a box is not in the memory given: box=" + box + " at="
                + offset / unit + " needs=" + bytes / unit + " length=" + room / unit + " " + here());
        }
    }

    private void checkRange(long from, long to) {
        checkOpen();
        if (from < 0 || from > to || to > layout.length()) {
            throw new IndexOutOfBoundsException("not a range of the shared array: from=" + from + " to=" + to
                + " length=" + layout.length() + " " + here());
        }
    }
}
