package org.hawser.mpi.io;

import static org.hawser.mpi.io.AccessMode.APPEND;
import static org.hawser.mpi.io.AccessMode.CREATE;
import static org.hawser.mpi.io.AccessMode.DELETE_ON_CLOSE;
import static org.hawser.mpi.io.AccessMode.EXCL;
import static org.hawser.mpi.io.AccessMode.RDONLY;
import static org.hawser.mpi.io.AccessMode.RDWR;
import static org.hawser.mpi.io.AccessMode.SEQUENTIAL;
import static org.hawser.mpi.io.AccessMode.UNIQUE_OPEN;
import static org.hawser.mpi.io.AccessMode.WRONLY;
import static org.hawser.mpi.io.FileJob.CREATE_RDWR;
import static org.hawser.mpi.io.FileJob.INT;
import static org.hawser.mpi.io.FileJob.all;
import static org.hawser.mpi.io.FileJob.errorOf;
import static org.hawser.mpi.io.FileJob.ints;
import static org.hawser.mpi.io.FileJob.view;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.hawser.mpi.Activity;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.datatype.Layout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Opening and closing, sizes, modes, and what is refused: by all ranks, and none waits for ever. */
class OpeningTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void filesThatCannotBeOpenedAreRefusedByAll(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            assertEquals(ErrorClass.NO_SUCH_FILE, errorOf(() -> here.open(RDONLY)));
            assertEquals(ErrorClass.NO_SUCH_FILE, errorOf(() -> here.open(RDWR)));
            String directory = here.path().getParent().toString();
            assertEquals(ErrorClass.BAD_FILE,
                errorOf(() -> OpenFile.open(here.comm(), directory, RDONLY, Map.of())));
            here.open(CREATE | WRONLY).close();
            assertEquals(ErrorClass.FILE_EXISTS, errorOf(() -> here.open(CREATE | EXCL | WRONLY)));
            String under = here.path() + "/under";
            assertEquals(ErrorClass.BAD_FILE,
                errorOf(() -> OpenFile.open(here.comm(), under, CREATE | RDWR, Map.of())));
            assertEquals(ErrorClass.BAD_FILE,
                errorOf(() -> OpenFile.open(here.comm(), "", CREATE | RDWR, Map.of())));
            assertEquals(ErrorClass.BAD_FILE, errorOf(() -> OpenFile.open(here.comm(),
                here.path() + "x".repeat(300), CREATE | RDWR, Map.of())));
            here.open(RDWR | UNIQUE_OPEN).close();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void modesThatDoNotGoTogetherAreRefusedByAll(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            for (int amode : new int[] {0, CREATE, RDONLY | WRONLY, RDWR | RDONLY, RDONLY | CREATE, RDONLY | EXCL,
                RDWR | SEQUENTIAL, RDWR | 1 << 20}) {
                assertEquals(ErrorClass.AMODE, errorOf(() -> here.open(amode)), "amode " + amode);
            }
            if (ranks > 1) {
                int mine = here.me() == 1 ? 0 : CREATE_RDWR;
                assertEquals(ErrorClass.AMODE, errorOf(() -> here.open(mine)));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void argumentsThatDifferAreRefusedByAll(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            boolean last = here.me() == ranks - 1;
            assertEquals(ErrorClass.NOT_SAME, errorOf(() -> here.open(last ? CREATE | WRONLY : CREATE_RDWR)));
            assertEquals(ErrorClass.NOT_SAME, errorOf(() -> OpenFile.open(here.comm(),
                here.path() + (last ? "2" : ""), CREATE_RDWR, Map.of())));
            assertFalse(Files.exists(here.path()));
            here.barrier();
            OpenFile file = here.open(CREATE_RDWR);
            assertEquals(ErrorClass.NOT_SAME, errorOf(() -> file.setSize(last ? 4 : 8)));
            assertEquals(ErrorClass.NOT_SAME, errorOf(() -> file.preallocate(last ? 4 : 8)));
            assertEquals(ErrorClass.NOT_SAME, errorOf(() -> file.setAtomicity(last)));
            assertEquals(ErrorClass.NOT_SAME, errorOf(() -> file.seekShared(last ? 1 : 2, Whence.SET)));
            Layout etype = Layout.basic(last ? 4 : 8);
            assertEquals(ErrorClass.NOT_SAME, errorOf(() -> view(file, 0, etype, Layout.basic(8))));
            assertEquals(ErrorClass.NOT_SAME, errorOf(() -> file.setView(0, false, () -> INT, () -> INT,
                last ? "external32" : "native", Map.of())));
            assertEquals(0, file.size());
            file.close();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void whatIsWrongAtOneRankFailsACollectiveCallForAll(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            OpenFile file = here.open(CREATE_RDWR);
            boolean last = here.me() == ranks - 1;
            assertEquals(ErrorClass.BUFFER, errorOf(() -> file.accessAll(true, Pointer.EXPLICIT, 0, () -> {
                if (last) {
                    throw new MpiFailure(ErrorClass.BUFFER, "too short");
                }
                return ints(1);
            })));
            assertEquals(ErrorClass.ARG,
                errorOf(() -> file.accessAll(true, Pointer.EXPLICIT, last ? -1 : 0, all(1))));
            assertEquals(ErrorClass.ARG, errorOf(() -> view(file, last ? -8 : 0, INT, INT)));
            assertEquals(ErrorClass.ARG, errorOf(() -> view(file, last ? Long.MAX_VALUE : 0, INT, INT)));
            view(file, 0, Layout.basic(8), Layout.basic(8));
            assertEquals(ErrorClass.IO,
                errorOf(() -> file.accessAll(true, Pointer.SHARED, 0, last ? all(1) : all(1, 2))));
            file.begin("one", true, Pointer.INDIVIDUAL, 0, last ? all(1) : all(1, 2));
            assertEquals(ErrorClass.IO, errorOf(() -> file.begin("two", true, Pointer.INDIVIDUAL, 0, all(1, 2))));
            assertEquals(ErrorClass.IO, errorOf(() -> file.end("two")));
            assertEquals(ErrorClass.IO, errorOf(() -> file.end("one")));
            assertEquals(ErrorClass.IO, errorOf(() -> file.end("one")));
            assertEquals(0, file.size());
            file.close();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void positionsThatNoFileReachesAreRefusedByAll(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            OpenFile file = here.open(CREATE_RDWR);
            boolean last = here.me() == ranks - 1;
            view(file, 0, INT, INT.resized(0, 8));
            for (long far : new long[] {Long.MAX_VALUE, Long.MAX_VALUE / 4, Long.MAX_VALUE / 7}) {
                for (boolean writes : new boolean[] {true, false}) {
                    assertEquals(ErrorClass.ARG,
                        errorOf(() -> file.accessAll(writes, Pointer.EXPLICIT, last ? far : 0, all(1))));
                    assertEquals(ErrorClass.ARG, errorOf(() -> file.access(writes, Pointer.EXPLICIT, far, ints(1))));
                }
                assertEquals(ErrorClass.ARG, errorOf(() -> file.seek(far, Whence.SET)));
                assertEquals(ErrorClass.ARG, errorOf(() -> file.seekShared(far, Whence.SET)));
                assertEquals(ErrorClass.ARG, errorOf(() -> file.byteOffset(far)));
            }
            long most = Long.MAX_VALUE / 8 - 1;
            assertEquals(8 * most, file.byteOffset(most));
            file.seek(most, Whence.SET);
            file.seekShared(most, Whence.SET);
            assertEquals(0, file.access(false, Pointer.EXPLICIT, most, ints(1)));
            assertEquals(ErrorClass.ARG, errorOf(() -> file.access(true, Pointer.INDIVIDUAL, 0, ints(1, 2, 3))));
            assertEquals(most, file.position());
            assertEquals(ErrorClass.ARG, errorOf(() -> file.accessAll(true, Pointer.SHARED, 0, all(1, 2, 3))));
            assertEquals(0, file.size());
            file.close();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void filesAreOnlyUsedAsTheyWereOpened(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            OpenFile written = here.open(CREATE | WRONLY);
            assertEquals(ErrorClass.ACCESS, errorOf(() -> written.access(false, Pointer.EXPLICIT, 0, ints(1))));
            assertEquals(ErrorClass.ACCESS, errorOf(() -> written.accessAll(false, Pointer.SHARED, 0, all(1))));
            assertEquals(ErrorClass.ARG, errorOf(() -> written.access(true, Pointer.EXPLICIT, -1, ints(1))));
            assertEquals(ErrorClass.ARG, errorOf(() -> written.seek(-1, Whence.SET)));
            assertEquals(ErrorClass.ARG, errorOf(() -> written.seek(0, Whence.NOWHERE)));
            assertEquals(ErrorClass.ARG, errorOf(() -> written.seekShared(-1, Whence.CURRENT)));
            assertEquals(ErrorClass.ARG, errorOf(() -> written.byteOffset(-1)));
            assertEquals(ErrorClass.ARG, errorOf(() -> written.setSize(-1)));
            assertEquals(CREATE | WRONLY, written.amode());
            written.close();
            OpenFile read = here.open(RDONLY);
            assertEquals(ErrorClass.READ_ONLY, errorOf(() -> read.access(true, Pointer.INDIVIDUAL, 0, ints(1))));
            Activity refused = read.startAll(true, Pointer.INDIVIDUAL, 0, all(1));
            here.comm().point().await(refused);
            assertEquals(ErrorClass.READ_ONLY, refused.failure().errorClass());
            assertEquals(ErrorClass.READ_ONLY, errorOf(() -> read.setSize(5)));
            assertEquals(ErrorClass.READ_ONLY, errorOf(() -> read.preallocate(5)));
            read.sync();
            read.close();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void sizesAreSetAndRoomIsMade(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            OpenFile file = here.open(CREATE_RDWR);
            file.setSize(100);
            assertEquals(100, file.size());
            file.preallocate(3_000_000);
            assertEquals(3_000_000, file.size());
            file.preallocate(10);
            assertEquals(3_000_000, file.size());
            here.barrier();
            file.setSize(7);
            assertEquals(7, file.size());
            file.close();
            assertArrayEquals(new byte[7], Files.readAllBytes(here.path()));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void appendingBeginsAtTheEnd(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            if (here.me() == 0) {
                Files.write(here.path(), new byte[12]);
            }
            here.barrier();
            OpenFile file = here.open(APPEND | WRONLY);
            assertEquals(12, file.position());
            assertEquals(12, file.sharedPosition());
            here.barrier();
            file.accessAll(true, Pointer.SHARED, 0, all(here.me()));
            file.close();
            int[] values = AccessTest.intsIn(here.path());
            assertEquals(3 + ranks, values.length);
            assertEquals(here.me(), values[3 + here.me()]);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void allAppendAtTheSameEndWhateverARankWritesAtOnce(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            for (int round = 0; round < 50; round++) {
                OpenFile file = here.open(CREATE | APPEND | WRONLY);
                assertEquals(4L * ranks * round, file.position());
                file.access(true, Pointer.SHARED, 0, ints(round));
                file.close();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void filesGoWhenTheyAreClosedIfAsked(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            OpenFile file = here.open(CREATE_RDWR | DELETE_ON_CLOSE);
            file.access(true, Pointer.SHARED, 0, ints(1));
            assertTrue(Files.exists(here.path()));
            file.close();
            assertFalse(Files.exists(here.path()));
            here.barrier();
            assertEquals(ErrorClass.NO_SUCH_FILE, errorOf(() -> OpenFile.delete(here.path().toString())));
            assertEquals(ErrorClass.BAD_FILE, errorOf(() -> OpenFile.delete(here.path().getParent().toString())));
            here.barrier();
            if (here.me() == 0) {
                Files.write(here.path(), new byte[1]);
                OpenFile.delete("ufs:" + here.path());
                assertFalse(Files.exists(here.path()));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void sequentialFilesAreOnlyAccessedByTheSharedPointer(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            OpenFile file = here.open(CREATE | WRONLY | SEQUENTIAL);
            assertEquals(ErrorClass.UNSUPPORTED_OPERATION,
                errorOf(() -> file.access(true, Pointer.EXPLICIT, 0, ints(1))));
            assertEquals(ErrorClass.UNSUPPORTED_OPERATION, errorOf(() -> file.seek(0, Whence.SET)));
            assertEquals(ErrorClass.UNSUPPORTED_OPERATION, errorOf(() -> view(file, 0, INT, INT)));
            file.accessAll(true, Pointer.SHARED, 0, all(here.me()));
            file.setView(0, true, () -> INT, () -> INT, "internal", Map.of());
            file.accessAll(true, Pointer.SHARED, 0, all(10 + here.me()));
            file.close();
            int[] values = AccessTest.intsIn(here.path());
            assertEquals(here.me(), values[here.me()]);
            assertEquals(10 + here.me(), values[ranks + here.me()]);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void aFullDiskIsToldToAllThatWriteTogether(int ranks) throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full), "the system has a file that is always full");
        FileJob.run(ranks, here -> {
            OpenFile file = OpenFile.open(here.comm(), full.toString(), WRONLY, Map.of("cb_nodes", "1",
                "romio_cb_write", "enable", "cb_buffer_size", "512"));
            assertEquals(ErrorClass.NO_SPACE, errorOf(() -> file.access(true, Pointer.EXPLICIT, 0, ints(1))));
            view(file, 4L * here.me(), INT, INT.resized(0, 4L * ranks));
            int[] values = new int[1000];
            assertEquals(ErrorClass.NO_SPACE, errorOf(() -> file.accessAll(true, Pointer.INDIVIDUAL, 0, all(values))));
            file.begin("write", true, Pointer.INDIVIDUAL, 0, all(values));
            assertEquals(ErrorClass.NO_SPACE, errorOf(() -> file.end("write")));
            file.close();
        });
    }

    @Test
    void hintsOfRankZeroHoldForAll() throws Exception {
        FileJob.run(2, here -> {
            OpenFile file = here.open(CREATE_RDWR, here.me() == 0
                ? Map.of("cb_nodes", "1", "cb_buffer_size", "65536", "romio_cb_write", "ENABLE")
                : Map.of("cb_nodes", "many", "ind_rd_buffer_size", "1000", "unknown", "1"));
            assertEquals("1", file.hints().get("cb_nodes"));
            assertEquals("65536", file.hints().get("cb_buffer_size"));
            assertEquals("enable", file.hints().get("romio_cb_write"));
            assertEquals("automatic", file.hints().get("romio_cb_read"));
            assertEquals(here.me() == 1 ? "1000" : "1048576", file.hints().get("ind_rd_buffer_size"));
            file.setHints(Map.of("cb_nodes", "7", "romio_ds_read", "disable", "cb_buffer_size", "-4"));
            assertEquals("2", file.hints().get("cb_nodes"));
            assertEquals("65536", file.hints().get("cb_buffer_size"));
            assertEquals("disable", file.hints().get("romio_ds_read"));
            file.close();
        });
    }
}
