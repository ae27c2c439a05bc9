package org.hawser.mpi.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.runtime.Rank;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.function.Executable;

/** Jobs of the tests of files: each rank gets a communicator, and the path of a file that is not there yet. */
final class FileJob {
    static final int CREATE_RDWR = AccessMode.CREATE | AccessMode.RDWR;
    static final Layout INT = Layout.basic(4);

    /** What one rank does. */
    @FunctionalInterface
    interface Program {
        void run(Here here) throws Exception;
    }

    /** What one rank has. */
    record Here(Rank rank, Communicator comm, Path path) {
        int me() {
            return comm.rank();
        }

        int size() {
            return comm.size();
        }

        OpenFile open(int amode) {
            return open(amode, Map.of());
        }

        OpenFile open(int amode, Map<String, String> hints) {
            return OpenFile.open(comm, path.toString(), amode, hints);
        }

        void barrier() {
            rank.barrier();
        }
    }

    private FileJob() {
    }

    /** Runs {@code program} at so many ranks; the file is deleted afterwards. */
    static void run(int ranks, Program program) throws Exception {
        run(Medium.standard(), ranks, program);
    }

    /** The same on another medium. */
    static void run(Medium medium, int ranks, Program program) throws Exception {
        Path directory = Files.createTempDirectory("hawser-file");
        Path path = directory.resolve("data");
        try {
            LocalRanks.on(medium).start(ranks, rank -> {
                PointToPoint point = new PointToPoint(rank);
                rank.barrier();
                program.run(new Here(rank, Communicator.of(point, Members.range(0, ranks), rank.number(), 4), path));
                point.finish();
                rank.barrier();
                assertEquals(0, point.pending(), "operations left");
            });
        } finally {
            Files.deleteIfExists(path);
            Files.delete(directory);
        }
    }

    static Items ints(int... values) {
        return new Items(values, 0, INT, values.length, null, values);
    }

    static Items bytes(byte[] values) {
        return new Items(values, 0, Layout.contiguous(1), values.length, null, values);
    }

    static Supplier<Items> all(int... values) {
        return () -> ints(values);
    }

    static void view(OpenFile file, long displacement, Layout etype, Layout filetype) {
        file.setView(displacement, false, () -> etype, () -> filetype, "native", Map.of());
    }

    /** The class of the error that a call ends with. */
    static int errorOf(Executable call) {
        return assertThrows(MpiFailure.class, call).errorClass();
    }
}
