package org.hawser.bench.experiment;

import java.util.List;

/**
 * The buffers of one rank for collectives up to some size, as the peers' programs have them: one to give from and one
 * to take into, used by all sizes. Numbers have buffers of their own, because Java's buffers are of one type.
 *
 * <p><b>Threads:</b> the rank's main thread. <b>Allocates:</b> at construction.
 *
 * @param out   bytes to give
 * @param in    bytes to take
 * @param terms numbers to add
 * @param sums  their sums
 */
record CollectiveMemory(Object out, Object in, Object terms, Object sums) {

    /** Buffers for {@code most} bytes per rank, as wide as these collectives need them. */
    static CollectiveMemory of(BufferKind kind, List<Collective> collectives, int ranks, int most) {
        int width = collectives.stream().anyMatch(Collective::isWide) ? ranks : 1;
        // A reduce-scatter gives each rank one number at least.
        int numbers = collectives.stream().anyMatch(Collective::reduces) ? Math.max(ranks, most / Double.BYTES) : 1;
        return new CollectiveMemory(kind.allocate(Math.multiplyExact(width, most)),
            kind.allocate(Math.multiplyExact(width, most)), kind.allocateDoubles(numbers),
            kind.allocateDoubles(numbers));
    }
}
