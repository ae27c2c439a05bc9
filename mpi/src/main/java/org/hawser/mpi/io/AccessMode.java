package org.hawser.mpi.io;

import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

/**
 * How a file is opened: the bits of {@code mpi.MPI.MODE_…}.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param bits as the program gave them
 */
record AccessMode(int bits) {
    /** Makes the file when there is none. */
    static final int CREATE = 1;
    /** Reads only. */
    static final int RDONLY = 2;
    /** Writes only. */
    static final int WRONLY = 4;
    /** Reads and writes. */
    static final int RDWR = 8;
    /** The file goes when it is closed. */
    static final int DELETE_ON_CLOSE = 16;
    /** Nobody else has the file open. */
    static final int UNIQUE_OPEN = 32;
    /** The file must not be there yet. */
    static final int EXCL = 64;
    /** All pointers begin at the end. */
    static final int APPEND = 128;
    /** Only accessed by the shared pointer. */
    static final int SEQUENTIAL = 256;

    private static final int ALL = 511;

    /** Refuses bits that do not go together. */
    void check() {
        if ((bits & ~ALL) != 0 || Integer.bitCount(bits & (RDONLY | WRONLY | RDWR)) != 1) {
            throw refused("exactly one of MODE_RDONLY, MODE_WRONLY and MODE_RDWR is needed");
        }
        if (has(RDONLY) && (has(CREATE) || has(EXCL))) {
            throw refused("MODE_RDONLY goes neither with MODE_CREATE nor with MODE_EXCL");
        }
        if (has(RDWR) && has(SEQUENTIAL)) {
            throw refused("MODE_SEQUENTIAL does not go with MODE_RDWR");
        }
    }

    private MpiFailure refused(String why) {
        return new MpiFailure(ErrorClass.AMODE, why + ": amode=" + bits);
    }

    boolean has(int bit) {
        return (bits & bit) != 0;
    }

    boolean reads() {
        return !has(WRONLY);
    }

    boolean writes() {
        return !has(RDONLY);
    }

    /** What the rank that makes the file opens it with. */
    Set<OpenOption> firstOptions() {
        Set<OpenOption> options = otherOptions();
        if (has(CREATE)) {
            options.add(has(EXCL) ? StandardOpenOption.CREATE_NEW : StandardOpenOption.CREATE);
        }
        return options;
    }

    /** What all other ranks open it with, once it is there. */
    Set<OpenOption> otherOptions() {
        Set<OpenOption> options = new HashSet<>();
        if (reads()) {
            options.add(StandardOpenOption.READ);
        }
        if (writes()) {
            options.add(StandardOpenOption.WRITE);
        }
        return options;
    }
}
