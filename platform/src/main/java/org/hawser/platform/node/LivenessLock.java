package org.hawser.platform.node;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The lock file that shows whether anybody lives in a node directory: who lives there holds it shared, who wants to
 * remove the directory must get it exclusively. The kernel drops the lock of a process however that process ends.
 *
 * <p>The kernel counts these locks per process and drops all of them when the process closes <em>any</em> descriptor
 * of the file. So one process opens a lock file once: the table below counts its holders, and a sweep never opens a
 * file that its own process holds.
 *
 * <p><b>Threads:</b> any; every method runs under the table's lock.
 */
final class LivenessLock implements AutoCloseable {

    static final String FILE_NAME = "lock";

    private static final Map<Path, LivenessLock> HELD = new HashMap<>();

    private final Path directory;
    private final FileChannel channel;
    private int holders = 1;

    private LivenessLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /**
     * Holds the lock of a directory that no one else knows yet, and gives the directory its name. All of it under the
     * table's lock: no thread finds the name without its entry, or an entry whose name belongs to another process.
     *
     * @throws FileAlreadyExistsException when there is a directory of that name, with somebody in it
     */
    static LivenessLock publish(Path unpublished, Path published) throws IOException {
        synchronized (HELD) {
            if (HELD.containsKey(published)) {
                throw taken(published);
            }
            FileChannel channel = FileChannel.open(unpublished.resolve(FILE_NAME),
                StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
            LivenessLock lock = enter(published, channel);
            try {
                Files.move(unpublished, published, StandardCopyOption.ATOMIC_MOVE);
                return lock;
            } catch (IOException e) {
                lock.close();
                // "Directory not empty" has no class of its own here.
                throw e.getClass() == FileSystemException.class ? taken(published) : e;
            }
        }
    }

    private static FileAlreadyExistsException taken(Path published) {
        return new FileAlreadyExistsException(published.toString(), null, "a job of this name runs on this node");
    }

    /**
     * Holds the lock of an existing directory.
     *
     * <p>A sweep may be removing the directory at this moment. It holds the lock exclusively until the lock file is
     * gone, so after our lock is granted either the name still leads to the file we locked, and no sweep can get
     * in any more, or it does not, and the directory is lost.
     */
    static LivenessLock join(Path directory) throws IOException {
        synchronized (HELD) {
            LivenessLock held = HELD.get(directory);
            if (held != null) {
                held.holders++;
                return held;
            }
            Path file = directory.resolve(FILE_NAME);
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
            Object opened = fileKey(file);
            LivenessLock lock = enter(directory, channel);
            if (!isFile(file, opened)) {
                lock.close();
                throw new NoSuchFileException(file.toString());
            }
            return lock;
        }
    }

    /**
     * Runs {@code removal} when nobody lives in the directory, with the lock held exclusively meanwhile.
     *
     * @return whether the removal ran
     */
    static boolean ifDeserted(Path directory, Removal removal) throws IOException {
        synchronized (HELD) {
            if (HELD.containsKey(directory)) {
                return false;
            }
            try (FileChannel channel = FileChannel.open(directory.resolve(FILE_NAME),
                    StandardOpenOption.READ, StandardOpenOption.WRITE);
                    FileLock exclusive = channel.tryLock()) {
                if (exclusive == null) {
                    return false;
                }
                removal.run();
                return true;
            }
        }
    }

    /**
     * Drops all locks of this process, however many holders they have.
     *
     * @return the directories
     */
    static Set<Path> letGo() {
        synchronized (HELD) {
            Set<Path> directories = new HashSet<>(HELD.keySet());
            for (LivenessLock held : HELD.values()) {
                try {
                    held.channel.close();
                } catch (IOException e) {
                    // The kernel drops it with the process.
                    continue;
                }
            }
            HELD.clear();
            return directories;
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (HELD) {
            if (--holders == 0) {
                HELD.remove(directory, this);
                channel.close();
            }
        }
    }

    private static LivenessLock enter(Path directory, FileChannel channel) throws IOException {
        try {
            channel.lock(0, Long.MAX_VALUE, true);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
        LivenessLock lock = new LivenessLock(directory, channel);
        HELD.put(directory, lock);
        return lock;
    }

    /** What tells a file from a later one of the same name, or null when it is gone. */
    private static Object fileKey(Path file) {
        try {
            Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            return key == null ? file : key;
        } catch (IOException e) {
            return null;
        }
    }

    private static boolean isFile(Path file, Object key) {
        return key != null && key.equals(fileKey(file));
    }

    /** What a sweep does to a deserted directory. */
    interface Removal {
        void run() throws IOException;
    }
}
