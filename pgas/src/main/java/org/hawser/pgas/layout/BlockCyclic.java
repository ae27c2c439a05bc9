package org.hawser.pgas.layout;

/**
 * Which element of an array is where, when blocks of equal length are dealt out to threads in turn. A thread's elements
 * lie one behind the other in its piece, in the order of their indices; the number of one among them is its
 * <em>place</em>.
 *
 * <pre>
 *   block 2, 3 threads     thread 0   thread 1   thread 2
 *   place 0, 1              0  1       2  3       4  5
 *   place 2, 3              6  7       8  9      10 11
 *   place 4                12
 * </pre>
 *
 * <p>So the elements that any run of indices has at one thread are a run of places.
 *
 * <p><b>Threads:</b> immutable. Arguments are taken as checked. <b>Allocates:</b> nothing after it is made.
 */
public final class BlockCyclic {
    private final long length;
    private final long declared;
    private final long block;
    private final int threads;
    private final long blockFactor;
    private final int blockShift;
    private final long threadFactor;
    private final int threadShift;

    /**
     * A layout.
     *
     * @param length elements of the array, 0 or more
     * @param block  elements of a block; 0 for no blocks, when all are at thread 0
     */
    public BlockCyclic(long length, long block, int threads) {
        this.length = length;
        this.threads = threads;
        declared = block;
        // One block that holds all is the same as none, and a block behind the end the same as a shorter one.
        this.block = block == 0 || block > length ? Math.max(1, length) : block;
        blockFactor = Divisor.factor(this.block);
        blockShift = Divisor.shift(this.block);
        threadFactor = Divisor.factor(threads);
        threadShift = Divisor.shift(threads);
    }

    /** Elements of the array. */
    public long length() {
        return length;
    }

    /** Elements of a block; 0 for no blocks. */
    public long block() {
        return declared;
    }

    /** Elements that lie together at most, 1 or more: a block, or the whole array. */
    public long run() {
        return block;
    }

    /** How many threads the blocks are dealt out to. */
    public int threads() {
        return threads;
    }

    /** Which block, from 0, an element is in. */
    public long blockOf(long index) {
        return Divisor.quotient(index, blockFactor, blockShift);
    }

    /** How often all threads had got a block before this one was dealt out. */
    public long roundOf(long blockNumber) {
        return Divisor.quotient(blockNumber, threadFactor, threadShift);
    }

    /** The thread that a block is at. */
    public int threadOfBlock(long blockNumber) {
        return (int) (blockNumber - roundOf(blockNumber) * threads);
    }

    /** The thread that an element is at. */
    public int threadOf(long index) {
        return threadOfBlock(blockOf(index));
    }

    /** Which element of its block it is; 0 when there are no blocks. */
    public long phaseOf(long index) {
        return declared == 0 ? 0 : index - blockOf(index) * block;
    }

    /** The place of an element at its thread. */
    public long placeOf(long index) {
        long number = blockOf(index);
        // phase + round · block, with phase = index - number · block
        return index - (number - roundOf(number)) * block;
    }

    /** How many of the elements below {@code index}, which may be the array's length, are at a thread. */
    public long before(int thread, long index) {
        long number = blockOf(index);
        long round = roundOf(number);
        long next = number - round * threads;
        return round * block + (thread < next ? block : thread == next ? index - number * block : 0);
    }

    /** How many elements a thread has; none has more than thread 0. */
    public long lengthAt(int thread) {
        return before(thread, length);
    }

    /** The index of the element at a thread's place. */
    public long indexOf(int thread, long place) {
        long round = blockOf(place);
        return (round * (threads - 1) + thread) * block + place;
    }

    /** How many elements, from this place on, have neighbouring indices, were the array without end. */
    public long together(long place) {
        return block - (place - blockOf(place) * block);
    }

    @Override
    public String toString() {
        return length + " elements in " + (declared == 0 ? "one block" : "blocks of " + declared) + " at " + threads
            + " threads";
    }
}
