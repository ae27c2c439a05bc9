package org.hawser.mpi.io;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

/**
 * Which error class an error of the operating system is. The JDK has types for the usual ones; the others are known by
 * the system's words.
 *
 * <p><b>Threads:</b> any.
 */
final class DiskErrors {
    private static final Map<String, Integer> BY_WORDS = Map.of(
        "No space left on device", ErrorClass.NO_SPACE,
        "File too large", ErrorClass.NO_SPACE,
        "Disk quota exceeded", ErrorClass.QUOTA,
        "Read-only file system", ErrorClass.READ_ONLY,
        "Text file busy", ErrorClass.FILE_IN_USE,
        "Device or resource busy", ErrorClass.FILE_IN_USE,
        "File name too long", ErrorClass.BAD_FILE,
        "Is a directory", ErrorClass.BAD_FILE,
        "Not a directory", ErrorClass.BAD_FILE,
        "Operation not permitted", ErrorClass.ACCESS);

    private DiskErrors() {
    }

    /** The failure of a call that the system refused. */
    static MpiFailure failure(String what, Path path, IOException cause) {
        return new MpiFailure(errorClass(path, cause), what + ": file=" + path + " reason=" + reason(cause), cause);
    }

    /** True when the system refused a lock because it sees processes wait for each other in a circle. */
    static boolean isDeadlock(IOException cause) {
        return reason(cause).contains("deadlock");
    }

    /** The failure of a call with a directory in place of a file. */
    static MpiFailure directory(Path path) {
        return new MpiFailure(ErrorClass.BAD_FILE, "a directory cannot be opened as a file, nor deleted: file=" + path);
    }

    /** The path that a program named; the kind of file system in front of it ("ufs:") is the system's business. */
    static Path path(String name) {
        if (name == null || name.isEmpty()) {
            throw new MpiFailure(ErrorClass.BAD_FILE, "the file has no name: filename=" + name);
        }
        String plain = name.startsWith("ufs:") || name.startsWith("nfs:") ? name.substring(4) : name;
        try {
            return Path.of(plain).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw new MpiFailure(ErrorClass.BAD_FILE, "not a file's name: filename=" + name, e);
        }
    }

    private static int errorClass(Path path, IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return ErrorClass.NO_SUCH_FILE;
        }
        if (cause instanceof FileAlreadyExistsException) {
            return ErrorClass.FILE_EXISTS;
        }
        if (cause instanceof AccessDeniedException) {
            return ErrorClass.ACCESS;
        }
        String reason = reason(cause);
        for (Map.Entry<String, Integer> each : BY_WORDS.entrySet()) {
            if (reason.contains(each.getKey())) {
                return each.getValue();
            }
        }
        return liesUnderAFile(path) ? ErrorClass.BAD_FILE : ErrorClass.IO;
    }

    private static boolean liesUnderAFile(Path path) {
        for (Path parent = path.getParent(); parent != null; parent = parent.getParent()) {
            if (Files.isRegularFile(parent)) {
                return true;
            }
        }
        return false;
    }

    private static String reason(IOException cause) {
        if (cause instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        return cause instanceof FileSystemException || cause.getMessage() == null ? cause.getClass().getSimpleName()
            : cause.getMessage();
    }
}
