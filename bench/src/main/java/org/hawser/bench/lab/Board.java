package org.hawser.bench.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Memory that all ranks of a job map, beside the fabric that is measured: a file with a piece for each rank. So ranks
 * that talk through connections only, in namespaces of their own as well, can look where their cores are.
 *
 * <pre>
 * piece of rank r, at r · 8 KiB:   0: words of {@link LabLayout}     4 KiB: a page for the experiment's own
 * </pre>
 *
 * <p><b>Threads:</b> the memory is shared by all ranks; who writes a word says so. <b>Allocates:</b> when opened.
 */
final class Board {
    private static final long PAGE = 4096;
    /** Two pages: ping and pong within one page take longer. */
    private static final long STRIDE = 2 * PAGE;

    private final MemorySegment memory;

    private Board(MemorySegment memory) {
        this.memory = memory;
    }

    /** Maps the board of a job of so many ranks; it stays mapped. */
    static Board open(Path file, int ranks) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new Board(channel.map(FileChannel.MapMode.READ_WRITE, 0, STRIDE * Math.max(2, ranks),
                Arena.global()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot map the board that ranks look at: file=" + file, e);
        }
    }

    /** The words of a rank. */
    MemorySegment piece(int rank) {
        return memory.asSlice(rank * STRIDE, PAGE);
    }

    /** The page of a rank that the experiment may use. */
    MemorySegment page(int rank) {
        return memory.asSlice(rank * STRIDE + PAGE, PAGE);
    }
}
