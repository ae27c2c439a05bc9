package org.hawser.runtime.launch;

import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.fabric.NodeMap;

/**
 * What a rank knows about its job when it starts.
 *
 * <p><b>Threads:</b> immutable; the map that {@link #shared()} returns is concurrent.
 *
 * @param jobId letters and digits, unique to this run
 * @param rank this rank, from 0
 * @param nodes the ranks of the job and the nodes they are on
 * @param directory the node directory, or null: ranks are threads of one JVM, or there is no launcher
 * @param threads whether the ranks are threads of this JVM
 * @param progressThread whether the runtime shall run a progress thread
 * @param launcherPid the process that started this rank, or 0
 */
public record JobDescription(String jobId, int rank, NodeMap nodes, Path directory, boolean threads,
                             boolean progressThread, long launcherPid) {

    /** Environment: this rank. */
    public static final String RANK = "HAWSER_RANK";
    /** Environment: the ranks of the job. */
    public static final String SIZE = "HAWSER_SIZE";
    /** Environment: which ranks are on which node, as {@link NodeMap#parse} reads it; absent when all are on one. */
    public static final String NODES = "HAWSER_NODES";
    /** Environment: the name of this run. */
    public static final String JOB_ID = "HAWSER_JOB_ID";
    /** Environment: the node directory, absolute. */
    public static final String JOB_DIR = "HAWSER_JOB_DIR";
    /** Environment: {@code launcher} when ranks find each other through whoever started them; else absent. */
    public static final String WIREUP = "HAWSER_WIREUP";
    /** Environment: {@code poll} or {@code thread}. */
    public static final String PROGRESS = "HAWSER_PROGRESS";
    /** Environment: the process whose end is the end of the job. */
    public static final String LAUNCHER_PID = "HAWSER_LAUNCHER_PID";

    /** Environment: the cores that the main threads of this node's ranks take in turn; absent when they do not. */
    public static final String CORES = "HAWSER_CORES";

    /** In the node directory, with a rank's number behind it: that rank goes on when another one is killed. */
    public static final String OUTLIVES = "outlives-";

    /** The value of {@link #PROGRESS} that asks for a progress thread. */
    public static final String PROGRESS_THREAD = "thread";

    /** Of the one job that this JVM runs with no launcher. */
    private static final class Alone {
        static final JobDescription JOB = new JobDescription(
            UUID.randomUUID().toString().replace("-", "").substring(0, 16), 0, NodeMap.single(1), null,
            false, false, 0);
    }

    /** Checks what came from outside the process. */
    public JobDescription {
        if (rank < 0 || rank >= nodes.size()) {
            throw new IllegalArgumentException("no such rank: rank=" + rank + " size=" + nodes.size());
        }
    }

    /** The ranks of the job. */
    public int size() {
        return nodes.size();
    }

    /** The ranks on this node. */
    public int localSize() {
        return nodes.localSize(rank);
    }

    /**
     * The description of the rank that calls: that of the {@link RankLoader} among its context class loaders, else
     * what the environment says, else what the launcher that started this process knows (which takes all ranks of its
     * job to come here), else a job of one rank.
     *
     * @return never null
     */
    public static JobDescription current() {
        RankLoader loader = RankLoader.current();
        if (loader != null) {
            return loader.description();
        }
        JobDescription plain = PlainRank.current();
        return plain != null ? plain : ofProcess(System.getenv());
    }

    /**
     * Reads the description that the launcher put into a process's environment.
     *
     * @param environment the variables
     * @return a job of one rank where there is no {@link #RANK}
     */
    static JobDescription ofProcess(Map<String, String> environment) {
        if (environment.get(RANK) == null) {
            return Alone.JOB;
        }
        String directory = environment.get(JOB_DIR);
        return new JobDescription(required(environment, JOB_ID), number(environment, RANK, null),
            nodes(environment), directory == null ? null : Path.of(directory), false,
            PROGRESS_THREAD.equals(environment.get(PROGRESS)), number(environment, LAUNCHER_PID, "0"));
    }

    /**
     * The cores that the ranks of this node share. A rank that is bound to one of them sees only that one itself.
     *
     * @return at least 1
     */
    public static int cores() {
        int plain = PlainRank.cores();
        return plain > 0 ? plain : Cores.COUNT;
    }

    /** Asked once: the environment does not change. */
    private static final class Cores {
        static final int COUNT = count(System.getenv(CORES));

        private static int count(String bound) {
            return bound == null ? Runtime.getRuntime().availableProcessors() : bound.split(",").length;
        }
    }

    /**
     * Where ranks that are threads of one JVM meet.
     *
     * @return one map for all ranks of the job; null when ranks are processes
     */
    public static ConcurrentHashMap<Object, Object> shared() {
        RankLoader loader = RankLoader.current();
        return loader == null ? null : loader.shared();
    }

    private static NodeMap nodes(Map<String, String> environment) {
        int size = number(environment, SIZE, null);
        String text = environment.get(NODES);
        if (text == null) {
            return NodeMap.single(size);
        }
        NodeMap nodes = NodeMap.parse(text);
        if (nodes.size() != size) {
            throw new IllegalStateException("the nodes do not have the job's ranks: " + NODES + "=" + text + " " + SIZE
                + "=" + size);
        }
        return nodes;
    }

    private static int number(Map<String, String> environment, String name, String otherwise) {
        String text = otherwise == null ? required(environment, name) : environment.getOrDefault(name, otherwise);
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalStateException("not a number in the job description: " + name + "=" + text, e);
        }
    }

    private static String required(Map<String, String> environment, String name) {
        String text = environment.get(name);
        if (text == null) {
            throw new IllegalStateException("the job description lacks a variable: name=" + name);
        }
        return text;
    }
}
