package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.hawser.pgas.Distribution;
import org.hawser.pgas.GlobalLock;
import org.hawser.pgas.GlobalPointer;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Reduction;
import org.hawser.pgas.Semaphore;
import org.hawser.pgas.SharedLongArray;

/**
 * A random program: phases of puts, gets, atomics, locks, semaphores, collectives, calls, and makings and endings of
 * memory, with barriers between them. All threads draw the same plan; what must come is computed from it, as if one
 * thread did everything in turn, and every byte is compared.
 */
final class PgasRandom {
    private static final int KINDS = 11;
    private static final int CHECK_ALL_EVERY = 4;

    private final Pgas pgas;
    private final Random plan;
    private final PgasBlocks[] blocks = new PgasBlocks[2];
    private final PgasInts[] ints = new PgasInts[2];
    private final SharedLongArray counts;
    private final long[] expectedCounts;
    private final GlobalLock lock;
    private final Semaphore semaphore;
    private long phases;

    PgasRandom(Pgas pgas, long seed) {
        this.pgas = pgas;
        plan = new Random(seed);
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = new PgasBlocks(pgas, plan);
            ints[i] = new PgasInts(pgas, plan);
        }
        counts = pgas.longs(8, Distribution.cyclic());
        expectedCounts = new long[8];
        lock = pgas.allLock();
        semaphore = pgas.semaphore();
    }

    /** So many phases, and the end. */
    long run(int count) {
        for (int i = 0; i < count; i++) {
            phase();
        }
        return end();
    }

    /** Phases for some seconds of thread 0's, and the end. */
    long runFor(double seconds) {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        do {
            for (int i = 0; i < 10; i++) {
                phase();
            }
        } while (pgas.collectives().broadcast(System.nanoTime() < end ? 1L : 0L, 0) == 1);
        return end();
    }

    private long end() {
        checkAll();
        for (int i = 0; i < blocks.length; i++) {
            blocks[i].free();
            ints[i].free();
        }
        counts.close();
        lock.close();
        semaphore.close();
        return phases;
    }

    private void phase() {
        int which = plan.nextInt(2);
        int shift = plan.nextInt(pgas.threads());
        long seed = plan.nextLong();
        switch (plan.nextInt(KINDS)) {
            case 0, 1 -> forEachThread(seed, (random, thread) -> blocks[which].write(random, thread, shift,
                blocks[1 - which]));
            case 2, 3 -> forEachThread(seed, (random, thread) -> ints[which].write(random, thread, shift));
            case 4 -> forEachThread(seed, this::count);
            case 5 -> forEachThread(seed, this::lockAndCount);
            case 6 -> post(shift);
            case 7 -> collect(seed);
            case 8 -> replace(which);
            case 9 -> blocks[which].signal(new Random(seed), semaphore);
            default -> {
                ints[which].forAll((int) seed);
                call(shift);
                visit(shift);
            }
        }
        meet();
        if (++phases % CHECK_ALL_EVERY == 0) {
            checkAll();
            meet();
        }
    }

    private interface Change {
        void by(Random random, int thread);
    }

    private void forEachThread(long seed, Change change) {
        for (int thread = 0; thread < pgas.threads(); thread++) {
            change.by(new Random(seed + thread), thread);
        }
    }

    private void meet() {
        switch (plan.nextInt(4)) {
            case 0 -> pgas.barrier(phases);
            case 1 -> {
                pgas.notifyBarrier();
                pgas.progress();
                pgas.waitBarrier();
            }
            default -> pgas.barrier();
        }
    }

    private void checkAll() {
        for (int i = 0; i < blocks.length; i++) {
            blocks[i].check();
            ints[i].check(plan.nextBoolean());
        }
        for (int i = 0; i < expectedCounts.length; i++) {
            long seen = plan.nextBoolean() ? counts.get(i) : pgas.atomics().read(counts.pointer(i));
            check(seen == expectedCounts[i], "count " + i + " is " + seen + " for " + expectedCounts[i]);
        }
    }

    /** All threads add to all counts at the same time. */
    private void count(Random random, int thread) {
        for (int i = 0; i < 20; i++) {
            int index = random.nextInt(expectedCounts.length);
            long delta = random.nextInt();
            expectedCounts[index] += delta;
            if (thread == pgas.myThread()) {
                pgas.atomics().add(counts.pointer(index), delta);
            }
        }
    }

    /** The same with a lock, which no atomic operation could do without. */
    private void lockAndCount(Random random, int thread) {
        int times = 1 + random.nextInt(4);
        for (int i = 0; i < times; i++) {
            int index = random.nextInt(expectedCounts.length);
            long delta = random.nextInt();
            expectedCounts[index] += delta;
            if (thread == pgas.myThread()) {
                if (!lock.tryLock()) {
                    lock.lock();
                }
                counts.put(index, counts.get(index) + delta);
                lock.unlock();
            }
        }
    }

    private void post(int shift) {
        int threads = pgas.threads();
        for (int i = 0; i < 3; i++) {
            semaphore.post((pgas.myThread() + shift) % threads, 1 + i);
        }
        semaphore.await(2);
        semaphore.await(4);
        check(semaphore.count() == 0, "a semaphore has " + semaphore.count() + " left");
    }

    private void collect(long seed) {
        int threads = pgas.threads();
        long sum = 0;
        long upToMe = 0;
        long most = Long.MIN_VALUE;
        long mine = 0;
        for (int thread = 0; thread < threads; thread++) {
            long value = new Random(seed + thread).nextInt();
            sum += value;
            most = Math.max(most, value);
            mine = thread == pgas.myThread() ? value : mine;
            upToMe += thread <= pgas.myThread() ? value : 0;
        }
        int root = Math.floorMod((int) seed, threads);
        check(pgas.collectives().allReduce(mine, Reduction.SUM) == sum, "a sum is wrong");
        check(pgas.collectives().allReduce(mine, Reduction.MAX) == most, "a maximum is wrong");
        check(pgas.collectives().prefix(mine, Reduction.SUM) == upToMe, "a prefix is wrong");
        check(pgas.collectives().broadcast(mine, root) == new Random(seed + root).nextInt(), "a broadcast is wrong");
        byte[][] all = pgas.collectives().allGather(new byte[] {(byte) pgas.myThread(), (byte) mine});
        for (int thread = 0; thread < threads; thread++) {
            check(all[thread][0] == (byte) thread && all[thread][1] == (byte) new Random(seed + thread).nextInt(),
                "gathered bytes are wrong: thread=" + thread);
        }
    }

    private void replace(int which) {
        blocks[which].free();
        ints[which].free();
        blocks[which] = new PgasBlocks(pgas, plan);
        ints[which] = new PgasInts(pgas, plan);
    }

    private void call(int shift) {
        int other = (pgas.myThread() + shift) % pgas.threads();
        int mark = (int) phases;
        // Not the field: the code would take all of this object with it.
        Pgas here = pgas;
        int answer = pgas.at(other).call(() -> mark + 1000 * here.myThread()).join();
        check(answer == mark + 1000 * other, "a call at " + other + " says " + answer);
    }

    /** Memory of one thread alone, that another finds by a pointer in shared memory and fills. */
    private void visit(int shift) {
        int threads = pgas.threads();
        int me = pgas.myThread();
        GlobalPointer mailbox = pgas.allAlloc(threads, Pgas.POINTER_BYTES);
        GlobalPointer own = pgas.localAlloc(64 + me);
        MemorySegment form = Arena.ofAuto().allocate(Pgas.POINTER_BYTES, 8);
        pgas.writePointer(own, form, 0);
        pgas.memput(mailbox.plus((long) (me + shift) % threads * Pgas.POINTER_BYTES), form);
        pgas.barrier();
        pgas.memget(form, mailbox.plus((long) me * Pgas.POINTER_BYTES));
        GlobalPointer found = pgas.readPointer(form, 0);
        check(found.thread() == Math.floorMod(me - shift, threads), "a pointer leads to " + found);
        MemorySegment greeting = Arena.ofAuto().allocate(64);
        greeting.fill((byte) me);
        pgas.memput(found, greeting);
        pgas.barrier();
        MemorySegment got = own.local().asSlice(0, 64);
        for (int i = 0; i < 64; i++) {
            check(got.get(ValueLayout.JAVA_BYTE, i) == (byte) ((me + shift) % threads), "a visitor left "
                + got.get(ValueLayout.JAVA_BYTE, i) + " at " + i);
        }
        pgas.free(own);
        pgas.allFree(mailbox);
    }
}
