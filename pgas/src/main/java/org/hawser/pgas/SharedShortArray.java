package org.hawser.pgas;

import java.lang.invoke.VarHandle;
import org.hawser.pgas.team.Team;
import org.hawser.platform.memory.RawNumbers;

/**
 * A shared array of {@code short}.
 *
 * <pre>{@code
 * SharedShortArray pixels = pgas.shorts(rows * columns, Distribution.blocks(columns));
 * pixels.put(7, (short) 1);
 * }</pre>
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing per element where threads share memory.
 */
public final class SharedShortArray extends SharedArray {
    private static final int SHIFT = 1;

    SharedShortArray(Services services, Team team, long length, Distribution distribution) {
        super(services, team, length, distribution, SHIFT);
    }

    /** Element {@code index}, wherever it is. */
    public short get(long index) {
        short value = RawNumbers.getShort(whereToGet(index, SHIFT));
        keep();
        return value;
    }

    /** Sets element {@code index}, wherever it is; at the latest after a fence or barrier others see it. */
    public void put(long index, short value) {
        RawNumbers.setShort(whereToPut(index, SHIFT, bits(value)), value);
        keep();
    }

    /** Element {@code index}, in the one order that all strict accesses share. */
    public short getStrict(long index) {
        beforeStrict();
        short value = get(index);
        // Acquire: what follows reads no older state than this did. Pairs with the fences around a strict put.
        VarHandle.acquireFence();
        return value;
    }

    /** Sets element {@code index}, in the one order that all strict accesses share. */
    public void putStrict(long index, short value) {
        beforeStrict();
        put(index, value);
        // Visible to all before anything that follows. Pairs with the fence before a strict get.
        afterStrictPut(index);
    }

    /** The calling thread's {@code place}-th element. */
    public short getLocal(long place) {
        short value = RawNumbers.getShort(localAddress(place, SHIFT));
        keep();
        return value;
    }

    /** Sets the calling thread's {@code place}-th element. */
    public void putLocal(long place, short value) {
        RawNumbers.setShort(localAddress(place, SHIFT), value);
        keep();
    }

    /** Copies {@code count} elements from {@code index} on into an array. */
    public void get(long index, short[] into, int at, int count) {
        checkSection(index, count, into.length, at);
        Section.get(this, index, count, Side.ofArray(into), (long) at << SHIFT);
    }

    /** Copies {@code count} elements of an array to {@code index} and behind; done when this returns. */
    public void put(long index, short[] from, int at, int count) {
        checkSection(index, count, from.length, at);
        Section.put(this, index, count, Side.ofArray(from), (long) at << SHIFT);
    }

    /** Copies a box of a tiled array into an array, by rows without gaps; leaves alone what is outside the grid. */
    public void get(Tiling tiling, Box box, short[] into, int at) {
        getBox(tiling, box, into, into.length, at);
    }

    /** Copies an array to a box of a tiled array; leaves out what is outside the grid. Done when this returns. */
    public void put(Tiling tiling, Box box, short[] from, int at) {
        putBox(tiling, box, from, from.length, at);
    }

    /** Sets {@code count} elements from {@code index} on; done when this returns. */
    public void fill(long index, long count, short value) {
        checkSection(index, count);
        Fill.section(this, index, count, bits(value));
    }

    private static long bits(short value) {
        return value & 0xffffL;
    }
}
