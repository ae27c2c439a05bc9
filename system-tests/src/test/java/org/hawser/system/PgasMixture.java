package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.hawser.pgas.Distribution;
import org.hawser.pgas.GlobalLock;
import org.hawser.pgas.GlobalPointer;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Reduction;
import org.hawser.pgas.SharedLongArray;

/**
 * MPI and PGAS at the same time: in each round some ranks send each other messages and update windows, some use the
 * shared memory of all, and some compute and call nothing. Now and then a round is long: who sends stays in MPI for
 * many messages, who puts stays in PGAS for as many turns, who computes does so for a part of a second. All draw the
 * same plan. What arrives is compared with it, and at the end the checksums of all that was sent with those of all that
 * came; a model that starved the other would not come to the end of a round.
 */
final class PgasMixture {
    private static final int SLOT = 4096;
    private static final int MOST_MESSAGE = 300_000;
    private static final long MOST_COMPUTE_NANOS = 20_000_000;
    /** One round in so many is long, by so many times. */
    private static final int LONG_ROUNDS = 25;
    private static final int LONGER = 20;
    /** What ten rounds count for at most: a job that was stopped meanwhile has not run. */
    private static final long MOST_STRETCH_NANOS = 5_000_000_000L;

    private enum Role {
        MESSAGES, MEMORY, COMPUTE
    }

    private final Pgas pgas;
    private final Comm world = MPI.COMM_WORLD;
    private final int me;
    private final int size;
    private final Random plan;
    /** At each rank a slot for each other, and a number that all add to. */
    private final GlobalPointer slots;
    private final SharedLongArray sums;
    private final long[] expectedSums;
    private final GlobalLock lock;
    private final RmaLongs window;
    private long expectedWindow;
    private final MemorySegment block = Arena.ofAuto().allocate(SLOT, 8);
    private long lockedTimes;
    private long messages;
    private long transfers;
    private long computedNanos;
    private long bytes;
    /** Of all that this rank sent or put, and of all that it received or got: sums, since the order differs. */
    private long checkOut;
    private long checkIn;

    private PgasMixture(Pgas pgas, long seed) throws MPIException {
        this.pgas = pgas;
        me = world.getRank();
        size = world.getSize();
        plan = new Random(seed);
        slots = pgas.allAlloc(size, (long) size * SLOT);
        sums = pgas.longs(size + 1L, Distribution.cyclic());
        expectedSums = new long[size];
        lock = pgas.allLock();
        window = RmaLongs.of(2);
        expectedWindow = RmaLongs.initial(me, 0);
    }

    /** Rounds for some seconds, as the seed has them; rank 0 says how many, and the seed of a failure is told. */
    static void run(Pgas pgas, int seconds) throws MPIException {
        long[] seed = {Long.getLong("hawser.traffic.seed", System.nanoTime() >>> 1)};
        MPI.COMM_WORLD.bcast(seed, 1, MPI.LONG, 0);
        try {
            new PgasMixture(pgas, seed[0]).runFor(seconds);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("-Dhawser.traffic.seed=" + seed[0] + ": " + e, e);
        }
    }

    private void runFor(int seconds) throws MPIException {
        long ran = 0;
        long rounds = 0;
        long[] goesOn = {1};
        while (goesOn[0] == 1) {
            long start = System.nanoTime();
            for (int i = 0; i < 10; i++) {
                round();
                rounds++;
            }
            ran += Math.min(MOST_STRETCH_NANOS, System.nanoTime() - start);
            goesOn[0] = ran < seconds * 1_000_000_000L ? 1 : 0;
            world.bcast(goesOn, 1, MPI.LONG, 0);
        }
        end(rounds, ran / 1_000_000_000L);
    }

    /** Both models add up what all ranks have; what was sent has come, no more and no less. */
    private void end(long rounds, long seconds) throws MPIException {
        long[] mine = {checkOut, checkIn, messages, transfers, bytes, computedNanos / 1_000_000};
        long[] total = new long[mine.length];
        world.allReduce(mine, total, mine.length, MPI.LONG, MPI.SUM);
        for (int i = 0; i < mine.length; i++) {
            check(total[i] == pgas.collectives().allReduce(mine[i], Reduction.SUM), "the models add up differently");
        }
        check(total[0] == total[1], "checksums differ: sent=" + total[0] + " came=" + total[1]);
        if (me == 0) {
            System.out.println("rounds=" + rounds + " ranks=" + size + " seconds=" + seconds + " messages=" + total[2]
                + " transfers=" + total[3] + " bytes=" + total[4] + " computedMillis=" + total[5] + " checksum="
                + Long.toHexString(total[0]));
        }
        window.close();
        lock.close();
        sums.close();
        pgas.allFree(slots);
    }

    private void round() throws MPIException {
        long seed = plan.nextLong();
        Role[] roles = new Role[size];
        for (int i = 0; i < size; i++) {
            roles[i] = Role.values()[plan.nextInt(Role.values().length)];
        }
        int[] talkers = talkers(roles);
        int[] sizes = new int[4];
        Arrays.setAll(sizes, i -> plan.nextInt(4) == 0 ? plan.nextInt(MOST_MESSAGE) : plan.nextInt(3_000));
        int turns = plan.nextInt(LONG_ROUNDS) == 0 ? LONGER : 1;
        long computes = (long) (plan.nextDouble() * MOST_COMPUTE_NANOS) * turns;
        expect(roles, turns);
        for (int turn = 0; turn < turns; turn++) {
            switch (roles[me]) {
                case MESSAGES -> messages(talkers, sizes, seed + turn, turns > 1);
                case MEMORY -> memory(seed + turn);
                default -> compute(computes / turns);
            }
        }
        if (plan.nextBoolean()) {
            world.barrier();
        } else {
            pgas.barrier();
        }
        checkRound(roles, seed + turns - 1);
        pgas.barrier();
    }

    private static int[] talkers(Role[] roles) {
        int[] all = new int[roles.length];
        int count = 0;
        for (int i = 0; i < roles.length; i++) {
            if (roles[i] == Role.MESSAGES) {
                all[count++] = i;
            }
        }
        return Arrays.copyOf(all, count);
    }

    private static byte[] content(long seed, int from, int length) {
        byte[] content = new byte[length];
        new Random(seed * 31 + from).nextBytes(content);
        return content;
    }

    private static long checksum(byte[] content) {
        CRC32 crc = new CRC32();
        crc.update(content);
        return crc.getValue();
    }

    /** Round a ring of those that talk: short and long, waited for in MPI, or unless {@code apart} in PGAS. */
    private void messages(int[] talkers, int[] sizes, long seed, boolean apart) throws MPIException {
        int place = Arrays.binarySearch(talkers, me);
        int next = talkers[(place + 1) % talkers.length];
        int before = talkers[(place + talkers.length - 1) % talkers.length];
        for (int i = 0; i < sizes.length; i++) {
            byte[] in = new byte[sizes[i]];
            Request receive = world.iRecv(in, sizes[i], MPI.BYTE, before, i);
            byte[] out = content(seed + i, me, sizes[i]);
            checkOut += checksum(out);
            Request send = world.iSend(out, sizes[i], MPI.BYTE, next, i);
            if (i % 2 == 1 && !apart) {
                // Nothing but calls into the other model until it has come.
                while (!receive.test()) {
                    pgas.progress();
                }
            } else {
                receive.waitFor();
            }
            send.waitFor();
            check(Arrays.equals(in, content(seed + i, before, sizes[i])), "a message of " + before + " to " + me
                + " is not what was sent: bytes=" + sizes[i]);
            checkIn += checksum(in);
            messages++;
            bytes += sizes[i];
        }
        // A window of whoever is next in rank, whatever that one does.
        int target = (me + 1) % size;
        window.win.lock(MPI.LOCK_EXCLUSIVE, target, 0);
        window.add(me + 1L, target, 0);
        window.win.unlock(target);
    }

    /** Every other rank's memory, whatever it does. */
    private void memory(long seed) {
        for (int other = 0; other < size; other++) {
            byte[] content = content(seed, me, SLOT);
            MemorySegment.copy(content, 0, block, ValueLayout.JAVA_BYTE, 0, SLOT);
            GlobalPointer slot = slots.plus(((long) other * size + me) * SLOT);
            pgas.memput(slot, block);
            pgas.atomics().add(sums.pointer(other), me + 1L);
            block.fill((byte) 0);
            pgas.memget(block, slot);
            check(block.mismatch(MemorySegment.ofArray(content)) < 0, "what " + me + " put at " + other + " is gone");
            checkOut += checksum(content);
            checkIn += checksum(block.toArray(ValueLayout.JAVA_BYTE));
            transfers += 3;
            bytes += 2L * SLOT;
        }
        lock.lock();
        sums.put(size, sums.get(size) + 1);
        lock.unlock();
        transfers += 5;
        int target = (me + 1) % size;
        long mark = seed + me;
        Pgas here = pgas;
        check(pgas.at(target).call(() -> mark * 3 + here.myThread()).join() == mark * 3 + target, "a call went wrong");
    }

    private void compute(long nanos) {
        computedNanos += nanos;
        long end = System.nanoTime() + nanos;
        long state = nanos;
        while (System.nanoTime() < end) {
            state = state * 6364136223846793005L + 1442695040888963407L;
        }
        check(state != 1, "computed one");
    }

    private void expect(Role[] roles, int turns) {
        for (int rank = 0; rank < size; rank++) {
            if (roles[rank] == Role.MEMORY) {
                for (int other = 0; other < size; other++) {
                    expectedSums[other] += turns * (rank + 1L);
                }
                lockedTimes += turns;
            }
        }
        int before = (me + size - 1) % size;
        expectedWindow += roles[before] == Role.MESSAGES ? turns * (before + 1L) : 0;
    }

    private void checkRound(Role[] roles, long seed) throws MPIException {
        for (int rank = 0; rank < size; rank++) {
            check(sums.get(rank) == expectedSums[rank], "the sum at " + rank + " is " + sums.get(rank) + " for "
                + expectedSums[rank]);
            if (roles[rank] == Role.MEMORY) {
                pgas.memget(block, slots.plus(((long) me * size + rank) * SLOT));
                check(block.mismatch(MemorySegment.ofArray(content(seed, rank, SLOT))) < 0, "what " + rank + " put at "
                    + me + " is wrong");
            }
        }
        check(sums.get(size) == lockedTimes, "under the lock: " + sums.get(size) + " for " + lockedTimes);
        // The update ended with its unlock, which was before the barrier.
        window.win.lock(MPI.LOCK_SHARED, me, 0);
        window.expect(0, expectedWindow, "a window beside shared memory");
        window.win.unlock(me);
    }
}
