package org.hawser.examples.mpi;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Datatype;
import mpi.File;
import mpi.MPI;
import mpi.MPIException;

/**
 * A square matrix goes to one file, block by block: {@code hawser run -n 4 mpi.matrix [side [file]]}.
 *
 * <p>Shows a file that all ranks write together. The ranks lie in a grid, and each has a block of the matrix. Its view
 * of the file is that block: rows of the block, a row of the matrix from one to the next. So every rank writes its
 * block with one call, and the file holds the matrix row by row, whatever the number of ranks is.
 *
 * <pre>
 * rank 0 | rank 1        file: row 0 of rank 0, row 0 of rank 1, row 1 of rank 0, …
 * -------+-------
 * rank 2 | rank 3
 * </pre>
 *
 * <p>Then the file is opened again, each rank reads whole rows that others wrote, and checks them. A file that was not
 * named is deleted when it is closed.
 *
 * <p><b>Threads:</b> the main thread of each rank.
 */
public final class Matrix {
    private final int side;
    private final int firstRow;
    private final int firstColumn;
    private final int rows;
    private final int columns;

    /** The block of a rank in a grid of ranks. */
    private Matrix(int side, int rank, int down, int across) {
        this.side = side;
        firstRow = start(side, rank / across, down);
        firstColumn = start(side, rank % across, across);
        rows = start(side, rank / across + 1, down) - firstRow;
        columns = start(side, rank % across + 1, across) - firstColumn;
    }

    /**
     * Runs on every rank.
     *
     * @param args the matrix's side (1000) and the file's name (one in the directory for temporary files)
     * @throws Exception when a file cannot be used
     */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int side = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
        Comm world = MPI.COMM_WORLD;
        int size = world.getSize();
        if (side < size) {
            throw new IllegalArgumentException("a rank needs a row at least: side=" + side + " ranks=" + size);
        }
        String name = args.length > 1 ? args[1] : temporary(world);
        int down = IntStream.rangeClosed(1, (int) Math.sqrt(size)).filter(i -> size % i == 0).max().orElse(1);
        double start = MPI.wtime();
        new Matrix(side, world.getRank(), down, size / down).write(world, name);
        double seconds = MPI.wtime() - start;
        check(world, name, side, args.length > 1 ? 0 : MPI.MODE_DELETE_ON_CLOSE);
        if (world.getRank() == 0) {
            System.out.printf("%d x %d doubles, %d x %d blocks: %.3f s%n", side, side, down, size / down, seconds);
            System.out.println("every element is where it belongs");
        }
        MPI.Finalize();
    }

    /** A name that rank 0 makes up and tells the others. */
    private static String temporary(Comm world) throws Exception {
        byte[] name = {};
        if (world.getRank() == 0) {
            name = Files.createTempFile("matrix", ".bin").toString().getBytes(StandardCharsets.UTF_8);
        }
        int[] length = {name.length};
        world.bcast(length, 1, MPI.INT, 0);
        name = Arrays.copyOf(name, length[0]);
        world.bcast(name, length[0], MPI.BYTE, 0);
        return new String(name, StandardCharsets.UTF_8);
    }

    /** The first row, or column, of a block; blocks differ by one at most. */
    private static int start(int side, int block, int blocks) {
        return (int) ((long) side * block / blocks);
    }

    private void write(Comm world, String name) throws MPIException {
        double[] block = new double[rows * columns];
        for (int i = 0; i < block.length; i++) {
            block[i] = (double) (firstRow + i / columns) * side + firstColumn + i % columns;
        }
        Datatype shape = Datatype.createVector(rows, columns, side, MPI.DOUBLE);
        shape.commit();
        File file = new File(world, name, MPI.MODE_CREATE | MPI.MODE_WRONLY);
        file.setView(8L * ((long) firstRow * side + firstColumn), MPI.DOUBLE, shape, "native");
        file.writeAll(block, block.length, MPI.DOUBLE);
        file.close();
        shape.free();
    }

    /** Reads rows by their place, with no view: positions are bytes then. */
    private static void check(Comm world, String name, int side, int more) throws MPIException {
        int rank = world.getRank();
        int size = world.getSize();
        File file = new File(world, name, MPI.MODE_RDONLY | more);
        double[] row = new double[side];
        for (int i = start(side, rank, size); i < start(side, rank + 1, size); i++) {
            int got = file.readAt(8L * i * side, row, side, MPI.DOUBLE).getCount(MPI.DOUBLE);
            for (int j = 0; j < side; j++) {
                if (got != side || row[j] != (double) i * side + j) {
                    throw new IllegalStateException("wrong: row=" + i + " column=" + j + " value=" + row[j]
                        + " read=" + got);
                }
            }
        }
        file.close();
    }
}
