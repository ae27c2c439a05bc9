package org.hawser.launcher.job;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.hawser.runtime.launch.OutputTag;
import org.hawser.runtime.launch.RankMain;
import org.hawser.runtime.launch.ThreadMain;
import org.hawser.runtime.launch.TrainingMain;

/**
 * The command line of a rank's JVM: Hawser's defaults, then the user's arguments, which win.
 *
 * <p><b>Threads:</b> stateless.
 */
final class JavaCommand {

    /** From here on many stacks are made, and each is made small. */
    private static final int MANY_RANKS = 256;

    /** Arguments with which the class-data cache still fits: they change neither classes nor object layout. */
    private static final List<String> CACHE_NEUTRAL = List.of("-D", "-ea", "-enableassertions", "-da", "-esa",
        "-Xss", "-Xms", "-Xmn", "-Xint", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=",
        "-XX:ActiveProcessorCount=", "-XX:ErrorFile=", "-XX:-CreateCoredumpOnCrash", "-XX:+HeapDumpOnOutOfMemoryError",
        "-XX:HeapDumpPath=");

    private JavaCommand() {
    }

    /** The whole command of a rank, or of the one JVM of a threads job, when all ranks are on this host. */
    static List<String> of(JobSpec spec, String tagStyle) {
        return of(spec, spec.ranks(), tagStyle);
    }

    /** The same for a host with some of the ranks. */
    static List<String> of(JobSpec spec, int ranksHere, String tagStyle) {
        List<String> command = java();
        addDefaults(command, spec, ranksHere);
        addCache(command, spec);
        command.addAll(spec.jvmArgs());
        String userPath = userPath(spec);
        String library = Installation.library().toString();
        command.add("-cp");
        if (spec.threads()) {
            command.add(library);
            command.add("-D" + ThreadMain.CLASS_PATH + "=" + userPath);
            if (!tagStyle.equals(OutputTag.NONE)) {
                command.add("-D" + ThreadMain.TAG_OUTPUT + "=" + tagStyle);
            }
            command.add(ThreadMain.class.getName());
        } else {
            command.add(userPath.isEmpty() ? library : library + File.pathSeparator + userPath);
            command.add(RankMain.class.getName());
        }
        command.add(spec.main());
        command.addAll(spec.args());
        return command;
    }

    /**
     * The command of a rank whose JVM records the cache that others start from. It says of the class path, the
     * collector and the rest what those say: a cache fits no other JVM. The cache has classes only, and not also how
     * often each method was called and with what. A JVM that finds that compiles sooner, but for the recorded program;
     * in another one short messages then take a fifth longer for good.
     *
     * @param cache the file to make
     */
    static List<String> recording(JobSpec spec, int ranksHere, Path cache) {
        List<String> command = java();
        addDefaults(command, spec, ranksHere);
        command.add("-XX:AOTCacheOutput=" + cache);
        // A JDK that knows no such option is to record what it does record.
        command.addAll(List.of("-XX:+IgnoreUnrecognizedVMOptions", "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-AOTRecordTraining"));
        command.addAll(spec.jvmArgs());
        command.addAll(List.of("-cp", Installation.library().toString(), TrainingMain.class.getName(), userPath(spec),
            spec.main()));
        command.addAll(spec.args());
        return command;
    }

    private static List<String> java() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        return command;
    }

    private static String userPath(JobSpec spec) {
        return spec.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static void addDefaults(List<String> command, JobSpec spec, int ranksHere) {
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-XX:-UsePerfData");
        addInlining(command);
        if (spec.jvmArgs().stream().noneMatch(JavaCommand::choosesCollector)) {
            command.add("-XX:+UseSerialGC");
        }
        if (!spec.threads() && ranksHere > 2) {
            // All heaps together may not promise more than the machine has.
            command.add("-XX:MaxRAMPercentage=" + Math.max(1.0, 75.0 / ranksHere));
        }
        if (spec.threads() && spec.ranks() >= MANY_RANKS) {
            command.add("-Xss512k");
        }
    }

    /**
     * Keeps the calls that give a status small, so that programs have them inlined and make no status that they do not
     * look at. A compiler that meets such a call before the program's own loop puts all that is below into it, finds it
     * too large for that loop, and 40 bytes of fresh memory for each message then cost a fifth of a short one's time.
     */
    private static void addInlining(List<String> command) {
        command.add("-XX:CompileCommand=quiet");
        command.add("-XX:CompileCommand=dontinline,mpi.Transfers::receive");
        command.add("-XX:CompileCommand=dontinline,mpi.Transfers::sendReceive*");
    }

    private static void addCache(List<String> command, JobSpec spec) {
        Path cache = Installation.rankCache();
        if (cache != null && spec.jvmArgs().stream().allMatch(JavaCommand::leavesCacheValid)) {
            command.add("-XX:AOTCache=" + cache);
            // A cache that does not fit after all (another heap size, a file cut short) is passed over in silence.
            command.add("-Xlog:aot*=off");
        }
    }

    private static boolean choosesCollector(String argument) {
        return argument.startsWith("-XX:+Use") && argument.endsWith("GC");
    }

    private static boolean leavesCacheValid(String argument) {
        return CACHE_NEUTRAL.stream().anyMatch(argument::startsWith) || isModestHeap(argument);
    }

    /** Above about 32 GB references grow, and the cache was made with small ones. */
    private static boolean isModestHeap(String argument) {
        return argument.matches("-Xmx(\\d{1,7}[kK]|\\d{1,4}[mM]|[12]?\\d[gG])");
    }
}
