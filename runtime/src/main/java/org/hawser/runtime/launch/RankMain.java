package org.hawser.runtime.launch;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import org.hawser.fabric.FabricException;
import org.hawser.platform.libc.Libc;
import org.hawser.platform.libc.Notices;
import org.hawser.platform.settings.SettingMistake;

/**
 * The main class of a rank process: {@code RankMain program arguments…}. Runs the program's main method and says
 * which rank failed when it throws. Its own work is kept small: it is on the way of every start.
 *
 * <p><b>Threads:</b> the program runs on the main thread; one daemon thread watches the launcher.
 */
public final class RankMain {

    /** Exit code: the rank failed because another one has ended. */
    public static final int PEER_LOST = 75;

    /**
     * Exit code: the program has asked for the end of the whole job, with the code 0. It counts as that only beside a
     * line that begins with {@link #ABORT}: a program may end with any code.
     */
    public static final int ENDED_WELL = 76;

    /** How the line begins that tells who has ended the job, on standard error. */
    public static final String ABORT = "abort called";

    /** How the line begins that tells of an error nobody handles, which ends the job. */
    public static final String ERROR = "MPI error";

    /** Exit code: the program cannot be started as it was asked for. */
    static final int BAD_PROGRAM = 2;

    private RankMain() {
    }

    /**
     * Runs the program.
     *
     * @param arguments the program's main class and its arguments
     */
    public static void main(String[] arguments) {
        JobDescription job = JobDescription.current();
        if (job.launcherPid() > 0) {
            LauncherWatch.start(job);
        }
        bindToCore(job);
        try {
            MainMethod main = load(arguments[0], Thread.currentThread().getContextClassLoader());
            main.call(Arrays.copyOfRange(arguments, 1, arguments.length));
        } catch (BadProgramException e) {
            System.err.println("hawser: " + e.getMessage());
            ExitDeadline.exit(BAD_PROGRAM);
        } catch (Throwable failure) {
            report(job, failure);
            ExitDeadline.exit(exitCodeOf(failure));
        }
    }

    /** Binds the calling thread, which is a rank's main thread, if the launcher asked for it. */
    static void bindToCore(JobDescription job) {
        String cores = System.getenv(JobDescription.CORES);
        if (cores == null) {
            return;
        }
        String[] inTurn = cores.split(",");
        String core = inTurn[job.nodes().localIndex(job.rank()) % inTurn.length];
        if (!(Libc.available() && Libc.bindToCore(Integer.parseInt(core)))) {
            Notices.once("cannot bind the rank to core " + core + ": "
                + (Libc.available() ? "the kernel refuses" : Libc.unavailableReason()));
        }
    }

    /** A rank that fails because another one has gone is a victim, and its launcher looks for the cause elsewhere. */
    static int exitCodeOf(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FabricException fabric && fabric.severity() == FabricException.Severity.PEER_LOST) {
                return PEER_LOST;
            }
        }
        return 1;
    }

    /** Loads and initialises the program's class. */
    static MainMethod load(String name, ClassLoader loader) throws BadProgramException {
        Class<?> type;
        try {
            type = Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            throw new BadProgramException("class not found: " + name, e);
        }
        MainMethod main = MainMethod.find(type);
        if (main == null) {
            throw new BadProgramException("class has no main method: " + name, null);
        }
        return main;
    }

    /** The line that the launcher looks for, then the stack without our own frames. */
    static void report(JobDescription job, Throwable failure) {
        if (failure instanceof SettingMistake) {
            System.out.flush();
            System.err.println("rank " + job.rank() + " of " + job.size() + " failed: " + failure.getMessage());
            return;
        }
        StackTraceElement[] frames = failure.getStackTrace();
        int end = frames.length;
        for (int i = 0; i < frames.length; i++) {
            if (frames[i].getClassName().equals(MainMethod.class.getName())) {
                end = i;
                while (end > 0 && isReflection(frames[end - 1].getClassName())) {
                    end--;
                }
                break;
            }
        }
        failure.setStackTrace(Arrays.copyOf(frames, end));
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        System.out.flush();
        // At once: launchers that are not ours mix what ranks write in pieces.
        System.err.print("rank " + job.rank() + " of " + job.size() + " failed: " + text);
    }

    private static boolean isReflection(String className) {
        return className.startsWith("java.lang.invoke.") || className.startsWith("java.lang.reflect.")
            || className.startsWith("jdk.internal.reflect.");
    }
}
