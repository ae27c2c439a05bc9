package org.hawser.platform.node;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The directory in node-shared memory where the ranks of one job on this node meet:
 * {@code /dev/shm/hawser-<user>-<job>}, mode 0700.
 *
 * <p>Whoever lives in it, its creator and every rank that joined, holds the {@link LivenessLock} in it. A directory
 * whose lock nobody holds belongs to a job that died, and {@link #sweep()} removes it. A job that is just being
 * created is never swept: the directory is made and locked under a name that ends in {@code .new} and then renamed,
 * so under its final name it is locked from the first moment on.
 *
 * <p><b>Threads:</b> any; one instance is closed once.
 */
public final class NodeDirectory implements AutoCloseable {

    private final Path path;
    private final LivenessLock lock;
    private final boolean creator;
    private boolean closed;

    private NodeDirectory(Path path, LivenessLock lock, boolean creator) {
        this.path = path;
        this.lock = lock;
        this.creator = creator;
    }

    /**
     * Makes the directory of a new job, after a {@link #sweep()} of those that earlier jobs left.
     *
     * @param jobId letters, digits, {@code '-'} and {@code '_'}
     * @return the directory, held until {@link #close()}
     * @throws IOException when it cannot be made, or a job of that name exists
     */
    public static NodeDirectory create(String jobId) throws IOException {
        if (!jobId.matches("[\\w-]+")) {
            throw new IllegalArgumentException("job id has characters that a file name may not have: jobId=" + jobId);
        }
        sweep();
        Path parent = NodeParent.path();
        Path path = parent.resolve(NodeParent.prefix() + jobId);
        Path unpublished = parent.resolve(path.getFileName() + Sweep.UNPUBLISHED);
        makePrivateDirectory(unpublished);
        LivenessLock lock = null;
        try {
            lock = LivenessLock.createIn(unpublished, path);
            Files.move(unpublished, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Sweep.removeTree(unpublished);
            if (lock != null) {
                lock.close();
            }
            throw e instanceof FileSystemException && Files.exists(path)
                ? new FileAlreadyExistsException(path.toString(), null, "a job of this name runs on this node")
                : e;
        }
        return new NodeDirectory(path, lock, true);
    }

    /**
     * Enters the directory of a running job.
     *
     * @param directory what the launcher said in the job description
     * @return the directory, held until {@link #close()}
     * @throws IOException when the job is gone
     */
    public static NodeDirectory join(Path directory) throws IOException {
        Path path = directory.toAbsolutePath().normalize();
        return new NodeDirectory(path, LivenessLock.join(path), false);
    }

    /**
     * Removes what dead jobs of this user left on this node. Directories that cannot be removed are left for the
     * next sweep.
     *
     * @return the number of directories removed
     */
    public static int sweep() {
        return Sweep.run(NodeParent.path(), NodeParent.prefix());
    }

    /**
     * Where the directory is.
     *
     * @return the absolute path
     */
    public Path path() {
        return path;
    }

    /**
     * Leaves the directory; its creator removes it with all that is in it. Mapped files stay usable until they are
     * unmapped, but nobody can join any more.
     *
     * @throws IOException when something in it cannot be removed
     */
    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (lock) {
            if (creator) {
                Sweep.removeTree(path);
            }
        }
    }

    private static void makePrivateDirectory(Path directory) throws IOException {
        if (!Files.isWritable(directory.getParent())) {
            throw new FileSystemException(directory.getParent().toString(), null,
                "no directory that can be written, for shared memory (HAWSER_SHM_DIR chooses it)");
        }
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createDirectory(directory,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectory(directory);
        }
    }
}
