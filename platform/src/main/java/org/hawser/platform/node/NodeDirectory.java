package org.hawser.platform.node;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.hawser.platform.secret.Secrets;

/**
 * The directory in node-shared memory where the ranks of one job on this node meet:
 * {@code /dev/shm/hawser-<user>-<job>}, mode 0700.
 *
 * <p>Whoever lives in it, its creator and every rank that joined, holds the {@link LivenessLock} in it. A directory
 * whose lock nobody holds belongs to a job that died, and {@link #sweep()} removes it. A job that is just being
 * created is never swept: the directory is made and locked under a name that ends in {@code .new} and then renamed,
 * so under its final name it is locked from the first moment on. Of several that make the same one each makes its own,
 * and the first to rename wins: none waits for another that has begun and got no further.
 *
 * <p><b>Threads:</b> any; one instance is closed once.
 */
public final class NodeDirectory implements AutoCloseable {

    /** How often to try to enter a directory that others make and remove: each try in vain is one of theirs. */
    private static final int ENTRIES = 256;

    /** What becomes of the directory. */
    private enum Leaving { REMOVE, REMOVE_IF_LAST, KEEP }

    private final Path path;
    private final LivenessLock lock;
    private final Leaving leaving;
    private boolean closed;

    private NodeDirectory(Path path, LivenessLock lock, Leaving leaving) {
        this.path = path;
        this.lock = lock;
        this.leaving = leaving;
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
        Path unpublished = parent.resolve(path.getFileName() + "-" + Long.toHexString(Secrets.next())
            + Sweep.UNPUBLISHED);
        makePrivateDirectory(unpublished);
        LivenessLock lock;
        try {
            lock = LivenessLock.publish(unpublished, path);
        } catch (IOException e) {
            Sweep.removeTree(unpublished);
            throw e;
        }
        return new NodeDirectory(path, lock, Leaving.REMOVE);
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
        return new NodeDirectory(path, LivenessLock.join(path), Leaving.KEEP);
    }

    /**
     * Enters a directory that belongs to no job but to all of this user's processes that want it, and makes it when
     * nobody is there. It goes when the last of them leaves.
     *
     * @param name as for {@link #create}
     * @return the directory, held until {@link #close()}
     * @throws IOException when it can neither be entered nor made
     */
    public static NodeDirectory enter(String name) throws IOException {
        Path path = NodeParent.path().resolve(NodeParent.prefix() + name);
        IOException last = null;
        for (int tries = 0; tries < ENTRIES; tries++) {
            try {
                return new NodeDirectory(path, LivenessLock.join(path), Leaving.REMOVE_IF_LAST);
            } catch (NoSuchFileException e) {
                last = e;
            }
            try {
                NodeDirectory made = create(name);
                return new NodeDirectory(made.path, made.lock, Leaving.REMOVE_IF_LAST);
            } catch (FileAlreadyExistsException e) {
                // Another process was quicker, and may be gone again.
                last = e;
            }
        }
        throw last;
    }

    /** Where node directories are made: in a memory file system, as a rule. */
    public static Path parent() {
        return NodeParent.path();
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
     * Gives up all directories for a process that is about to end because its job's launcher is gone: lets go of what
     * this process holds, and removes each in which nobody else lives. What the process has mapped stays usable.
     *
     * @param own the job's directory, which this process may not have entered so far
     */
    public static void forsake(Path own) {
        Set<Path> all = LivenessLock.letGo();
        all.add(own.toAbsolutePath().normalize());
        for (Path path : all) {
            try {
                LivenessLock.ifDeserted(path, () -> Sweep.removeTree(path));
            } catch (IOException e) {
                // Somebody else removed it, or the next sweep does.
                continue;
            }
        }
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
     * Leaves the directory; its creator, or the last one in it, removes it with all that is in it. Mapped files stay
     * usable until they are unmapped, but nobody can join any more.
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
            if (leaving == Leaving.REMOVE) {
                Sweep.removeTree(path);
            }
        }
        if (leaving == Leaving.REMOVE_IF_LAST) {
            removeIfDeserted();
        }
    }

    private void removeIfDeserted() throws IOException {
        try {
            LivenessLock.ifDeserted(path, () -> Sweep.removeTree(path));
        } catch (NoSuchFileException e) {
            // Another process that left at the same time removed it.
            return;
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
