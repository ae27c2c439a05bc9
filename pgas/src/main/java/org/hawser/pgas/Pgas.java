// CHECKSTYLE.OFF: FileLength (the model's calls in one class; each checks and delegates)
package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import org.hawser.pgas.team.Team;
import org.hawser.runtime.Handle;
import org.hawser.runtime.Rank;

/**
 * A partitioned global address space: memory that all threads share, each part of it near one of them. A
 * <em>thread</em> of the model is a rank of the job.
 *
 * <pre>{@code
 * try (Pgas pgas = Pgas.start()) {
 *     SharedLongArray hits = pgas.longs(100, Distribution.cyclic());
 *     pgas.atomics().add(hits.pointer(pgas.myThread() % 100), 1);
 *     pgas.barrier();
 *     hits.forAll(i -> System.out.println(i + ": " + hits.get(i)));
 *     pgas.barrier();
 * }
 * }</pre>
 *
 * <p>It stands on the same rank as MPI, if the program uses both, in any order: who waits in one model serves the
 * other. An object of this class is a view for one team: the arrays, locks and semaphores that it makes belong to the
 * team's threads, and collective calls are the team's.
 *
 * <p><b>Threads:</b> any; collective calls by one Java thread of a rank at a time, in the same order at all threads.
 */
public final class Pgas implements AutoCloseable {
    /** Bytes that a {@link GlobalPointer} takes in memory; see {@link #writePointer}. */
    public static final int POINTER_BYTES = 40;

    private final Services services;
    private final Team team;
    private final MessageLayer messages;
    private final Collectives collectives;
    /** What ends with this one. */
    private final Ending ending;

    private Pgas(Services services, Team team, Ending ending) {
        this.services = services;
        this.team = team;
        this.ending = ending;
        messages = new MessageLayer(services, team);
        collectives = new Collectives(services, team);
        services.allocations.know(team);
        services.add(this);
    }

    /**
     * Collective over the job: starts the model for all ranks, before or after {@code MPI.Init}. It runs once at a
     * time.
     *
     * @throws PgasException when it is running, or when this rank has left its job, as after {@code MPI.Finalize}
     */
    public static Pgas start() {
        return begin(Seat.take(true), services -> {
            // All have registered what takes messages before any sends one.
            services.world.barrier();
            return services.all;
        });
    }

    /** Collective over the job: as {@link #start()}, on a rank that the caller has joined and will close. */
    public static Pgas on(Rank rank) {
        Services services = Seat.begin(rank);
        services.world.barrier();
        return new Pgas(services, services.all, Ending.ofGuest(services));
    }

    /**
     * Collective over a communicator: the model for its ranks alone, thread i being the communicator's rank i. Beside
     * {@link #start()} or without it.
     *
     * @param communicator of a model that this rank runs beside this one, such as {@code mpi.Comm}
     * @throws PgasException when it is no communicator, was freed, has two groups or ranks of another job, or its
     *     model has not begun or is over
     */
    public static Pgas over(Object communicator) {
        int[] ranks = Communicators.ranksOf(communicator);
        return begin(Seat.take(false), services -> {
            Communicators.checkOfJob(ranks, services.world.rank());
            return services.teams.over(ranks);
        });
    }

    private static Pgas begin(Seat seat, Function<Services, Team> gathering) {
        try {
            return new Pgas(seat.services(), gathering.apply(seat.services()), Ending.of(seat));
        } catch (RuntimeException e) {
            seat.leave();
            throw e;
        }
    }

    /** How many threads there are. */
    public int threads() {
        return team.size();
    }

    /** Which thread this is, from 0. */
    public int myThread() {
        return team.me();
    }

    /** The rank of the job that is {@code thread}. */
    public int rankOf(int thread) {
        checkThread(thread);
        return team.rankOf(thread);
    }

    /** The rank underneath. */
    public Rank rank() {
        return open().world.rank();
    }

    /** True when {@code thread} shares memory with this one: its part of shared memory is plain memory here. */
    public boolean isNear(int thread) {
        return rank().nodes().isSameNode(rank().number(), rankOf(thread));
    }

    /**
     * Collective: a team of the threads that give the same {@code colour}, ordered by {@code key} and, where that is
     * the same, as they are here. It ends with this one at the latest.
     */
    public Pgas split(int colour, int key) {
        return new Pgas(open(), open().teams.split(team, colour, key), ending.dependant());
    }

    /** Collective: waits until all threads have come; what any wrote before is visible to all after. */
    public void barrier() {
        open().troubles.check();
        team.barrier();
    }

    /**
     * Collective: as {@link #barrier()}, and refused at all threads when two did not give the same value. A thread that
     * gives none agrees with all. The barrier can be used again after that.
     */
    public void barrier(long value) {
        notifyBarrier(value);
        waitBarrier(value);
    }

    /** The first half of a barrier: this thread has come, and what it wrote before is complete. */
    public void notifyBarrier() {
        open();
        team.splitBarrier().arrive();
    }

    /** The first half of a barrier, with a value that all must give; see {@link #barrier(long)}. */
    public void notifyBarrier(long value) {
        open();
        team.splitBarrier().arrive(value);
    }

    /**
     * The second half of a barrier: waits until all have come.
     *
     * @throws PgasException at all threads, when two came with different values
     */
    public void waitBarrier() {
        open();
        team.splitBarrier().await();
    }

    /** The second half of a barrier, with the value of the first; at this thread another one is refused. */
    public void waitBarrier(long value) {
        open();
        team.splitBarrier().await(value);
    }

    /** True when {@link #waitBarrier} would not wait; makes progress. */
    public boolean isBarrierDone() {
        open();
        return team.splitBarrier().test();
    }

    /** Waits until all that this thread put anywhere, and started with no handle, is over and visible. */
    public void fence() {
        open().troubles.check();
        services.transfers.fence();
    }

    /** The same for what goes to one thread. */
    public void fence(int thread) {
        open().transfers.fence(rankOf(thread));
    }

    /** Serves other threads and other models while this one computes; returns how much was done. */
    public int progress() {
        return messages().poll();
    }

    /** Collective: {@code blocks} blocks of {@code blockBytes}, one after the other to thread 0, 1, …; all zero. */
    public GlobalPointer allAlloc(long blocks, long blockBytes) {
        return open().allocations.all(team, blocks, blockBytes);
    }

    /** As {@link #allAlloc}, called by one thread for all of them. */
    public GlobalPointer globalAlloc(long blocks, long blockBytes) {
        return open().allocations.global(team, blocks, blockBytes);
    }

    /** Shared memory near this thread. */
    public GlobalPointer localAlloc(long bytes) {
        return open().allocations.local(team, bytes);
    }

    /** Gives memory back, whoever made it; called by one thread. */
    public void free(GlobalPointer memory) {
        open().allocations.free(memory);
    }

    /** Collective: gives memory back when all have come. */
    public void allFree(GlobalPointer memory) {
        open().allocations.allFree(memory);
    }

    /** Writes a pointer, or null, as {@link #POINTER_BYTES} bytes, which mean the same at every thread of the team. */
    public void writePointer(GlobalPointer pointer, MemorySegment memory, long offset) {
        open().allocations.write(pointer, memory, offset);
    }

    /** Reads a pointer that {@link #writePointer} wrote, here or at another thread of the team; maybe null. */
    public GlobalPointer readPointer(MemorySegment memory, long offset) {
        return open().allocations.read(team, memory, offset);
    }

    /** Collective: a shared array of {@code byte}, all zero. */
    public SharedByteArray bytes(long length, Distribution distribution) {
        return new SharedByteArray(open(), team, length, distribution);
    }

    /** Collective: a shared array of {@code short}, all zero. */
    public SharedShortArray shorts(long length, Distribution distribution) {
        return new SharedShortArray(open(), team, length, distribution);
    }

    /** Collective: a shared array of {@code char}, all zero. */
    public SharedCharArray chars(long length, Distribution distribution) {
        return new SharedCharArray(open(), team, length, distribution);
    }

    /** Collective: a shared array of {@code int}, all zero. */
    public SharedIntArray ints(long length, Distribution distribution) {
        return new SharedIntArray(open(), team, length, distribution);
    }

    /** Collective: a shared array of {@code long}, all zero. */
    public SharedLongArray longs(long length, Distribution distribution) {
        return new SharedLongArray(open(), team, length, distribution);
    }

    /** Collective: a shared array of {@code float}, all zero. */
    public SharedFloatArray floats(long length, Distribution distribution) {
        return new SharedFloatArray(open(), team, length, distribution);
    }

    /** Collective: a shared array of {@code double}, all zero. */
    public SharedDoubleArray doubles(long length, Distribution distribution) {
        return new SharedDoubleArray(open(), team, length, distribution);
    }

    /** Collective: a shared array of {@code boolean}, all false. */
    public SharedBooleanArray booleans(long length, Distribution distribution) {
        return new SharedBooleanArray(open(), team, length, distribution);
    }

    /** Copies all of {@code from} to shared memory; done when this returns. */
    public void memput(GlobalPointer to, MemorySegment from) {
        open().transfers.put(to, from, 0, from.byteSize());
    }

    /** Copies {@code bytes} bytes to shared memory; done when this returns. */
    public void memput(GlobalPointer to, MemorySegment from, long fromOffset, long bytes) {
        open().transfers.put(to, from, fromOffset, bytes);
    }

    /**
     * Starts a copy to shared memory. The source stays untouched until the handle is done; a handle may take many
     * copies.
     *
     * @param handle null for the thread's own, which {@link #fence} waits for
     */
    public void memput(GlobalPointer to, MemorySegment from, long fromOffset, long bytes, Handle handle) {
        open().transfers.put(to, from, fromOffset, bytes, handle);
    }

    /** Fills {@code into} from shared memory. */
    public void memget(MemorySegment into, GlobalPointer from) {
        open().transfers.get(into, 0, from, into.byteSize());
    }

    /** Copies {@code bytes} bytes from shared memory. */
    public void memget(MemorySegment into, long intoOffset, GlobalPointer from, long bytes) {
        open().transfers.get(into, intoOffset, from, bytes);
    }

    /** Starts a copy from shared memory; the data is there when the handle is done. As for {@link #memput}. */
    public void memget(MemorySegment into, long intoOffset, GlobalPointer from, long bytes, Handle handle) {
        open().transfers.get(into, intoOffset, from, bytes, handle);
    }

    /** Copies inside shared memory, from any thread's to any thread's; done when this returns. */
    public void memcpy(GlobalPointer to, GlobalPointer from, long bytes) {
        open().transfers.copy(to, from, bytes);
    }

    /** Starts a copy inside shared memory. */
    public void memcpy(GlobalPointer to, GlobalPointer from, long bytes, Handle handle) {
        open().transfers.copy(to, from, bytes, handle);
    }

    /** Sets bytes in shared memory; done when this returns. */
    public void memset(GlobalPointer to, int value, long bytes) {
        open().transfers.set(to, value, bytes);
    }

    /** Starts to set bytes in shared memory. */
    public void memset(GlobalPointer to, int value, long bytes, Handle handle) {
        open().transfers.set(to, value, bytes, handle);
    }

    /** Copies pieces to pieces of shared memory; both shapes have the same number of bytes. Done when this returns. */
    public void memput(GlobalPointer to, Shape toShape, MemorySegment from, Shape fromShape) {
        open().transfers.put(to, toShape, from, fromShape);
    }

    /** Copies pieces of shared memory to pieces; done when this returns. */
    public void memget(MemorySegment into, Shape intoShape, GlobalPointer from, Shape fromShape) {
        open().transfers.get(into, intoShape, from, fromShape);
    }

    /** Copies pieces inside shared memory; done when this returns. */
    public void memcpy(GlobalPointer to, Shape toShape, GlobalPointer from, Shape fromShape) {
        open().transfers.copy(to, toShape, from, fromShape);
    }

    /** Starts a copy of pieces to pieces of shared memory; both shapes have the same number of bytes. */
    public void memput(GlobalPointer to, Shape toShape, MemorySegment from, Shape fromShape, Handle handle) {
        open().transfers.put(to, toShape, from, fromShape, handle);
    }

    /** Starts a copy of pieces of shared memory to pieces. */
    public void memget(MemorySegment into, Shape intoShape, GlobalPointer from, Shape fromShape, Handle handle) {
        open().transfers.get(into, intoShape, from, fromShape, handle);
    }

    /** Starts a copy of pieces inside shared memory. */
    public void memcpy(GlobalPointer to, Shape toShape, GlobalPointer from, Shape fromShape, Handle handle) {
        open().transfers.copy(to, toShape, from, fromShape, handle);
    }

    /** Copies to shared memory, then adds {@code count} to the semaphore of the thread that the memory is near. */
    public void memputSignal(GlobalPointer to, MemorySegment from, long fromOffset, long bytes, Semaphore semaphore,
                             int count) {
        open().transfers.putSignal(to, from, fromOffset, bytes, semaphore, count);
    }

    /**
     * As the other, started: the source stays untouched until the handle is done. The semaphore counts when the data is
     * in place, which the handle does not tell of.
     *
     * @param handle not null
     */
    public void memputSignal(GlobalPointer to, MemorySegment from, long fromOffset, long bytes, Semaphore semaphore,
                             int count, Handle handle) {
        open().transfers.putSignal(to, from, fromOffset, bytes, semaphore, count, handle);
    }

    /** Waits until all that was started with {@code handle} is over; throws what went wrong with one. */
    public void await(Handle handle) {
        open().troubles.check();
        services.transfers.await(handle);
    }

    /** True when all that was started with {@code handle} is over; makes progress. */
    public boolean test(Handle handle) {
        if (!handle.isDone()) {
            rank().progress();
        }
        return handle.isDone();
    }

    /** Collective: a semaphore at each thread, at 0. */
    public Semaphore semaphore() {
        return open().semaphores.make(team);
    }

    /** Atomic operations on shared memory. */
    public Atomics atomics() {
        return open().atomics;
    }

    /** Collective: a lock that nobody holds. */
    public GlobalLock allLock() {
        return allLock(0);
    }

    /** Collective: a lock that nobody holds, and that is cheapest for {@code home} and the threads near it. */
    public GlobalLock allLock(int home) {
        checkThread(home);
        return new GlobalLock(open(), team, home);
    }

    /** Operations that all threads do together. */
    public Collectives collectives() {
        open();
        return collectives;
    }

    /** A thread as a place where code runs. */
    public RemoteThread at(int thread) {
        checkThread(thread);
        return new RemoteThread(open().calls, team.rankOf(thread), thread);
    }

    /** Active messages of the program's own, for the team's threads. */
    public MessageLayer messages() {
        open();
        return messages;
    }

    /**
     * Collective, for what {@link #start()} or {@link #over} returned: ends the model here when all its threads have
     * come. A team made by {@link #split}, or a view on a rank of the caller's, just ends. After that every call is
     * refused.
     */
    @Override
    public void close() {
        ending.close(this::gather);
        services.remove(this);
    }

    /** What this rank has started elsewhere is over, then all have come: a handler that threw keeps nobody waiting. */
    private void gather() {
        services.calls.awaitAll();
        // Taken out first: a wait that goes on for long while one is untold ends with it.
        PgasException before = services.troubles.take();
        team.barrier();
        PgasException trouble = before == null ? services.troubles.take() : before;
        if (trouble != null) {
            throw trouble;
        }
    }

    /** The parts of the model, while this view of it has not ended. */
    private Services open() {
        if (ending.hasCome()) {
            throw ending.refusal(team);
        }
        return services;
    }

    boolean hasEnded() {
        return ending.hasCome();
    }

    Team team() {
        return team;
    }

    /** For handlers, which may be late. */
    MessageLayer layer() {
        return messages;
    }

    /** The team that {@link #over} makes, of ranks that the caller knows. */
    Team teamOver(int[] ranks) {
        return open().teams.over(ranks);
    }

    void checkThread(int thread) {
        team.check(thread);
    }
}
