package org.hawser.mpi.io;

import static org.hawser.mpi.io.FileJob.CREATE_RDWR;
import static org.hawser.mpi.io.FileJob.INT;
import static org.hawser.mpi.io.FileJob.all;
import static org.hawser.mpi.io.FileJob.bytes;
import static org.hawser.mpi.io.FileJob.ints;
import static org.hawser.mpi.io.FileJob.view;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.hawser.mpi.Activity;
import org.hawser.mpi.datatype.Layout;
import org.hawser.platform.memory.RawWords;
import org.hawser.testkit.CoreOnlyProvider;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every family of accesses, on jobs whose ranks are threads; files are looked at with plain Java. */
class AccessTest {
    static int[] intsIn(Path path) throws Exception {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.nativeOrder());
        int[] values = new int[bytes.remaining() / 4];
        bytes.asIntBuffer().get(values);
        return values;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void ranksWriteAndReadAtTheirOwnPlaces(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            OpenFile file = here.open(CREATE_RDWR);
            view(file, 0, INT, INT);
            assertEquals(8, file.access(true, Pointer.EXPLICIT, 2L * here.me(), ints(here.me(), 100 + here.me())));
            file.sync();
            int[] got = new int[2];
            int other = (here.me() + 1) % ranks;
            assertEquals(8, file.access(false, Pointer.EXPLICIT, 2L * other, ints(got)));
            assertArrayEquals(new int[] {other, 100 + other}, got);
            assertEquals(8L * ranks, file.size());
            assertEquals(0, file.position());
            file.close();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void individualPointersMoveOnAndReadsEndWithTheFile(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            OpenFile file = here.open(CREATE_RDWR);
            view(file, 8L * here.me(), INT, INT.repeat(2).resized(0, 8L * ranks));
            for (int i = 0; i < 5; i++) {
                file.access(true, Pointer.INDIVIDUAL, 0, ints(i));
                assertEquals(i + 1, file.position());
            }
            file.seek(-5, Whence.CURRENT);
            int[] got = new int[8];
            file.sync();
            assertEquals(20, file.access(false, Pointer.INDIVIDUAL, 0, ints(got)) - (here.me() < ranks - 1 ? 4 : 0));
            assertArrayEquals(new int[] {0, 1, 2, 3, 4}, Arrays.copyOf(got, 5));
            assertEquals(8, file.position());
            assertEquals(0, file.access(false, Pointer.INDIVIDUAL, 0, ints(got)));
            file.seek(0, Whence.END);
            assertEquals(here.me() == ranks - 1 ? 5 : 6, file.position());
            assertEquals(8L * here.me() + 8L * ranks + 4, file.byteOffset(3));
            file.close();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void sharedAccessesGetPartsThatNobodyElseGets(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            OpenFile file = here.open(CREATE_RDWR);
            view(file, 0, INT, INT);
            for (int i = 0; i < 50; i++) {
                file.access(true, Pointer.SHARED, 0, ints(here.me() * 1000 + i));
            }
            here.barrier();
            assertEquals(50L * ranks, file.sharedPosition());
            int[] values = intsIn(here.path());
            assertEquals(50 * ranks, values.length);
            int me = here.me();
            int[] mine = Arrays.stream(values).filter(value -> value / 1000 == me).map(value -> value % 1000).toArray();
            assertArrayEquals(IntStream.range(0, 50).toArray(), mine);
            file.seekShared(-1, Whence.END);
            int[] got = new int[1];
            long read = file.access(false, Pointer.SHARED, 0, ints(got));
            assertEquals(read == 4 ? values[values.length - 1] : 0, got[0]);
            file.close();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void orderedAccessesComeInTheOrderOfTheRanks(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            OpenFile file = here.open(CREATE_RDWR);
            view(file, 4, INT, INT);
            int[] mine = new int[here.me() + 1];
            for (int round = 0; round < 3; round++) {
                Arrays.fill(mine, 10 * round + here.me());
                file.accessAll(true, Pointer.SHARED, 0, all(mine));
            }
            here.barrier();
            int each = ranks * (ranks + 1) / 2;
            assertEquals(3L * each, file.sharedPosition());
            int[] values = intsIn(here.path());
            int at = 1;
            for (int round = 0; round < 3; round++) {
                for (int rank = 0; rank < ranks; rank++) {
                    for (int i = 0; i <= rank; i++) {
                        assertEquals(10 * round + rank, values[at++]);
                    }
                }
            }
            file.seekShared(each, Whence.SET);
            file.begin("ordered", false, Pointer.SHARED, 0, all(mine));
            assertEquals(4L * mine.length, file.end("ordered"));
            assertEquals(10 + here.me(), mine[here.me()]);
            file.close();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void columnsWhoseExtentIsOneElementAreWrittenThroughViews(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            OpenFile file = here.open(CREATE_RDWR);
            int rows = 2 * ranks;
            Layout column = INT.vector(rows, 1, rows).resized(0, 4);
            view(file, 8L * here.me(), INT, column);
            int[] mine = new int[2 * rows];
            Arrays.setAll(mine, i -> i % rows * rows + 2 * here.me() + i / rows);
            file.setAtomicity(true);
            file.accessAll(true, Pointer.EXPLICIT, 0, all(mine));
            file.setAtomicity(false);
            file.accessAll(true, Pointer.INDIVIDUAL, 0, all(mine));
            assertEquals(2 * rows, file.position());
            int[] got = new int[2 * rows];
            assertEquals(8L * rows, file.accessAll(false, Pointer.EXPLICIT, 0, all(got)));
            assertArrayEquals(mine, got);
            assertArrayEquals(IntStream.range(0, rows * rows).toArray(), intsIn(here.path()));
            file.close();
        });
    }

    /** Rank 1 begins its part only when the other thread of rank 0, which waits for the end, has used the file. */
    @Test
    void aThreadThatWaitsForTheEndOfASplitCallKeepsNobodyFromTheFile() throws Exception {
        CountDownLatch used = new CountDownLatch(1);
        FileJob.run(2, here -> {
            OpenFile file = here.open(CREATE_RDWR);
            if (here.me() == 1) {
                assertTrue(used.await(60, TimeUnit.SECONDS), "the file could not be used");
            }
            file.begin("write", true, Pointer.EXPLICIT, 4L * here.me(), all(here.me()));
            Thread waits = Thread.currentThread();
            Thread uses = Thread.ofPlatform().start(() -> {
                while (here.me() == 0 && used.getCount() > 0) {
                    if (Arrays.stream(waits.getStackTrace()).anyMatch(frame -> frame.getMethodName().equals("end"))) {
                        file.position();
                        used.countDown();
                    }
                }
            });
            assertEquals(4, file.end("write"));
            uses.join();
            file.close();
            assertArrayEquals(new int[] {0, 1}, intsIn(here.path()));
        });
    }

    /** Rank r has every r-th block of 3 ints: as interleaved as can be. */
    private static Layout everyRanksBlock(int ranks) {
        return INT.repeat(3).resized(0, 12L * ranks);
    }

    private static int[] pattern(int me, int length) {
        int[] values = new int[length];
        for (int i = 0; i < length; i++) {
            values[i] = me * 1_000_000 + i;
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void interleavedViewsAreWrittenAndReadTogether(int ranks) throws Exception {
        for (Map<String, String> hints : List.<Map<String, String>>of(Map.of(),
                Map.of("romio_cb_write", "disable", "romio_cb_read", "disable"),
                Map.of("cb_nodes", "1", "cb_buffer_size", "512"),
                Map.of("cb_nodes", "3", "cb_buffer_size", "5000", "romio_cb_write", "enable", "romio_cb_read",
                    "enable"))) {
            FileJob.run(ranks, here -> {
                OpenFile file = here.open(CREATE_RDWR, hints);
                view(file, 20 + 12L * here.me(), INT, everyRanksBlock(ranks));
                int[] mine = pattern(here.me(), 3000);
                assertEquals(12000, file.accessAll(true, Pointer.INDIVIDUAL, 0, all(mine)));
                assertEquals(3000, file.position());
                here.barrier();
                int[] values = intsIn(here.path());
                assertEquals(5 + 3000 * ranks, values.length);
                for (int i = 0; i < 3000 * ranks; i++) {
                    int rank = i / 3 % ranks;
                    assertEquals(rank * 1_000_000 + i / (3 * ranks) * 3 + i % 3, values[5 + i]);
                }
                int[] got = new int[3100];
                assertEquals(11600, file.accessAll(false, Pointer.EXPLICIT, 100, all(got)));
                assertArrayEquals(Arrays.copyOfRange(mine, 100, 3000), Arrays.copyOf(got, 2900));
                assertEquals(0, got[2900]);
                file.close();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void holesBetweenTheRanksPartsStayAsTheyWere(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            if (here.me() == 0) {
                byte[] sevens = new byte[40000];
                Arrays.fill(sevens, (byte) 7);
                Files.write(here.path(), sevens);
            }
            here.barrier();
            OpenFile file = here.open(AccessMode.WRONLY);
            Layout one = Layout.contiguous(1);
            view(file, here.me(), one, one.resized(0, 10));
            byte[] mine = new byte[1000];
            Arrays.fill(mine, (byte) here.me());
            file.accessAll(true, Pointer.EXPLICIT, 0, () -> bytes(mine));
            byte[] found = Files.readAllBytes(here.path());
            for (int i = 0; i < found.length; i++) {
                assertEquals(i < 10000 && i % 10 < ranks ? i % 10 : 7, found[i], "byte " + i);
            }
            file.close();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void nonBlockingAccessesEndInAnyOrder(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            OpenFile file = here.open(CREATE_RDWR);
            view(file, 12L * here.me(), INT, everyRanksBlock(ranks));
            Activity[] writes = new Activity[20];
            for (int i = 0; i < writes.length; i++) {
                int[] values = {here.me(), i, 7};
                writes[i] = i % 2 == 0 ? file.start(true, Pointer.INDIVIDUAL, 0, ints(values))
                    : file.startAll(true, Pointer.INDIVIDUAL, 0, all(values));
            }
            for (int i = writes.length - 1; i >= 0; i--) {
                here.comm().point().await(writes[i]);
                assertNull(writes[i].failure());
                assertEquals(12, writes[i].bytes());
            }
            file.sync();
            int[] got = new int[60];
            Activity read = file.startAll(false, Pointer.EXPLICIT, 0, all(got));
            int[] other = new int[3];
            file.accessAll(false, Pointer.EXPLICIT, 3, all(other));
            here.comm().point().await(read);
            assertEquals(240, read.bytes());
            for (int i = 0; i < 60; i++) {
                assertEquals(i % 3 == 0 ? here.me() : i % 3 == 1 ? i / 3 : 7, got[i]);
            }
            assertArrayEquals(new int[] {here.me(), 1, 7}, other);
            file.close();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void memoryMayHaveGapsAndLieOutsideTheHeap(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            OpenFile file = here.open(CREATE_RDWR, Map.of("ind_rd_buffer_size", "512"));
            view(file, 4L * here.me(), INT, INT.resized(0, 4L * ranks));
            int[] matrix = pattern(here.me(), 64 * 64);
            Layout column = INT.vector(64, 1, 64);
            Items first = new Items(matrix, 0, column, 1, null, matrix);
            Items second = new Items(matrix, 4, column, 1, null, matrix);
            file.access(true, Pointer.INDIVIDUAL, 0, first);
            file.accessAll(true, Pointer.INDIVIDUAL, 0, () -> second);
            ByteBuffer outside = ByteBuffer.allocateDirect(512).order(ByteOrder.nativeOrder());
            MemorySegment memory = MemorySegment.ofBuffer(outside);
            Items direct = new Items(null, RawWords.addressOf(memory), INT, 128, memory,
                outside);
            assertEquals(512, file.access(false, Pointer.EXPLICIT, 0, direct));
            for (int i = 0; i < 128; i++) {
                assertEquals(matrix[i % 64 * 64 + i / 64], outside.getInt(4 * i));
            }
            int[] back = new int[64 * 64];
            file.access(false, Pointer.EXPLICIT, 64, new Items(back, 12, column, 1, null, back));
            for (int i = 0; i < 64; i++) {
                assertEquals(matrix[i * 64 + 1], back[i * 64 + 3]);
                assertEquals(0, back[i * 64 + 2]);
            }
            file.close();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void atomicAccessesAreSeenWhole(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            OpenFile file = here.open(CREATE_RDWR);
            file.setAtomicity(true);
            assertTrue(file.isAtomic());
            // Runs with gaps, so that a write is many writes of the system's, or one of a block.
            view(file, 0, INT, INT.vector(50, 1, 2));
            for (int round = 0; round < 30; round++) {
                int[] values = new int[50];
                Arrays.fill(values, here.me() * 100 + round);
                file.access(true, Pointer.EXPLICIT, 0, ints(values));
                file.access(false, Pointer.EXPLICIT, 0, ints(values));
                int first = values[0];
                assertTrue(Arrays.stream(values).allMatch(value -> value == first), Arrays.toString(values));
                file.accessAll(true, Pointer.EXPLICIT, 0, all(values));
            }
            file.setAtomicity(false);
            assertFalse(file.isAtomic());
            file.close();
        });
    }

    @Test
    void theSharedPointerNeedsNoMemoryThatRanksMap() throws Exception {
        FileJob.run(Medium.inMemory(CoreOnlyProvider.NAME), 3, here -> {
            OpenFile file = here.open(CREATE_RDWR);
            view(file, 0, INT, INT);
            for (int i = 0; i < 20; i++) {
                file.access(true, Pointer.SHARED, 0, ints(here.me()));
            }
            here.barrier();
            assertEquals(60, file.sharedPosition());
            here.barrier();
            file.accessAll(true, Pointer.SHARED, 0, all(here.me()));
            view(file, 240, INT, INT);
            int[] got = new int[3];
            file.accessAll(false, Pointer.INDIVIDUAL, 0, all(got));
            assertArrayEquals(new int[] {0, 1, 2}, got);
            file.close();
        });
    }

    @Test
    void placesBeyondTwoGibibytesAreReached() throws Exception {
        FileJob.run(2, here -> {
            OpenFile file = here.open(CREATE_RDWR);
            long far = 5L << 30;
            view(file, far, INT, INT.resized(0, 3L << 30));
            file.access(true, Pointer.EXPLICIT, here.me(), ints(40 + here.me()));
            file.sync();
            assertEquals(far + (3L << 30) + 4, file.size());
            int[] got = new int[2];
            assertEquals(8, file.access(false, Pointer.INDIVIDUAL, 0, ints(got)));
            assertArrayEquals(new int[] {40, 41}, got);
            view(file, 4L * here.me(), INT, INT.resized(0, 8));
            int[] word = {1};
            assertEquals(4, file.accessAll(false, Pointer.EXPLICIT, far / 8, all(word)));
            assertEquals(here.me() == 0 ? 40 : 0, word[0]);
            file.close();
        });
    }
}
