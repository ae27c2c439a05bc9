package org.hawser.mpi.io;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.hawser.mpi.Activity;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.env.Environment;
import org.hawser.mpi.group.Members;

/**
 * A file that is open at all ranks of a communicator: what {@code mpi.File} is below the API.
 *
 * <p>Positions are counted in etypes of the view. Calls that say so are collective; when the arguments of one rank are
 * wrong they fail for all, and no rank waits for ever.
 *
 * <pre>{@code
 * OpenFile file = OpenFile.open(comm, "result.bin", mode, Map.of());
 * file.setView(0, false, () -> etype, () -> filetype, "native", Map.of());
 * long bytes = file.accessAll(true, Pointer.INDIVIDUAL, 0, () -> items);
 * file.close();
 * }</pre>
 *
 * <p><b>Threads:</b> any, collective calls in the same order at all ranks. <b>Allocates:</b> a few objects per access.
 */
public final class OpenFile {
    private final Communicator comm;
    private final AccessMode mode;
    private final DiskFile disk;
    private final SharedPointer shared;
    private final Slab.Pool slabs = Slab.Pool.COMMON;
    private final Background.Lane lane = new Background.Lane();
    /** Collective calls so far: their messages carry the number. */
    private final AtomicLong calls = new AtomicLong(1);
    /** Accesses that go on in the background. */
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile View view = View.WHOLE;
    private volatile Hints hints;
    private volatile boolean atomic;
    /** In etypes; guarded by this. */
    private long position;
    private Split split;

    /** What a split call has begun: the name of its kind, and the access. */
    private record Split(String kind, Errand errand) {
    }

    private OpenFile(Communicator comm, AccessMode mode, Opening opened) {
        this.comm = comm;
        this.mode = mode;
        disk = opened.disk();
        shared = opened.shared();
        hints = opened.hints();
        position = opened.start();
    }

    /**
     * Collective: opens a file.
     *
     * @param comm a communicator of one group that nobody else sends messages in
     * @param amode the bits of {@code mpi.MPI.MODE_…}
     * @param hints see {@link #hints}
     */
    public static OpenFile open(Communicator comm, String name, int amode, Map<String, String> hints) {
        AccessMode mode = new AccessMode(amode);
        Opening opening = new Opening(comm, mode);
        opening.run(name, hints);
        return new OpenFile(comm, mode, opening);
    }

    /** Collective: closes the file, after what goes on in the background. */
    public void close() {
        comm.point().await(() -> underWay.get() == 0);
        Conversation conversation = conversation();
        settleWithoutLost(conversation, null);
        MpiFailure failure = attempt(disk::close);
        settleWithoutLost(conversation, failure);
        shared.close();
        failure = comm.rank() == 0 && mode.has(AccessMode.DELETE_ON_CLOSE)
            ? attempt(() -> DiskFile.delete(disk.path())) : null;
        settleWithoutLost(conversation, failure);
    }

    /**
     * As {@link Conversation#settle}; that a rank is lost does not keep the others from closing. Nor does that some of
     * them are a collective behind, which the loss has ended elsewhere: what they say there meets this.
     */
    private void settleWithoutLost(Conversation conversation, MpiFailure mine) {
        try {
            conversation.settle(mine);
        } catch (MpiFailure e) {
            boolean loss = e.errorClass() == ErrorClass.PROC_FAILED || e.errorClass() == ErrorClass.REVOKED;
            if (!loss && (mine != null || !hasLost())) {
                throw e;
            }
        }
    }

    private boolean hasLost() {
        Members all = comm.circle().all();
        for (int i = 0; i < all.size(); i++) {
            if (comm.point().watch().isGone(all.get(i))) {
                return true;
            }
        }
        return false;
    }

    /** Deletes a file. */
    public static void delete(String name) {
        DiskFile.delete(DiskErrors.path(name));
    }

    /** Collective: sets the file's length, in bytes. */
    public void setSize(long size) {
        resize(size, () -> disk.setSize(size));
    }

    /** Collective: makes the file as long as this, with room on the disk, unless it is longer. */
    public void preallocate(long size) {
        resize(size, () -> disk.reserve(size));
    }

    private void resize(long size, Runnable change) {
        Conversation conversation = conversation();
        MpiFailure failure = attempt(() -> {
            checkWritable();
            notSequential();
            if (size < 0) {
                throw new MpiFailure(ErrorClass.ARG, "the size of a file is negative: size=" + size);
            }
        });
        long[] all = conversation.gather(codeOf(failure), size);
        Conversation.judge(failure, all, 0, 2);
        Conversation.same("size", all, 1, 2);
        conversation.settle(comm.rank() == 0 ? attempt(change) : null);
    }

    /** The file's length, in bytes. */
    public long size() {
        return disk.size();
    }

    /** The communicator whose ranks opened the file. */
    public Communicator comm() {
        return comm;
    }

    /** How the file was opened. */
    public int amode() {
        return mode.bits();
    }

    /** What is done with accesses: hints and their values, as far as they mean something here. */
    public Map<String, String> hints() {
        return hints.inUse();
    }

    /** Collective: gives other hints; rank 0's are taken where all must have the same. */
    public void setHints(Map<String, String> said) {
        Hints wanted = hints.with(said, comm.size());
        long[] mine = new long[Hints.LONGS];
        wanted.describe(mine, 0);
        hints = wanted.agreed(conversation().gather(mine), 0);
    }

    /**
     * Collective: says what this rank sees of the file from now on. All pointers go to its beginning.
     *
     * @param displacement where the view begins, in bytes; {@code here} means where the shared pointer is
     * @param here whether the displacement is that position, which is the only one a sequential file can have
     * @param etype what positions are counted in; what it throws fails the call for all
     * @param filetype which parts of the file are seen; the same
     * @param said hints, as in {@link #setHints}
     */
    public void setView(long displacement, boolean here, Supplier<Layout> etype, Supplier<Layout> filetype,
                        String representation, Map<String, String> said) {
        Conversation conversation = conversation();
        View[] made = new View[1];
        int width = 3 + Hints.LONGS;
        long[] mine = new long[width];
        Hints wanted = hints.with(said, comm.size());
        wanted.describe(mine, 3);
        MpiFailure failure = attempt(() -> {
            Layout element = etype.get();
            made[0] = ViewMaking.view(begin(displacement, here), element, filetype.get(), representation,
                mode.writes());
            mine[1] = element.extent();
            mine[2] = Opening.hash(representation.toLowerCase(Locale.ROOT));
        });
        mine[0] = codeOf(failure);
        long[] all = conversation.gather(mine);
        Conversation.judge(failure, all, 0, width);
        Conversation.same("etype", all, 1, width);
        Conversation.same("datarep", all, 2, width);
        hints = wanted.agreed(all, 3);
        synchronized (this) {
            view = made[0];
            position = 0;
        }
        if (comm.rank() == 0) {
            shared.set(0);
        }
        conversation.settle(null);
    }

    private long begin(long displacement, boolean here) {
        if (mode.has(AccessMode.SEQUENTIAL) != here) {
            throw new MpiFailure(here ? ErrorClass.ARG : ErrorClass.UNSUPPORTED_OPERATION,
                "DISPLACEMENT_CURRENT is for files that were opened with MODE_SEQUENTIAL, and the only displacement "
                    + "they can have: disp=" + displacement);
        }
        return here ? view.offsetOf(view.positionOfEtype(shared.get(), 0)) : displacement;
    }

    /** Collective: whether concurrent accesses that overlap are seen whole, one after the other. */
    public void setAtomicity(boolean wanted) {
        Conversation conversation = conversation();
        Conversation.same("atomicity", conversation.gather(wanted ? 1 : 0), 0, 1);
        atomic = wanted;
    }

    /** Whether concurrent accesses that overlap are seen whole. */
    public boolean isAtomic() {
        return atomic;
    }

    /** Collective: what was written is on the disk, and seen by all. */
    public void sync() {
        conversation().settle(attempt(disk::force));
    }

    /** Moves this rank's pointer to {@code etypes} and says so; negative positions are refused. */
    public synchronized void seek(long etypes, Whence whence) {
        notSequential();
        position = target(etypes, whence, position);
    }

    /** Where this rank is. */
    public synchronized long position() {
        notSequential();
        return position;
    }

    /** Collective: moves the shared pointer. */
    public void seekShared(long etypes, Whence whence) {
        Conversation conversation = conversation();
        long[] target = new long[1];
        MpiFailure failure = attempt(() -> {
            notSequential();
            target[0] = target(etypes, whence, shared.get());
        });
        long[] all = conversation.gather(codeOf(failure), etypes, whence.ordinal());
        Conversation.judge(failure, all, 0, 3);
        Conversation.same("offset", all, 1, 3);
        Conversation.same("whence", all, 2, 3);
        if (comm.rank() == 0) {
            shared.set(target[0]);
        }
        conversation.settle(null);
    }

    /** Where the shared pointer is. */
    public long sharedPosition() {
        return shared.get();
    }

    private long target(long etypes, Whence whence, long current) {
        View seen = view;
        long from = switch (whence) {
            case SET -> 0;
            case CURRENT -> current;
            case END -> Math.ceilDiv(seen.positionOfEnd(disk.size()), seen.etype());
            case NOWHERE -> throw new MpiFailure(ErrorClass.ARG, "whence is none of SEEK_SET, SEEK_CUR and SEEK_END");
        };
        long position = from + etypes;
        if (position < 0) {
            throw new MpiFailure(ErrorClass.ARG, "a position in a file is negative: position=" + position);
        }
        seen.positionOfEtype(position, 0);
        return position;
    }

    /** The byte of the file that a position in the view is. */
    public long byteOffset(long etypes) {
        if (etypes < 0) {
            throw negative(etypes);
        }
        View seen = view;
        return seen.offsetOf(seen.positionOfEtype(etypes, 0));
    }

    /** Reads or writes now; returns how many bytes. */
    public long access(boolean writes, Pointer pointer, long offset, Items items) {
        check(writes, pointer, offset);
        View seen = view;
        long at = advance(seen, pointer, offset, items);
        return alone(writes, seen, at, items);
    }

    /** Starts to read or write. */
    public Activity start(boolean writes, Pointer pointer, long offset, Items items) {
        check(writes, pointer, offset);
        View seen = view;
        long at = advance(seen, pointer, offset, items);
        Errand errand = errand(() -> alone(writes, seen, at, items));
        Background.run(errand);
        return errand;
    }

    private long alone(boolean writes, View seen, long at, Items items) {
        Hints now = hints;
        IndependentAccess access = new IndependentAccess(disk, slabs, now.room(), now.sieves());
        return writes ? access.write(seen, at, items, atomic, mode.reads()) : access.read(seen, at, items, atomic);
    }

    /**
     * Collective: all read or write now; with the shared pointer, in the order of the ranks.
     *
     * @param items finds the memory; what it throws fails the call for all
     * @return the bytes that this rank has read or written
     */
    public long accessAll(boolean writes, Pointer pointer, long offset, Supplier<Items> items) {
        return prepare(writes, pointer, offset, items).getAsLong();
    }

    /** Collective: starts {@link #accessAll}. */
    public Activity startAll(boolean writes, Pointer pointer, long offset, Supplier<Items> items) {
        return launch(prepare(writes, pointer, offset, items));
    }

    /** Collective: starts {@link #accessAll} as the one split call that a file may have. */
    public synchronized void begin(String kind, boolean writes, Pointer pointer, long offset, Supplier<Items> items) {
        if (split != null) {
            throw new MpiFailure(ErrorClass.IO, "a file has one split collective call at a time: begun=" + split.kind);
        }
        split = new Split(kind, launch(prepare(writes, pointer, offset, items)));
    }

    /** Collective: waits for the end of what {@link #begin} began; returns its bytes. */
    public long end(String kind) {
        // Not while it holds the lock: the others may wait for what another thread of this rank does with the file.
        Errand errand = takeSplit(kind);
        errand.await(comm.point());
        if (errand.failure() != null) {
            throw errand.failure();
        }
        return errand.bytes();
    }

    private synchronized Errand takeSplit(String kind) {
        if (split == null || !split.kind.equals(kind)) {
            throw new MpiFailure(ErrorClass.IO, "no such split collective call has begun: ended=" + kind + " begun="
                + (split == null ? "none" : split.kind));
        }
        Errand errand = split.errand;
        split = null;
        return errand;
    }

    private Errand launch(LongSupplier access) {
        Errand errand = errand(access);
        lane.run(errand);
        return errand;
    }

    private Errand errand(LongSupplier access) {
        underWay.incrementAndGet();
        return new Errand(comm.point(), () -> {
            try {
                return access.getAsLong();
            } finally {
                underWay.decrementAndGet();
            }
        });
    }

    /** Takes what a collective access needs at the time of its call, and returns the rest. */
    private LongSupplier prepare(boolean writes, Pointer pointer, long offset, Supplier<Items> items) {
        Conversation conversation = conversation();
        CollectiveAccess access = new CollectiveAccess(conversation, disk, slabs, hints, atomic, mode.reads());
        View seen = view;
        Items[] found = new Items[1];
        long[] at = new long[1];
        MpiFailure failure = attempt(() -> {
            check(writes, pointer, offset);
            found[0] = items.get();
            at[0] = pointer == Pointer.SHARED ? etypes(seen, found[0]) : advance(seen, pointer, offset, found[0]);
        });
        if (pointer != Pointer.SHARED) {
            return () -> access.run(writes, seen, at[0], found[0], failure);
        }
        return () -> {
            long first = inOrder(conversation, at[0], failure);
            MpiFailure tooFar = attempt(() -> at[0] = seen.positionOfEtype(first, found[0].bytes()));
            return access.run(writes, seen, at[0], found[0], tooFar);
        };
    }

    /** In etypes, where this rank's part begins when all take theirs from the shared pointer in the ranks' order. */
    private long inOrder(Conversation conversation, long etypes, MpiFailure failure) {
        long[] all = conversation.gather(codeOf(failure), etypes);
        Conversation.judge(failure, all, 0, 2);
        long before = 0;
        long total = 0;
        for (int i = 0; i < comm.size(); i++) {
            before += i < comm.rank() ? all[2 * i + 1] : 0;
            total += all[2 * i + 1];
        }
        long first = conversation.gather(comm.rank() == 0 ? shared.advance(total) : 0)[0];
        return first + before;
    }

    /** Where an access begins, in bytes of the stream; moves the pointer that it goes by. */
    private long advance(View seen, Pointer pointer, long offset, Items items) {
        long etypes = etypes(seen, items);
        return switch (pointer) {
            case EXPLICIT -> seen.positionOfEtype(offset, items.bytes());
            case INDIVIDUAL -> advanceMine(seen, etypes, items);
            case SHARED -> seen.positionOfEtype(shared.advance(etypes), items.bytes());
        };
    }

    private synchronized long advanceMine(View seen, long etypes, Items items) {
        long at = seen.positionOfEtype(position, items.bytes());
        position += etypes;
        return at;
    }

    private static long etypes(View seen, Items items) {
        if (items.bytes() % seen.etype() != 0) {
            throw new MpiFailure(ErrorClass.IO, "only whole etypes can be read or written: bytes=" + items.bytes()
                + " etype bytes=" + seen.etype());
        }
        if (items.bytes() > 0 && seen.isEmpty()) {
            throw new MpiFailure(ErrorClass.IO, "the view shows nothing of the file: its filetype has no bytes");
        }
        return items.bytes() / seen.etype();
    }

    private void check(boolean writes, Pointer pointer, long offset) {
        if (pointer != Pointer.SHARED) {
            notSequential();
        }
        if (pointer == Pointer.EXPLICIT && offset < 0) {
            throw negative(offset);
        }
        if (writes) {
            checkWritable();
        } else if (!mode.reads()) {
            throw new MpiFailure(ErrorClass.ACCESS, "the file was opened with MODE_WRONLY: file=" + disk.path());
        }
    }

    private void checkWritable() {
        if (!mode.writes()) {
            throw new MpiFailure(ErrorClass.READ_ONLY, "the file was opened with MODE_RDONLY: file=" + disk.path());
        }
    }

    private void notSequential() {
        if (mode.has(AccessMode.SEQUENTIAL)) {
            throw new MpiFailure(ErrorClass.UNSUPPORTED_OPERATION, "a file that was opened with MODE_SEQUENTIAL is "
                + "only read and written by the shared pointer: file=" + disk.path());
        }
    }

    private static MpiFailure negative(long offset) {
        return new MpiFailure(ErrorClass.ARG, "an offset in a file is negative: offset=" + offset);
    }

    private Conversation conversation() {
        return new Conversation(comm, calls.getAndIncrement());
    }

    private static MpiFailure attempt(Runnable step) {
        try {
            step.run();
            return null;
        } catch (RuntimeException e) {
            // Whatever it is: the others wait to hear of it.
            return Environment.failureOf(e);
        }
    }

    private static long codeOf(MpiFailure failure) {
        return failure == null ? ErrorClass.SUCCESS : failure.errorClass();
    }
}
