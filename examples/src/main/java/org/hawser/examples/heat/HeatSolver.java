package org.hawser.examples.heat;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.runtime.Rank;

/**
 * Solves the heat equation together with the other ranks: explicit steps on a five-point stencil, one block per rank.
 *
 * <p>A step computes the rim of the block first and sends it off: the edges travel while the inside is computed.
 *
 * <p><b>Threads:</b> one per rank. <b>Allocates:</b> at construction and to gather.
 */
public final class HeatSolver implements AutoCloseable {
    private final Rank rank;
    private final HeatProblem problem;
    private final Block block;
    private final int stride;
    private final HaloExchange halo;
    private double[] now;
    private double[] next;
    private int step;

    /** Collective: sets the plate up. */
    public HeatSolver(Rank rank, HeatProblem problem) {
        this.rank = rank;
        this.problem = problem;
        block = Block.of(problem.cells(), rank.number(), rank.size());
        stride = block.width() + 2;
        now = new double[stride * (block.height() + 2)];
        next = new double[now.length];
        for (int row = 0; row < block.height(); row++) {
            for (int column = 0; column < block.width(); column++) {
                now[(row + 1) * stride + column + 1] = problem.initial(block.top() + row, block.left() + column);
            }
        }
        halo = new HaloExchange(rank, block, problem.cells());
        halo.send(now, 0);
    }

    /** One step of time. */
    public void step() {
        halo.receive(now, step);
        advanceRim();
        step++;
        halo.send(next, step);
        for (int row = 2; row < block.height(); row++) {
            advance(row, 2, block.width());
        }
        double[] done = next;
        next = now;
        now = done;
    }

    private void advanceRim() {
        advance(1, 1, block.width() + 1);
        advance(block.height(), 1, block.width() + 1);
        for (int row = 2; row < block.height(); row++) {
            advance(row, 1, 2);
            advance(row, block.width(), block.width() + 1);
        }
    }

    private void advance(int row, int from, int to) {
        double[] source = now;
        double[] target = next;
        int width = stride;
        for (int i = row * width + from; i < row * width + to; i++) {
            target[i] = source[i] + HeatProblem.RATE
                * (source[i - width] + source[i + width] + source[i - 1] + source[i + 1] - 4 * source[i]);
        }
    }

    /** Collective: the largest change of any cell on the plate in the last step. */
    public double change() {
        double mine = 0;
        for (int row = 1; row <= block.height(); row++) {
            for (int i = row * stride + 1; i <= row * stride + block.width(); i++) {
                mine = Math.max(mine, Math.abs(now[i] - next[i]));
            }
        }
        double largest = 0;
        for (byte[] theirs : rank.exchange().allGather(ByteBuffer.allocate(Double.BYTES).putDouble(mine).array())) {
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
            MemorySegment field = MemorySegment.ofArray(now);
            for (int row = 0; row < block.height(); row++) {
                long to = (long) (block.top() + row) * cells + block.left();
                rank.put(target, to * Double.BYTES, field, ((row + 1L) * stride + 1) * Double.BYTES,
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
