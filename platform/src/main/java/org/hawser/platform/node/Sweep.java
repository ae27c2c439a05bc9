package org.hawser.platform.node;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Removes node directories in which nobody lives.
 *
 * <p>Why it removes no living job. A published directory is locked by its creator from before it got its name until
 * after it is removed, or until the creator dies; then by each rank that joined. The sweep removes only while it
 * holds the lock exclusively, and removes the lock file last, so a rank that comes to join meanwhile finds the lock
 * taken, waits, and then sees that the file is gone. A directory without a lock file is either one whose creation
 * is between two system calls or the rest of a removal that was killed: it goes when it is older than
 * {@link #GRACE_MILLIS}. The same holds for a name that ends in {@link #UNPUBLISHED}.
 *
 * <p>Two sweeps at once: one gets the exclusive lock, the other passes over the directory or finds it gone.
 *
 * <p><b>Threads:</b> any.
 */
final class Sweep {

    /** Ends the name of a directory that its creator has not locked and renamed yet. */
    static final String UNPUBLISHED = ".new";

    /** Longer than a creation takes between two system calls on a loaded machine. */
    static final long GRACE_MILLIS = 10_000;

    private Sweep() {
    }

    static int run(Path parent, String prefix) {
        int removed = 0;
        try (DirectoryStream<Path> candidates = Files.newDirectoryStream(parent, prefix + "*")) {
            for (Path candidate : candidates) {
                if (Files.isDirectory(candidate, LinkOption.NOFOLLOW_LINKS) && removeIfDeserted(candidate)) {
                    removed++;
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Nothing can be listed: nothing can be removed, and the creation that follows says what is wrong.
            return removed;
        }
        return removed;
    }

    private static boolean removeIfDeserted(Path directory) {
        try {
            boolean published = !directory.toString().endsWith(UNPUBLISHED);
            if (published && Files.exists(directory.resolve(LivenessLock.FILE_NAME), LinkOption.NOFOLLOW_LINKS)) {
                return LivenessLock.ifDeserted(directory, () -> removeTree(directory));
            }
            if (isOld(directory)) {
                removeTree(directory);
                return true;
            }
            return false;
        } catch (IOException e) {
            // Somebody else removed it, or may: the next sweep looks again.
            return false;
        }
    }

    private static boolean isOld(Path directory) throws IOException {
        long modified = Files.getLastModifiedTime(directory, LinkOption.NOFOLLOW_LINKS).toMillis();
        return System.currentTimeMillis() - modified > GRACE_MILLIS;
    }

    /** Removes a directory with all that is in it, the lock file last. Links are removed, not followed. */
    static void removeTree(Path directory) throws IOException {
        Path lock = directory.resolve(LivenessLock.FILE_NAME);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                if (entry.equals(lock)) {
                    continue;
                }
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    removeTree(entry);
                } else {
                    Files.deleteIfExists(entry);
                }
            }
        } catch (NoSuchFileException e) {
            return;
        }
        Files.deleteIfExists(lock);
        try {
            Files.deleteIfExists(directory);
        } catch (DirectoryNotEmptyException e) {
            // One that makes the directory anew may have renamed its own over the empty one: that stays.
            if (!Files.exists(lock, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
        }
    }
}
