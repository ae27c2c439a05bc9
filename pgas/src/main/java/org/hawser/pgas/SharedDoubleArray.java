package org.hawser.pgas;

import java.lang.invoke.VarHandle;
import org.hawser.pgas.team.Team;
import org.hawser.platform.memory.RawNumbers;

/**
 * A shared array of {@code double}.
 *
 * <pre>{@code
 * SharedDoubleArray x = pgas.doubles(n, Distribution.even());
 * x.put(7, 0.5);
 * }</pre>
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing per element where threads share memory.
 */
public final class SharedDoubleArray extends SharedArray {
    private static final int SHIFT = 3;

    SharedDoubleArray(Services services, Team team, long length, Distribution distribution) {
        super(services, team, length, distribution, SHIFT);
    }

    /** Element {@code index}, wherever it is. */
    public double get(long index) {
        double value = RawNumbers.getDouble(whereToGet(index, SHIFT));
        keep();
        return value;
    }

    /** Sets element {@code index}, wherever it is; at the latest after a fence or barrier others see it. */
    public void put(long index, double value) {
        RawNumbers.setDouble(whereToPut(index, SHIFT, bits(value)), value);
        keep();
    }

    /** Element {@code index}, in the one order that all strict accesses share. */
    public double getStrict(long index) {
        beforeStrict();
        double value = get(index);
        // Acquire: what follows reads no older state than this did. Pairs with the fences around a strict put.
        VarHandle.acquireFence();
        return value;
    }

    /** Sets element {@code index}, in the one order that all strict accesses share. */
    public void putStrict(long index, double value) {
        beforeStrict();
        put(index, value);
        // Visible to all before anything that follows. Pairs with the fence before a strict get.
        afterStrictPut(index);
    }

    /** The calling thread's {@code place}-th element. */
    public double getLocal(long place) {
        double value = RawNumbers.getDouble(localAddress(place, SHIFT));
        keep();
        return value;
    }

    /** Sets the calling thread's {@code place}-th element. */
    public void putLocal(long place, double value) {
        RawNumbers.setDouble(localAddress(place, SHIFT), value);
        keep();
    }

    /** Copies {@code count} elements from {@code index} on into an array. */
    public void get(long index, double[] into, int at, int count) {
        checkSection(index, count, into.length, at);
        Section.get(this, index, count, Side.ofArray(into), (long) at << SHIFT);
    }

    /** Copies {@code count} elements of an array to {@code index} and behind; done when this returns. */
    public void put(long index, double[] from, int at, int count) {
        checkSection(index, count, from.length, at);
        Section.put(this, index, count, Side.ofArray(from), (long) at << SHIFT);
    }

    /** Copies a box of a tiled array into an array, by rows without gaps; leaves alone what is outside the grid. */
    public void get(Tiling tiling, Box box, double[] into, int at) {
        getBox(tiling, box, into, into.length, at);
    }

    /** Copies an array to a box of a tiled array; leaves out what is outside the grid. Done when this returns. */
    public void put(Tiling tiling, Box box, double[] from, int at) {
        putBox(tiling, box, from, from.length, at);
    }

    /** Sets {@code count} elements from {@code index} on; done when this returns. */
    public void fill(long index, long count, double value) {
        checkSection(index, count);
        Fill.section(this, index, count, bits(value));
    }

    private static long bits(double value) {
        return Double.doubleToRawLongBits(value);
    }
}
