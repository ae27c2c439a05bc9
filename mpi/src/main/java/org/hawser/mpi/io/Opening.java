package org.hawser.mpi.io;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.env.Environment;
import org.hawser.runtime.Rank;

/**
 * How ranks open a file together. First they tell each other what they want to open; then rank 0 opens the file, and
 * makes it if it is to be made; then the others do. After each step all know whether it went well everywhere, so that
 * the call succeeds for all or fails for all.
 *
 * <p><b>Threads:</b> one.
 */
final class Opening {
    private static final int ERROR = 0;
    private static final int MODE = 1;
    private static final int NAME = 2;
    private static final int WANTED = 3;

    private static final int HINTS = 1;
    private static final int POINTER = HINTS + Hints.LONGS;
    private static final int START = POINTER + SharedPointer.LONGS;
    private static final int MADE = START + 1;

    private final Rank rank;
    private final Conversation conversation;
    private final AccessMode mode;
    /** Who keeps the shared pointer. */
    private final int keeper;
    private Path path;
    private DiskFile disk;
    private SharedPointer shared;
    private Hints hints;
    private long start;

    Opening(Communicator comm, AccessMode mode) {
        rank = comm.point().rank();
        this.mode = mode;
        keeper = comm.local().get(0);
        conversation = new Conversation(comm, 0);
    }

    /** Opens the file; then the parts are there. */
    void run(String name, Map<String, String> said) {
        agree(name);
        boolean opened = false;
        try {
            open(said);
            opened = true;
        } finally {
            if (!opened) {
                undo();
            }
        }
    }

    private void agree(String name) {
        long[] wanted = {ErrorClass.SUCCESS, mode.bits(), 0};
        MpiFailure failure = null;
        try {
            mode.check();
            path = DiskErrors.path(name);
            wanted[NAME] = hash(path.toString());
        } catch (MpiFailure e) {
            failure = e;
            wanted[ERROR] = e.errorClass();
        }
        long[] all = conversation.gather(wanted);
        Conversation.judge(failure, all, ERROR, WANTED);
        Conversation.same("amode", all, MODE, WANTED);
        Conversation.same("filename", all, NAME, WANTED);
    }

    private void open(Map<String, String> said) {
        boolean first = conversation.rank() == 0;
        hints = Hints.usual(conversation.size()).with(said, conversation.size());
        long[] made = new long[MADE];
        hints.describe(made, HINTS);
        MpiFailure failure = first ? attempt(() -> {
            disk = DiskFile.open(path, mode.firstOptions());
            shared = SharedPointer.create(rank);
            made[START] = mode.has(AccessMode.APPEND) ? disk.size() : 0;
            shared.set(made[START]);
            shared.describe(made, POINTER);
        }) : null;
        made[ERROR] = failure == null ? ErrorClass.SUCCESS : failure.errorClass();
        long[] all = conversation.gather(made);
        Conversation.judge(failure, all, ERROR, MADE);
        hints = hints.agreed(all, HINTS);
        start = all[START];
        if (!first) {
            shared = SharedPointer.of(rank, keeper, all, POINTER);
        }
        conversation.settle(first ? null : attempt(() -> disk = DiskFile.open(path, mode.otherOptions())));
    }

    private static MpiFailure attempt(Runnable step) {
        try {
            step.run();
            return null;
        } catch (RuntimeException e) {
            // Whatever it is: the others wait to hear of it.
            return Environment.failureOf(e);
        }
    }

    private void undo() {
        if (disk != null) {
            disk.close();
        }
        if (shared != null) {
            shared.close();
        }
    }

    /** Where pointers begin: at all ranks where rank 0 found the end, for a rank that is through may write already. */
    long start() {
        return start;
    }

    /** 64 bits of a name, to see whether all ranks gave the same. */
    static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ each & 0xff) * 0x100000001b3L;
        }
        return hash;
    }

    DiskFile disk() {
        return disk;
    }

    SharedPointer shared() {
        return shared;
    }

    Hints hints() {
        return hints;
    }
}
