package org.hawser.system;

import java.io.DataInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Datatype;
import mpi.File;
import mpi.Info;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Programs on files that ranks of the system tests run, by name; the second argument is a file that is not there. */
public final class FilePrograms {
    private static final Comm WORLD = MPI.COMM_WORLD;
    private static final int CREATE_RDWR = MPI.MODE_CREATE | MPI.MODE_RDWR;

    private FilePrograms() {
    }

    public static void main(String[] arguments) throws Exception {
        MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
        run(arguments[0], arguments[1]);
        MPI.Finalize();
        System.out.println("well");
    }

    static void run(String program, String name) throws Exception {
        switch (program) {
            case "families" -> FileFamilies.run(name);
            case "columns" -> columns(name);
            case "atomic" -> atomic(name);
            case "circle" -> circle(name);
            case "external32" -> external32(name);
            case "mistakes" -> FileMistakes.run(name);
            case "two" -> two(name);
            case "lost" -> lost(name);
            default -> throw new IllegalArgumentException("no such program: " + program);
        }
    }

    static void check(boolean right, String what) {
        if (!right) {
            throw new AssertionError(what);
        }
    }

    /** A matrix of ints, every rank with its columns, written and read together in several ways. */
    private static void columns(String name) throws Exception {
        int rank = WORLD.getRank();
        int size = WORLD.getSize();
        int rows = 300;
        int mine = 7;
        int width = mine * size;
        Datatype block = Datatype.createVector(rows, mine, width, MPI.INT);
        Datatype columns = Datatype.createResized(block, 0, 4 * rows * width);
        columns.commit();
        int[] part = IntStream.range(0, rows * mine).map(i -> i / mine * width + rank * mine + i % mine).toArray();
        for (String buffering : new String[] {"automatic", "enable", "disable"}) {
            Info info = new Info();
            info.set("romio_cb_write", buffering);
            info.set("romio_cb_read", buffering);
            info.set("cb_buffer_size", "10000");
            File file = new File(WORLD, name, CREATE_RDWR | MPI.MODE_DELETE_ON_CLOSE, info);
            file.setView(4L * mine * rank, MPI.INT, columns, "native");
            check(file.writeAll(part, part.length, MPI.INT).getCount(MPI.INT) == part.length, "count");
            file.sync();
            IntBuffer whole = ByteBuffer.wrap(Files.readAllBytes(Path.of(name))).order(ByteOrder.nativeOrder())
                .asIntBuffer();
            for (int i = 0; i < rows * width; i++) {
                check(whole.get(i) == i, buffering + ": element " + i + " is " + whole.get(i));
            }
            int[] back = new int[part.length];
            file.seek(0, MPI.SEEK_SET);
            check(file.readAll(back, back.length, MPI.INT).getCount(MPI.INT) == part.length, "count read");
            check(Arrays.equals(part, back), buffering + ": read back");
            check(file.readAll(back, back.length, MPI.INT).getCount(MPI.INT) == 0, "beyond the end");
            check(file.getInfo().get("romio_cb_write").equals(buffering), "hints");
            file.close();
            WORLD.barrier();
        }
        columns.free();
        block.free();
    }

    /** Ranks write over each other; what is read is always all of one rank's. */
    private static void atomic(String name) throws Exception {
        File file = new File(WORLD, name, CREATE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
        file.setAtomicity(true);
        check(file.getAtomicity(), "atomic");
        Datatype spread = Datatype.createVector(100, 1, 3, MPI.INT);
        spread.commit();
        file.setView(0, MPI.INT, spread, "native");
        int[] values = new int[100];
        for (int round = 0; round < 200; round++) {
            Arrays.fill(values, WORLD.getRank() * 1000 + round);
            file.writeAt(0, values, 100, MPI.INT);
            file.readAt(0, values, 100, MPI.INT);
            int first = values[0];
            check(Arrays.stream(values).allMatch(value -> value == first), "torn: " + Arrays.toString(values));
        }
        file.close();
    }

    /** Of two ranks each has a part of the file, and an access under way to the other's: no reason to refuse it. */
    private static void circle(String name) throws Exception {
        File file = new File(WORLD, name, CREATE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
        file.setAtomicity(true);
        int rank = WORLD.getRank();
        try (FileChannel apart = FileChannel.open(Path.of(name), StandardOpenOption.WRITE)) {
            FileLock mine = apart.lock(100L * rank, 10, false);
            WORLD.barrier();
            Request request = file.iWriteAt(100L * (1 - rank), new byte[10], 10, MPI.BYTE);
            // So that both wait for their locks; it does no harm when they do not yet.
            Thread.sleep(200);
            mine.release();
            request.waitFor();
            // With this channel all locks of the process end.
            WORLD.barrier();
        }
        file.close();
    }

    private static void external32(String name) throws Exception {
        int rank = WORLD.getRank();
        int size = WORLD.getSize();
        File file = new File(WORLD, name, CREATE_RDWR);
        Datatype mine = Datatype.createResized(MPI.DOUBLE, 0, 8 * size);
        mine.commit();
        file.setView(8L * rank, MPI.DOUBLE, mine, "external32");
        check(file.getTypeExtent(MPI.DOUBLE) == 1, "extent");
        double[] values = IntStream.range(0, 1000).mapToDouble(i -> rank + i / 1024.0).toArray();
        file.writeAll(values, 1000, MPI.DOUBLE);
        double[] back = new double[1000];
        file.readAtAll(0, back, 1000, MPI.DOUBLE);
        check(Arrays.equals(values, back), "read back");
        file.close();
        try (DataInputStream in = new DataInputStream(Files.newInputStream(Path.of(name)))) {
            for (int i = 0; i < 1000 * size; i++) {
                check(in.readDouble() == i % size + i / size / 1024.0, "double " + i);
            }
        }
        WORLD.barrier();
        if (rank == 0) {
            File.delete(name);
        }
    }

    /** Two files, whose collective calls come in another order at every other rank, and from two threads. */
    private static void two(String name) throws Exception {
        int rank = WORLD.getRank();
        File[] files = new File[2];
        int[][] values = new int[2][1000];
        for (int i = 0; i < 2; i++) {
            files[i] = new File(WORLD, name + i, CREATE_RDWR | MPI.MODE_DELETE_ON_CLOSE);
            Datatype mine = Datatype.createResized(MPI.INT, 0, 4 * WORLD.getSize());
            mine.commit();
            files[i].setView(4L * rank, MPI.INT, mine, "native");
            Arrays.fill(values[i], 10 * rank + i);
        }
        for (int round = 0; round < 20; round++) {
            Request[] requests = new Request[4];
            for (int i = 0; i < 4; i++) {
                int which = (i + rank) % 2;
                requests[i] = files[which].iWriteAtAll(1000L * (i / 2), values[which], 1000, MPI.INT);
            }
            Request.waitAll(requests);
        }
        Thread[] threads = new Thread[2];
        Throwable[] failures = new Throwable[2];
        for (int i = 0; i < 2; i++) {
            int which = i;
            threads[i] = Thread.ofPlatform().start(() -> failures[which] = failureOf(() -> {
                int[] got = new int[2000];
                for (int round = 0; round < 20; round++) {
                    files[which].writeAtAll(1000, values[which], 1000, MPI.INT);
                    files[which].readAtAll(0, got, 2000, MPI.INT);
                    check(Arrays.stream(got).allMatch(value -> value == 10 * rank + which), "file " + which);
                }
            }));
        }
        for (int i = 0; i < 2; i++) {
            threads[i].join();
            check(failures[i] == null, "thread " + i + ": " + failures[i]);
        }
        files[1].close();
        files[0].close();
    }

    private static Throwable failureOf(Call call) {
        try {
            call.run();
            return null;
        } catch (MPIException | RuntimeException | Error e) {
            return e;
        }
    }

    /** The last rank is killed while the others write together with it. */
    private static void lost(String name) throws Exception {
        WORLD.setErrhandler(MPI.ERRORS_RETURN);
        int rank = WORLD.getRank();
        int size = WORLD.getSize();
        File file = new File(WORLD, name, CREATE_RDWR);
        Datatype mine = Datatype.createResized(MPI.INT, 0, 4 * size);
        mine.commit();
        file.setView(4L * rank, MPI.INT, mine, "native");
        WORLD.barrier();
        System.out.println("up");
        if (rank == size - 1) {
            Thread.currentThread().join();
        }
        int[] values = new int[1_000_000];
        int error = errorOf(() -> file.writeAll(values, values.length, MPI.INT));
        System.out.println("told " + (error == MPI.ERR_PROC_FAILED) + " " + error);
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** The class of the error that a call throws. */
    static int errorOf(Call call) {
        try {
            call.run();
            return MPI.SUCCESS;
        } catch (MPIException e) {
            return e.getErrorClass();
        }
    }

    /** A call that may fail. */
    interface Call {
        void run() throws MPIException;
    }
}
