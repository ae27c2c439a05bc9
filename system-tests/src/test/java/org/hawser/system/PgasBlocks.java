package org.hawser.system;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import org.hawser.pgas.GlobalPointer;
import org.hawser.pgas.Pgas;
import org.hawser.pgas.Semaphore;
import org.hawser.pgas.Shape;
import org.hawser.runtime.Handle;

/**
 * Shared memory in blocks of bytes and what must be in it, for {@link PgasRandom}. In a phase each block has one
 * writer; every thread makes all threads' changes to its own copy, and does those that are its own.
 */
final class PgasBlocks {
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    private final Pgas pgas;
    private final int blocks;
    private final int blockBytes;
    private final GlobalPointer memory;
    private final byte[][] expected;
    private final MemorySegment scratch;
    private final Handle handle = new Handle();

    PgasBlocks(Pgas pgas, Random plan) {
        this.pgas = pgas;
        blocks = pgas.threads() * (1 + plan.nextInt(3));
        blockBytes = 8 << plan.nextInt(10);
        memory = pgas.allAlloc(blocks, blockBytes);
        expected = new byte[blocks][blockBytes];
        scratch = Arena.ofAuto().allocate(blockBytes, 8);
    }

    void free() {
        pgas.allFree(memory);
    }

    private GlobalPointer at(int block, int offset) {
        return memory.plus((long) block * blockBytes + offset);
    }

    /** The changes of thread {@code writer}, drawn from {@code plan}; {@code other} does not change meanwhile. */
    void write(Random plan, int writer, int shift, PgasBlocks other) {
        boolean mine = writer == pgas.myThread();
        for (int block = 0; block < blocks; block++) {
            if ((block + shift) % pgas.threads() == writer) {
                change(plan, block, mine, other);
            }
        }
        if (mine) {
            pgas.await(handle);
        }
    }

    private void change(Random plan, int block, boolean mine, PgasBlocks other) {
        int offset = plan.nextInt(blockBytes);
        int length = 1 + plan.nextInt(blockBytes - offset);
        byte[] data = new byte[length];
        switch (plan.nextInt(8)) {
            case 0, 1, 2 -> put(plan, block, offset, data, mine);
            case 3 -> {
                byte value = (byte) plan.nextInt();
                Arrays.fill(expected[block], offset, offset + length, value);
                if (mine) {
                    pgas.memset(at(block, offset), value, length);
                }
            }
            case 4 -> strided(plan, block, mine);
            case 5 -> indexed(plan, block, mine);
            case 6 -> {
                int from = plan.nextInt(other.blocks);
                int bytes = Math.min(blockBytes, other.blockBytes);
                System.arraycopy(other.expected[from], 0, expected[block], 0, bytes);
                if (mine) {
                    pgas.memcpy(at(block, 0), other.at(from, 0), bytes);
                }
            }
            default -> words(plan, block, mine);
        }
    }

    private void put(Random plan, int block, int offset, byte[] data, boolean mine) {
        plan.nextBytes(data);
        System.arraycopy(data, 0, expected[block], offset, data.length);
        int way = plan.nextInt(3);
        if (!mine) {
            return;
        }
        MemorySegment source = Arena.ofAuto().allocate(data.length);
        MemorySegment.copy(data, 0, source, BYTE, 0, data.length);
        switch (way) {
            case 0 -> pgas.memput(at(block, offset), source);
            case 1 -> pgas.memput(at(block, offset), source, 0, data.length, handle);
            default -> {
                pgas.memput(at(block, offset), source, 0, data.length, null);
                pgas.fence();
                get(block);
            }
        }
    }

    /** Every second chunk of the block, from a source without gaps. */
    private void strided(Random plan, int block, boolean mine) {
        int chunk = 1 + plan.nextInt(blockBytes / 2);
        int count = blockBytes / (2 * chunk);
        byte[] data = new byte[chunk * count];
        plan.nextBytes(data);
        for (int i = 0; i < count; i++) {
            System.arraycopy(data, i * chunk, expected[block], i * 2 * chunk, chunk);
        }
        if (mine) {
            Handle own = new Handle();
            MemorySegment source = Arena.ofAuto().allocate(data.length);
            MemorySegment.copy(data, 0, source, BYTE, 0, data.length);
            pgas.memput(at(block, 0), Shape.strided(chunk, 2L * chunk, count), source,
                Shape.strided(chunk, chunk, count), own);
            pgas.await(own);
        }
    }

    private void indexed(Random plan, int block, boolean mine) {
        int chunk = 1 + plan.nextInt(4);
        long[] places = new long[Math.min(5, blockBytes / chunk)];
        byte[] data = new byte[chunk * places.length];
        plan.nextBytes(data);
        for (int i = 0; i < places.length; i++) {
            places[i] = (long) i * (blockBytes / places.length / chunk * chunk);
            System.arraycopy(data, i * chunk, expected[block], (int) places[i], chunk);
        }
        if (mine) {
            Handle own = new Handle();
            MemorySegment source = Arena.ofAuto().allocate(data.length);
            MemorySegment.copy(data, 0, source, BYTE, 0, data.length);
            pgas.memput(at(block, 0), Shape.indexed(chunk, places), source, Shape.strided(data.length, data.length, 1),
                own);
            pgas.await(own);
        }
    }

    /** Atomic operations of one writer, whose results are known. */
    private void words(Random plan, int block, boolean mine) {
        int place = plan.nextInt(blockBytes / Long.BYTES) * Long.BYTES;
        MemorySegment model = MemorySegment.ofArray(expected[block]);
        long before = model.get(ValueLayout.JAVA_LONG_UNALIGNED, place);
        long operand = plan.nextLong();
        int way = plan.nextInt(6);
        long after = switch (way) {
            case 0 -> before + operand;
            case 1 -> before & operand;
            case 2 -> before | operand;
            case 3 -> before ^ operand;
            default -> operand;
        };
        model.set(ValueLayout.JAVA_LONG_UNALIGNED, place, after);
        if (mine) {
            pgas.await(handle);
            GlobalPointer word = at(block, place);
            long seen = switch (way) {
                case 0 -> pgas.atomics().fetchAdd(word, operand);
                case 1 -> pgas.atomics().fetchAnd(word, operand);
                case 2 -> pgas.atomics().fetchOr(word, operand);
                case 3 -> pgas.atomics().fetchXor(word, operand);
                case 4 -> pgas.atomics().swap(word, operand);
                default -> pgas.atomics().compareSwap(word, before, operand);
            };
            check(seen == before, "atomic " + way + " saw " + seen + " for " + before + " at " + word);
        }
    }

    /** Data that its reader is told of by a semaphore; the writer of a block is not its reader. */
    void signal(Random plan, Semaphore semaphore) {
        int me = pgas.myThread();
        int toCome = 0;
        for (int block = 0; block < blocks; block++) {
            int owner = at(block, 0).thread();
            int writer = (owner + 1) % pgas.threads();
            plan.nextBytes(expected[block]);
            if (writer == me) {
                MemorySegment.copy(expected[block], 0, scratch, BYTE, 0, blockBytes);
                pgas.memputSignal(at(block, 0), scratch, 0, blockBytes, semaphore, 1);
            }
            toCome += owner == me ? 1 : 0;
        }
        semaphore.await(toCome);
        for (int block = 0; block < blocks; block++) {
            if (at(block, 0).thread() == me) {
                get(block);
            }
        }
    }

    /** One block is as it must be. */
    void get(int block) {
        pgas.memget(scratch, at(block, 0));
        long wrong = scratch.mismatch(MemorySegment.ofArray(expected[block]));
        check(wrong < 0, "thread " + pgas.myThread() + " finds a wrong byte: block=" + block + " byte=" + wrong
            + " blockBytes=" + blockBytes);
    }

    /** Every byte is as it must be. */
    void check() {
        for (int block = 0; block < blocks; block++) {
            get(block);
        }
    }

    private static void check(boolean holds, String otherwise) {
        Traffic.check(holds, otherwise);
    }

    int blocks() {
        return blocks;
    }
}
