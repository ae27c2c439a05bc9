package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLongArray;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.TypeShape;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;
import org.hawser.testkit.CoreOnlyProvider;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Updates of memory that cannot be mapped, by several ranks and by the owner itself. */
@Tag("once")
class FabricUpdatesTest {
    private static final int RANKS = 3;
    private static final int TURNS = 150;
    private static final int BYTES = 4096;

    /** Rank 0's memory as one rank updates it. */
    private static final class Access {
        final Rank rank;
        private final FabricUpdates fabric;
        private final MappedUpdates own;
        private final long base;

        Access(PointToPoint point, Region memory, Region control, boolean mappable) {
            rank = point.rank();
            Communicator members = Communicator.of(point, Members.range(0, rank.size()), rank.number(), 8);
            if (rank.number() == 0) {
                UpdateMode.announce(control.memory(), Hints.NONE, mappable, rank);
            }
            RemoteRegion theirs = rank.attach(told(memory));
            RemoteRegion locks = rank.attach(told(control));
            base = rank.number() == 0 ? RawWords.addressOf(memory.memory()) : 0;
            own = base == 0 ? null : new MappedUpdates(members, locks);
            fabric = base == 0 ? new FabricUpdates(members, theirs, 0, locks) : null;
        }

        private RegionKey told(Region region) {
            ByteBuffer key = ByteBuffer.allocate(RegionKey.BYTES);
            region.key().encode(MemorySegment.ofBuffer(key), 0);
            byte[] first = rank.exchange().broadcast(0, rank.number() == 0 ? key.array() : null);
            return RegionKey.decode(MemorySegment.ofArray(first), 0);
        }

        void get(Object array, Object result, Layout there, long offset, long bytes, Layout gaps, Update update) {
            if (own != null) {
                own.getAccumulate(array, 0, gaps, result, 0, gaps, base, offset, there, bytes, update);
            } else {
                fabric.getAccumulate(array, 0, gaps, result, 0, gaps, offset, there, bytes, update);
            }
        }

        void swap(Object value, Object compare, Object result, long offset, int bytes) {
            if (own != null) {
                own.compareAndSwap(value, 0, compare, 0, result, 0, base, offset, bytes);
            } else {
                fabric.compareAndSwap(value, 0, compare, 0, result, 0, offset, bytes);
            }
        }
    }

    /** What one rank does. */
    private interface Program {
        void run(Access access);
    }

    private static void run(boolean mappable, Program program) {
        LocalRanks.on(Medium.inMemory(CoreOnlyProvider.NAME)).start(RANKS, rank -> {
            PointToPoint point = new PointToPoint(rank);
            Region memory = rank.allocate(BYTES);
            Region control = rank.allocate(Control.bytes(RANKS, false));
            Access access = new Access(point, memory, control, mappable);
            rank.barrier();
            program.run(access);
            rank.barrier();
            point.finish();
            rank.barrier();
        });
    }

    private static void sums(boolean mappable) {
        AtomicLongArray put = new AtomicLongArray(3);
        run(mappable, access -> {
            Random random = new Random(access.rank.number());
            long[] result = new long[1];
            double[] real = new double[1];
            int[] small = new int[1];
            for (int i = 0; i < TURNS; i++) {
                int amount = random.nextInt(5);
                access.get(new long[] {amount}, result, null, 8, 8, null, Update.of(Operator.SUM, Operand.LONG));
                access.get(new double[] {amount}, real, null, 16, 8, null, Update.of(Operator.SUM, Operand.DOUBLE));
                access.get(new int[] {amount}, small, null, 28, 4, null, Update.of(Operator.SUM, Operand.INT));
                put.addAndGet(0, amount);
                access.get(null, result, null, 8, 8, null, Update.of(Operator.NO_OP, Operand.LONG));
                long held = result[0];
                access.swap(new long[] {held + 3}, new long[] {held}, result, 8, 8);
                put.addAndGet(1, result[0] == held ? 3 : 0);
            }
            access.rank.barrier();
            if (access.rank.number() == 0) {
                access.get(new long[] {7}, result, null, 8, 8, null, Update.of(Operator.REPLACE, Operand.LONG));
                assertEquals(put.get(0) + put.get(1), result[0]);
                access.get(null, real, null, 16, 8, null, Update.of(Operator.NO_OP, Operand.DOUBLE));
                assertEquals(put.get(0), real[0]);
                access.get(null, small, null, 28, 4, null, Update.of(Operator.NO_OP, Operand.INT));
                assertEquals(put.get(0), small[0]);
            }
        });
    }

    @Test
    void longsGoByTheFabricsAtomicsAndAllElseUnderLocks() {
        sums(true);
    }

    @Test
    void whereThereAreNoAtomicsAllGoesUnderLocks() {
        sums(false);
    }

    @Test
    void scatteredItemsAndPairs() {
        Layout spread = Layout.basic(8).vector(200, 1, 2);
        Layout pair = TypeShape.pair("", 8, 0).layout();
        run(true, access -> {
            double[] ones = new double[200];
            long[] words = new long[200];
            Arrays.fill(ones, 1);
            Arrays.fill(words, 1);
            double[] fetched = new double[200];
            long[] before = new long[200];
            for (int i = 0; i < 3; i++) {
                access.get(ones, fetched, spread, 0, 1600, null, Update.of(Operator.SUM, Operand.DOUBLE));
                access.get(words, before, spread, 8, 1600, null, Update.of(Operator.SUM, Operand.LONG));
            }
            access.rank.barrier();
            access.get(null, fetched, spread, 0, 1600, null, Update.of(Operator.NO_OP, Operand.DOUBLE));
            access.get(null, before, spread, 8, 1600, null, Update.of(Operator.NO_OP, Operand.LONG));
            for (int i = 0; i < 200; i++) {
                assertEquals(3 * RANKS, fetched[i]);
                assertEquals(3 * RANKS, before[i]);
            }
            byte[] mine = new byte[16];
            byte[] held = new byte[16];
            for (int i = 0; i < TURNS; i++) {
                Arrays.fill(mine, (byte) (i % 5 + access.rank.number()));
                access.get(mine, held, pair, 3500, 12, pair, Update.of(Operator.REPLACE, Operand.LONG_INT));
                assertEquals(held[7], held[8]);
                assertEquals(held[0], held[11]);
            }
        });
    }
}
