package org.hawser.bench.rma;

import java.nio.LongBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * Updates of one target that go there together, as one accumulate with an indexed type. Two of one word become one: a
 * type must not name a place twice.
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> a type and its places per accumulate.
 */
final class UpdateBucket {
    private final LongBuffer numbers;
    private final int[] places;
    private final int[] ones;
    /** By a hash of the place: one more than its index; 0: none. */
    private final int[] slots;
    private int size;
    private Datatype type;

    UpdateBucket(int most) {
        numbers = MPI.newLongBuffer(most);
        places = new int[most];
        ones = new int[most];
        Arrays.fill(ones, 1);
        slots = new int[4 * most];
    }

    /** Keeps an update back; {@code place} is a byte's. */
    void add(int place, long number) {
        int slot = (place >>> 3) * 0x9E3779B1 >>> Integer.numberOfLeadingZeros(slots.length) + 1;
        while (slots[slot] != 0 && places[slots[slot] - 1] != place) {
            slot = slot + 1 & slots.length - 1;
        }
        int index = slots[slot] - 1;
        if (index < 0) {
            index = size++;
            places[index] = place;
            slots[slot] = size;
            numbers.put(index, number);
        } else {
            numbers.put(index, numbers.get(index) ^ number);
        }
    }

    /** Starts what was kept back; it is over with the next flush. */
    void accumulate(Win win, int target) throws MPIException {
        if (size == 0) {
            return;
        }
        type = Datatype.createHIndexed(Arrays.copyOf(ones, size), Arrays.copyOf(places, size), MPI.LONG);
        type.commit();
        win.accumulate(numbers, size, MPI.LONG, target, 0, 1, type, MPI.BXOR);
    }

    /** After the flush. */
    void clear() throws MPIException {
        if (type != null) {
            type.free();
            type = null;
        }
        Arrays.fill(slots, 0);
        size = 0;
    }
}
