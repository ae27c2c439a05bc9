package org.hawser.fabric.shm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.hawser.fabric.FabricException;
import org.hawser.platform.libc.Errno;
import org.hawser.platform.libc.Libc;

/**
 * Shared memory as files of a job's directory in a memory file system, for ranks that are processes.
 *
 * <p>A file is made under a name of its own, reserved to the last page, and renamed: whoever can open it finds it
 * whole.
 *
 * <p><b>Threads:</b> any.
 */
final class FileSpace implements ShmSpace {
    /** From here on the kernel reserves pages; below, writing zeroes is as quick and needs no native call. */
    private static final long RESERVE_BY_KERNEL = 16L << 20;
    private static final long STEP = 64L << 20;
    private static final int CHUNK = 256 << 10;
    private static final Set<StandardOpenOption> NEW_FILE =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    private static final Set<StandardOpenOption> KNOWN_FILE =
        Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);

    private final Path directory;

    FileSpace(Path directory) {
        this.directory = directory;
    }

    @Override
    public MemorySegment create(String name, long bytes, Arena arena) {
        Path unfinished = directory.resolve(name + ".new");
        if (Files.exists(directory.resolve(name))) {
            throw taken(name);
        }
        try (FileChannel channel = FileChannel.open(unfinished, NEW_FILE,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            reserve(channel, unfinished, bytes);
            MemorySegment memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
            Files.move(unfinished, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            return memory;
        } catch (IOException | Errno | OutOfMemoryError | IllegalArgumentException | UnsupportedOperationException e) {
            FabricException failure = notEnough(name, bytes, e);
            removeQuietly(unfinished);
            throw failure;
        }
    }

    @Override
    public boolean livesWithArena() {
        return true;
    }

    @Override
    public MemorySegment open(String name, Arena arena) {
        Path path = directory.resolve(name);
        // Ranks look again and again for what is not there yet, and an exception is far dearer than two questions.
        if (!Files.exists(path) && Files.isExecutable(directory)) {
            return null;
        }
        try (FileChannel channel = FileChannel.open(path, KNOWN_FILE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), arena);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new FabricException(FabricException.Severity.FATAL,
                "cannot map shared memory: file=" + path + " cause=" + e.getMessage(), e);
        }
    }

    @Override
    public void remove(String name) {
        // Peers may map the file for long yet. Cut short, its pages are free at once; an access that comes too late
        // meets an InternalError of the virtual machine, if the region's state word did not stop it before.
        try (FileChannel channel = FileChannel.open(directory.resolve(name), StandardOpenOption.WRITE)) {
            channel.truncate(RegionHeader.BYTES);
        } catch (IOException ignored) {
            // Its pages stay with those who map them, a little longer.
        }
        removeQuietly(directory.resolve(name));
    }

    @Override
    public void removeName(String name) {
        removeQuietly(directory.resolve(name));
    }

    private static void reserve(FileChannel channel, Path path, long bytes) throws IOException {
        if (bytes >= RESERVE_BY_KERNEL && Libc.available()) {
            MemoryRoom.check(path.getParent(), bytes);
            for (long done = 0; done < bytes; done += STEP) {
                long step = Math.min(STEP, bytes - done);
                // Again for each: other ranks take memory at the same time.
                MemoryRoom.check(path.getParent(), step);
                Libc.reserve(path.toString(), done, step);
            }
            return;
        }
        ByteBuffer zeroes = ByteBuffer.allocate((int) Math.min(bytes, CHUNK));
        for (long written = 0; written < bytes; ) {
            zeroes.clear().limit((int) Math.min(bytes - written, CHUNK));
            written += channel.write(zeroes);
        }
    }

    private FabricException notEnough(String name, long bytes, Throwable cause) {
        String free;
        try {
            free = Long.toString(Files.getFileStore(directory).getUsableSpace());
        } catch (IOException e) {
            free = "unknown";
        }
        String what = cause instanceof NoSuchFileException || cause instanceof AccessDeniedException
            || cause instanceof UnsupportedOperationException ? "cannot make shared memory: asked="
            : "not enough shared memory: asked=";
        return new FabricException(FabricException.Severity.REFUSED, what + bytes
            + " available=" + free + " for=" + name + " in=" + directory + " cause=" + cause.getMessage()
            + "; make room there, enlarge it, or set HAWSER_SHM_DIR to a larger memory file system", cause);
    }

    static FabricException taken(String name) {
        return FabricException.refused("the name is taken (a rank joins its job once): name=" + name);
    }

    private static void removeQuietly(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException ignored) {
            // The job's directory is removed as a whole when the job ends, or swept by the next start.
        }
    }
}
