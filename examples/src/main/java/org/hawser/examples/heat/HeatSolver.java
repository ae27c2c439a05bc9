package org.hawser.examples.heat;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.runtime.Rank;

/**
 * Solves the heat equation together with the other ranks, one block of the plate per rank.
 *
 * <p>A step computes the rim of the block first and sends it off: the edges travel while the inside is computed.
 *
 * <p><b>Threads:</b> one per rank. <b>Allocates:</b> at construction and to gather.
 */
public final class HeatSolver implements AutoCloseable {
    private final Rank rank;
    private final HeatProblem problem;
    private final Block block;
    private final Field field;
    private final HaloExchange halo;
    private int step;

    /** Collective: sets the plate up. */
    public HeatSolver(Rank rank, HeatProblem problem) {
        this.rank = rank;
        this.problem = problem;
        block = Block.of(problem.cells(), rank.number(), rank.size());
        field = new Field(problem, block);
        halo = new HaloExchange(rank, block, problem.cells());
        halo.send(field.now(), 0);
    }

    /** One step of time. */
    public void step() {
        halo.receive(field.now(), step);
        field.advanceRim();
        step++;
        halo.send(field.next(), step);
        field.advanceInside();
        field.swap();
    }

    /** Collective: the largest change of any cell on the plate in the last step. */
    public double change() {
        byte[] mine = ByteBuffer.allocate(Double.BYTES).putDouble(field.change()).array();
        double largest = 0;
        for (byte[] theirs : rank.exchange().allGather(mine)) {
            largest = Math.max(largest, ByteBuffer.wrap(theirs).getDouble());
        }
        return largest;
    }

    /** Collective: the whole plate, by rows, at rank 0; null elsewhere. Every rank puts its rows there itself. */
    public double[] gather() {
        int cells = problem.cells();
        Region plate = rank.number() == 0 ? rank.allocate((long) cells * cells * Double.BYTES) : null;
        RegionKey key = share(plate);
        try (RemoteRegion target = rank.attach(key)) {
            MemorySegment source = MemorySegment.ofArray(field.now());
            for (int row = 0; row < block.height(); row++) {
                long to = (long) (block.top() + row) * cells + block.left();
                rank.put(target, to * Double.BYTES, source, ((row + 1L) * field.stride() + 1) * Double.BYTES,
                    (long) block.width() * Double.BYTES);
            }
            rank.barrier();
        }
        if (plate == null) {
            return null;
        }
        try (plate) {
            return plate.memory().toArray(JAVA_DOUBLE);
        }
    }

    /** Tells all ranks the key of a region that rank 0 has. */
    private RegionKey share(Region plate) {
        byte[] key = new byte[RegionKey.BYTES];
        if (plate != null) {
            plate.key().encode(MemorySegment.ofArray(key), 0);
        }
        return RegionKey.decode(MemorySegment.ofArray(rank.exchange().broadcast(0, key)), 0);
    }

    /** Collective. */
    @Override
    public void close() {
        halo.close();
    }
}
