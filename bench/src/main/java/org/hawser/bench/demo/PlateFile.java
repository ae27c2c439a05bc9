package org.hawser.bench.demo;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/**
 * A plate in a file, by rows, that one job of the demo leaves for the next.
 *
 * <p><b>Threads:</b> stateless.
 */
final class PlateFile {
    private static final String NAME = "plate";

    private PlateFile() {
    }

    static void write(Path directory, double[] plate) throws IOException {
        try (FileChannel file = FileChannel.open(directory.resolve(NAME), CREATE_NEW, READ, WRITE);
             Arena arena = Arena.ofConfined()) {
            MemorySegment all = file.map(MapMode.READ_WRITE, 0, (long) plate.length * Double.BYTES, arena);
            MemorySegment.copy(plate, 0, all, JAVA_DOUBLE, 0, plate.length);
        }
    }

    static double[] read(Path directory, int cells) throws IOException {
        try (FileChannel file = FileChannel.open(directory.resolve(NAME), READ); Arena arena = Arena.ofConfined()) {
            return file.map(MapMode.READ_ONLY, 0, (long) cells * cells * Double.BYTES, arena).toArray(JAVA_DOUBLE);
        }
    }
}
