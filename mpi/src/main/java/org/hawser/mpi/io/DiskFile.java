package org.hawser.mpi.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.hawser.mpi.MpiFailure;

/**
 * The file of the operating system under an open file: reads and writes at a place, whole or up to the end, and tells
 * what goes wrong as an MPI error.
 *
 * <p><b>Threads:</b> any.
 */
final class DiskFile implements AutoCloseable {
    private static final int ZEROES = 1 << 20;
    private static final long RETRY_NANOS = 50_000;

    private final Path path;
    private final FileChannel channel;

    private DiskFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Opens a file. */
    static DiskFile open(Path path, Set<OpenOption> options) {
        try {
            if (Files.isDirectory(path)) {
                throw DiskErrors.directory(path);
            }
            return new DiskFile(path, FileChannel.open(path, options));
        } catch (IOException e) {
            throw DiskErrors.failure("cannot open the file", path, e);
        }
    }

    /** Deletes a file. */
    static void delete(Path path) {
        try {
            if (Files.isDirectory(path)) {
                throw DiskErrors.directory(path);
            }
            Files.delete(path);
        } catch (IOException e) {
            throw DiskErrors.failure("cannot delete the file", path, e);
        }
    }

    /** Reads into {@code target} until it is full or the file ends; returns how many bytes came. */
    int read(ByteBuffer target, long offset) {
        int wanted = target.remaining();
        try {
            while (target.hasRemaining()) {
                if (channel.read(target, offset + wanted - target.remaining()) < 0) {
                    break;
                }
            }
        } catch (IOException e) {
            throw DiskErrors.failure("cannot read the file", path, e);
        }
        return wanted - target.remaining();
    }

    /** Writes all of {@code source}. */
    void write(ByteBuffer source, long offset) {
        int wanted = source.remaining();
        try {
            while (source.hasRemaining()) {
                channel.write(source, offset + wanted - source.remaining());
            }
        } catch (IOException e) {
            throw DiskErrors.failure("cannot write the file", path, e);
        }
    }

    /** The file's length. */
    long size() {
        try {
            return channel.size();
        } catch (IOException e) {
            throw DiskErrors.failure("cannot find the size of the file", path, e);
        }
    }

    /** Makes the file shorter, or longer by bytes that are zero. */
    void setSize(long size) {
        try {
            if (size <= channel.size()) {
                channel.truncate(size);
            } else {
                // What lies between the old end and this byte reads as zeroes too.
                write(ByteBuffer.allocate(1), size - 1);
            }
        } catch (IOException e) {
            throw DiskErrors.failure("cannot set the size of the file", path, e);
        }
    }

    /** Makes the file at least {@code size} bytes long, with room on the disk for those that are new. */
    void reserve(long size) {
        ByteBuffer zeroes = ByteBuffer.allocateDirect((int) Math.max(0, Math.min(ZEROES, size - size())));
        for (long at = size(); at < size; at += zeroes.limit()) {
            zeroes.clear().limit((int) Math.min(zeroes.capacity(), size - at));
            write(zeroes, at);
        }
    }

    /** Waits until what was written is on the disk. */
    void force() {
        try {
            channel.force(true);
        } catch (IOException e) {
            throw DiskErrors.failure("cannot synchronise the file", path, e);
        }
    }

    /**
     * Waits until this access has a part of the file for itself or, when it only reads, together with other readers.
     * Ranks that are threads of one JVM are known to each other only by the refusal, so they come again. So do those
     * who hear of a deadlock: an access has no lock while it waits for its only one, so there is none, but the kernel
     * takes all accesses of a process for one, of which some hold locks while others wait.
     */
    FileLock lock(long offset, long length, boolean shared) {
        while (true) {
            try {
                return channel.lock(offset, length, shared);
            } catch (OverlappingFileLockException e) {
                LockSupport.parkNanos(RETRY_NANOS);
            } catch (IOException e) {
                if (!DiskErrors.isDeadlock(e)) {
                    throw DiskErrors.failure("cannot lock the file", path, e);
                }
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    /** Ends {@link #lock}. */
    void unlock(FileLock lock) {
        try {
            lock.release();
        } catch (IOException e) {
            throw DiskErrors.failure("cannot unlock the file", path, e);
        }
    }

    Path path() {
        return path;
    }

    /** Closes the file; an error of the disk that shows only now is an {@link MpiFailure}. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw DiskErrors.failure("cannot close the file", path, e);
        }
    }
}
