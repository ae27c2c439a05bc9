package org.hawser.mpi.coll.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.hawser.fabric.Region;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.coll.SpacedPieces;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.runtime.Rank;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Collectives in shared memory give what the plain definition gives, in any order, of any size, from any root. */
@Tag("once")
class NodeCollectivesTest {
    private static final int CONTEXT = 8;
    private static final Medium THREADS = Medium.inMemory("shm");
    private static final Medium FILES = Medium.inFiles("shm").with("hawser.streaming", "on");

    /** What one member does. */
    private interface Program {
        void run(NodeCollectives node, int me) throws Exception;
    }

    private static void run(Medium medium, int members, Program program) {
        runWithMemory(medium, members, (node, me, rank) -> program.run(node, me));
    }

    /** What one member does, in memory of the runtime. */
    private interface MemoryProgram {
        void run(NodeCollectives node, int me, Rank rank) throws Exception;
    }

    private static void runWithMemory(Medium medium, int members, MemoryProgram program) {
        LocalRanks.on(medium).start(members, rank -> {
            PointToPoint point = new PointToPoint(rank);
            rank.barrier();
            Communicator comm = Communicator.of(point, Members.range(0, members), rank.number(), CONTEXT);
            program.run(new NodeCollectives(comm), rank.number(), rank);
            rank.barrier();
        });
    }

    private static int[] vector(long seed, int member, int length) {
        // Every member makes everybody's again to compare: most of a test's time is spent here.
        SplittableRandom random = new SplittableRandom(seed * 1000 + member);
        int[] values = new int[length];
        for (int i = 0; i < length; i++) {
            values[i] = random.nextInt();
        }
        return values;
    }

    private static int[] chained(long seed, int members, int length) {
        int[] result = vector(seed, 0, length);
        for (int member = 1; member < members; member++) {
            int[] next = vector(seed, member, length);
            for (int i = 0; i < length; i++) {
                result[i] = 31 * result[i] + next[i];
            }
        }
        return result;
    }

    /** Lengths that a slot could carry, but that are combined in chunks, in the first collective of a communicator. */
    @ParameterizedTest
    @ValueSource(ints = {5, 8})
    void theFirstReductionMayNeedChunks(int members) {
        for (int length : new int[] {200, 300, 420, 508}) {
            run(THREADS, members, (node, me) -> {
                int[] out = new int[length];
                assertTrue(node.carries(4L * length, 4));
                node.allreduce(vector(7, me, length), 0, out, 0, 4L * length, new Chained());
                assertArrayEquals(chained(7, members, length), out);
            });
        }
    }

    private static void step(NodeCollectives node, int me, int members, long seed) {
        Random random = new Random(seed);
        int length = random.nextInt(4) == 0 ? random.nextInt(200_000) : random.nextInt(700);
        int root = random.nextInt(members);
        long bytes = 4L * length;
        int[] mine = vector(seed, me, length);
        switch (random.nextInt(6)) {
            case 0 -> node.barrier();
            case 1 -> {
                assertTrue(node.carries(bytes, 4));
                node.bcast(mine, 0, bytes, root);
                assertArrayEquals(vector(seed, root, length), mine);
            }
            case 2 -> {
                assertTrue(node.carries(bytes, 4));
                int[] out = random.nextBoolean() ? mine : new int[length];
                int[] before = out.clone();
                node.reduce(mine, 0, me == root ? out : null, 0, bytes, new Chained(), root);
                assertArrayEquals(me == root ? chained(seed, members, length) : before, out);
            }
            case 3 -> {
                assertTrue(node.carries(bytes, 4));
                boolean inPlace = random.nextBoolean();
                int[] out = inPlace ? mine : new int[length];
                node.allreduce(mine, 0, out, 0, bytes, new Chained());
                assertArrayEquals(chained(seed, members, length), out);
            }
            case 4 -> {
                assertTrue(node.carries(bytes, 4));
                int[] out = new int[length * members];
                node.allgather(mine, 0, bytes, out, 0);
                for (int member = 0; member < members; member++) {
                    assertArrayEquals(vector(seed, member, length),
                        Arrays.copyOfRange(out, member * length, (member + 1) * length));
                }
            }
            default -> {
                int block = length / members;
                assertTrue(node.carries(4L * length, 4));
                int[] out = new int[block * members];
                node.alltoall(mine, 0, 4L * block, out, 0);
                for (int member = 0; member < members; member++) {
                    assertArrayEquals(Arrays.copyOfRange(vector(seed, member, length), me * block, (me + 1) * block),
                        Arrays.copyOfRange(out, member * block, (member + 1) * block));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 8, 13})
    void anySequenceGivesWhatTheDefinitionGives(int members) {
        run(members % 2 == 0 ? FILES : THREADS, members, (node, me) -> {
            node.carries(0, 1);
            for (int i = 0; i < 300; i++) {
                step(node, me, members, 77L * members + i);
            }
            node.free();
        });
    }

    /** Members with an odd number have no gaps; the others send every third int and receive into every second. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void itemsWithGapsAreExchangedWithItemsWithout(int members) {
        Layout number = Layout.basic(Integer.BYTES);
        run(members % 2 == 0 ? FILES : THREADS, members, (node, me) -> {
            for (int block : new int[] {1, 7, 100, 5_000, 50_000}) {
                assertTrue(node.carries(4L * block * members, 4));
                int skip = me % 2 == 0 ? 3 : 1;
                int leave = me % 2 == 0 ? 2 : 1;
                int[] in = new int[members * block * skip];
                for (int i = 0; i < members * block; i++) {
                    in[i * skip] = me * members * block + i + 1;
                }
                int[] out = new int[members * block * leave];
                node.alltoall(SpacedPieces.of(number.resized(0, 4L * skip), in, 0, 4L * block * skip, 4L * block),
                    SpacedPieces.of(number.resized(0, 4L * leave), out, 0, 4L * block * leave, 4L * block));
                for (int i = 0; i < out.length; i++) {
                    int index = i / leave;
                    int expected = i % leave != 0 ? 0
                        : index / block * members * block + me * block + index % block + 1;
                    assertEquals(expected, out[i], "member " + me + " at " + i);
                }
            }
            node.free();
        });
    }

    /** Vectors in memory of the runtime are read where they lie, unless one member has its own in an array. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void vectorsInMemoryOfTheRuntimeAreReadWhereTheyLie(int members) {
        int most = 100_003;
        runWithMemory(members % 2 == 0 ? FILES : THREADS, members, (node, me, rank) -> {
            try (Region in = rank.allocate(4L * most + 64); Region out = rank.allocate(4L * most + 64)) {
                for (int i = 0; i < 60; i++) {
                    Random random = new Random(i);
                    int length = random.nextInt(most);
                    boolean inPlace = random.nextInt(3) == 0;
                    boolean oneArray = random.nextInt(3) == 0;
                    int root = random.nextInt(members);
                    MemorySegment vector = in.memory().asSlice(4 * random.nextInt(16), 4L * length);
                    MemorySegment result = inPlace ? vector : out.memory().asSlice(4, 4L * length);
                    vector.copyFrom(MemorySegment.ofArray(vector(i, me, length)));
                    assertTrue(node.carries(4L * length, 4));
                    if (oneArray && me == members - 1) {
                        int[] array = vector(i, me, length);
                        int[] into = inPlace ? array : new int[length];
                        node.reduce(array, 0, into, 0, 4L * length, new Chained(), root);
                        result.copyFrom(MemorySegment.ofArray(into));
                    } else {
                        node.reduce(null, vector.address(), null, result.address(), 4L * length, new Chained(), root);
                    }
                    if (me == root) {
                        assertArrayEquals(chained(i, members, length), result.toArray(ValueLayout.JAVA_INT));
                    }
                    reduceToAll(node, me, members, i, vector, result);
                    gather(node, me, members, i, length / members, vector, out.memory());
                    // Everybody may write again what others have read.
                    exchange(node, me, members, i, length / members, vector, out.memory());
                }
            }
            node.free();
        });
    }

    private static void reduceToAll(NodeCollectives node, int me, int members, int seed, MemorySegment in,
                                    MemorySegment out) {
        int length = (int) in.byteSize() / 4;
        for (int round = 1; round < 3; round++) {
            in.copyFrom(MemorySegment.ofArray(vector(seed + 5000L * round, me, length)));
            node.allreduce(null, in.address(), null, out.address(), in.byteSize(), new Chained());
            assertArrayEquals(chained(seed + 5000L * round, members, length), out.toArray(ValueLayout.JAVA_INT));
        }
    }

    /** Each has its block where it belongs, or elsewhere. */
    private static void gather(NodeCollectives node, int me, int members, int seed, int block, MemorySegment in,
                               MemorySegment out) {
        for (int round = 0; round < 2; round++) {
            int[] mine = vector(seed + 3000L * round, me, block);
            MemorySegment from = round == 0 ? in : out.asSlice(4L * me * block);
            from.asSlice(0, 4L * block).copyFrom(MemorySegment.ofArray(mine));
            node.allgather(null, from.address(), 4L * block, null, out.address());
            for (int member = 0; member < members; member++) {
                assertArrayEquals(vector(seed + 3000L * round, member, block),
                    out.asSlice(4L * member * block, 4L * block).toArray(ValueLayout.JAVA_INT));
            }
        }
    }

    private static void exchange(NodeCollectives node, int me, int members, int seed, int block, MemorySegment in,
                                 MemorySegment out) {
        for (int round = 0; round < 3; round++) {
            int[] mine = vector(seed + 1000L * round, me, block * members);
            in.asSlice(0, 4L * mine.length).copyFrom(MemorySegment.ofArray(mine));
            node.alltoall(null, in.address(), 4L * block, null, out.address());
            for (int member = 0; member < members; member++) {
                int[] theirs = vector(seed + 1000L * round, member, block * members);
                assertArrayEquals(Arrays.copyOfRange(theirs, me * block, (me + 1) * block),
                    out.asSlice(4L * member * block, 4L * block).toArray(ValueLayout.JAVA_INT));
            }
        }
    }

    @Test
    void anOperationThatFailsWhereVectorsLieIsAnErrorAtTheRootAndNoHang() {
        runWithMemory(FILES, 3, (node, me, rank) -> {
            assertTrue(node.carries(1 << 20, 4));
            try (Region values = rank.allocate(1 << 20)) {
                long at = values.memory().address();
                for (int i = 0; i < 3; i++) {
                    if (me == 2) {
                        node.reduce(null, at, null, at, 1 << 20, new Chained(1, me == 1), 0);
                    } else {
                        assertThrows(MpiFailure.class, () -> node.reduce(null, at, null, at, 1 << 20,
                            new Chained(1, me == 1), 0));
                    }
                    node.barrier();
                }
            }
        });
    }

    @Test
    void rootsMayRunAheadAndOthersMayBeSlow() {
        run(FILES, 3, (node, me) -> {
            assertTrue(node.carries(1 << 20, 1));
            for (int i = 0; i < 200; i++) {
                if (i % 50 == 10 * me) {
                    Thread.sleep(20);
                }
                byte[] data = new byte[i % 3 == 0 ? 300_000 : 100];
                Arrays.fill(data, (byte) (me == 1 ? i : 0));
                node.bcast(data, 0, data.length, 1);
                assertEquals((byte) i, data[data.length - 1]);
            }
        });
    }

    @Test
    void differentCountsAreAnErrorAtAllAndNoHang() {
        run(THREADS, 3, (node, me) -> {
            assertTrue(node.carries(1 << 20, 1));
            MpiFailure failure = assertThrows(MpiFailure.class, () ->
                node.allgather(new byte[1000], 0, me == 1 ? 10 : 20, new byte[1000], 0));
            assertTrue(failure.errorClass() == ErrorClass.TRUNCATE || failure.errorClass() == ErrorClass.OTHER);
            assertThrows(MpiFailure.class, node::barrier);
        });
    }

    /** Where the root is late, the others sleep, and look whether it is in the same collective before they do. */
    @Test
    void aBroadcastMayBringLessThanThereIsRoomFor() {
        run(FILES, 3, (node, me) -> {
            assertTrue(node.carries(1 << 20, 1));
            for (int i = 1; i <= 20; i++) {
                byte[] data = new byte[me == 1 ? i : 2000];
                if (me == 1) {
                    Thread.sleep(i % 5 == 0 ? 20 : 0);
                    Arrays.fill(data, (byte) i);
                }
                node.bcast(data, 0, data.length, 1);
                assertEquals((byte) i, data[i - 1]);
                assertEquals(me == 1 ? i : 0, data[data.length - 1]);
            }
            node.barrier();
        });
    }

    @Test
    void aBroadcastMayNotBringMoreThanThereIsRoomFor() {
        run(FILES, 2, (node, me) -> {
            assertTrue(node.carries(1 << 20, 1));
            byte[] data = new byte[me == 0 ? 20 : 10];
            if (me == 0) {
                node.bcast(data, 0, data.length, 0);
            } else {
                MpiFailure failure = assertThrows(MpiFailure.class, () -> node.bcast(data, 0, data.length, 0));
                assertEquals(ErrorClass.TRUNCATE, failure.errorClass());
            }
        });
    }

    @Test
    void shortHereAndLongThereIsAnErrorAtAllAndNoHang() {
        run(FILES, 2, (node, me) -> {
            assertTrue(node.carries(1 << 20, 1));
            int bytes = me == 0 ? 8 : 100_000;
            assertThrows(MpiFailure.class, () ->
                node.allreduce(new byte[bytes], 0, new byte[bytes], 0, bytes, new Chained()));
        });
    }

    @Test
    void anOperationThatFailsAtOneMemberIsAnErrorAtAllAndNoHang() {
        run(FILES, 3, (node, me) -> {
            assertTrue(node.carries(1 << 20, 4));
            int[] values = new int[300_000];
            for (int i = 0; i < 3; i++) {
                assertThrows(MpiFailure.class, () ->
                    node.allreduce(values, 0, values, 0, 4L * values.length, new Chained(1, me == 1)));
                node.barrier();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void noItemIsCombinedInParts(int members) {
        run(FILES, members, (node, me) -> {
            for (int length : new int[] {513, 6_000, 21_846, 300_003}) {
                assertTrue(node.carries(4L * length, 12));
                for (int root = 0; root < members; root++) {
                    int[] values = vector(length, me, length);
                    node.reduce(values, 0, values, 0, 4L * length, new Chained(3, false), root);
                    assertArrayEquals(me == root ? chained(length, members, length) : vector(length, me, length),
                        values);
                }
            }
        });
    }

    @Test
    void anOperationThatFailsAtTheRootOfTwoIsAnErrorThereAndNoHang() {
        run(FILES, 2, (node, me) -> {
            assertTrue(node.carries(1 << 20, 4));
            int[] values = new int[300_000];
            for (int i = 0; i < 6; i++) {
                int root = i % 2;
                if (me == root) {
                    assertThrows(MpiFailure.class, () ->
                        node.reduce(values, 0, values, 0, 4L * values.length, new Chained(1, true), root));
                } else {
                    node.reduce(values, 0, null, 0, 4L * values.length, new Chained(1, false), root);
                }
                node.barrier();
            }
        });
    }

    @Test
    void theFirstLongPayloadMayMeetAShortOne() {
        run(FILES, 2, (node, me) -> {
            int bytes = me == 0 ? 8 : 100_000;
            assertThrows(MpiFailure.class, () -> {
                node.carries(bytes, 1);
                node.allreduce(new byte[bytes], 0, new byte[bytes], 0, bytes, new Chained());
            });
        });
    }

    @Test
    void differentCollectivesAreAnErrorAtAllAndNoHang() {
        run(FILES, 4, (node, me) -> {
            assertTrue(node.carries(1 << 20, 1));
            assertThrows(MpiFailure.class, () -> {
                if (me == 2) {
                    node.bcast(new byte[8], 0, 8, 1);
                    node.bcast(new byte[8], 0, 8, 1);
                } else {
                    node.barrier();
                }
            });
        });
    }
}
