package org.hawser.runtime.launch;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import org.hawser.fabric.NodeMap;
import org.hawser.runtime.spawn.Executable;
import org.hawser.runtime.spawn.SpawnException;
import org.hawser.runtime.spawn.SpawnOrigin;
import org.hawser.runtime.spawn.SpawnRequest;
import org.hawser.runtime.spawn.Spawner;

/**
 * The threads that are the ranks of a JVM: those of the job, and those that ranks ask for, which are threads, too. Each
 * job has its own map in which its ranks meet.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> a thread and a class loader per rank.
 */
final class ThreadRanks implements Spawner {
    private final JobDescription first;
    private final SharedClassPath classPath;
    private final BiConsumer<RankLoader, String[]> body;
    private final BiConsumer<JobDescription, OutOfMemoryError> cannotStart;
    /** One party per rank that runs, and one for whoever waits for them. */
    private final Phaser running = new Phaser(1);
    private int jobs;

    /**
     * For a JVM of ranks.
     *
     * @param first of the job that the launcher was asked for; which rank does not matter
     * @param classPath where programs are
     * @param body runs a program, which the words behind its name are given to, as a rank
     * @param cannotStart hears of a rank for which there is no thread
     */
    ThreadRanks(JobDescription first, SharedClassPath classPath, BiConsumer<RankLoader, String[]> body,
                BiConsumer<JobDescription, OutOfMemoryError> cannotStart) {
        this.first = first;
        this.classPath = classPath;
        this.body = body;
        this.cannotStart = cannotStart;
    }

    /** Starts the ranks of the job that the launcher was asked for. */
    void start(String[] program) {
        ConcurrentHashMap<Object, Object> shared = newMap();
        for (int rank = 0; rank < first.size(); rank++) {
            startRank(0, describe(first.jobId(), rank, first.size()), shared, program);
        }
    }

    /** Waits for the end of all. */
    void await() {
        running.arriveAndAwaitAdvance();
    }

    @Override
    public Children start(SpawnRequest asked) throws SpawnException {
        SpawnRequest request = new SpawnRequest(asked.parent(),
            asked.programs().stream().map(Executable::mainClassOf).toList());
        for (int i = 0; i < request.programs().size(); i++) {
            String command = request.programs().get(i).command();
            if (classPath.read(command.replace('.', '/') + ".class") == null) {
                throw new SpawnException(i, "no such class on the class path, and ranks that are threads spawn classes "
                    + "only: " + command);
            }
        }
        int number;
        synchronized (this) {
            number = ++jobs;
        }
        String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        ConcurrentHashMap<Object, Object> shared = newMap();
        for (int rank = 0; rank < request.ranks(); rank++) {
            new SpawnOrigin(request.parent(), request.programOf(rank)).write(shared, rank);
        }
        List<Thread> threads = new ArrayList<>();
        for (int rank = 0; rank < request.ranks(); rank++) {
            SpawnRequest.Program program = request.programs().get(request.programOf(rank));
            List<String> words = new ArrayList<>(List.of(program.command()));
            words.addAll(program.arguments());
            threads.add(startRank(number, describe(id, rank, request.ranks()), shared, words.toArray(new String[0])));
        }
        return new ChildThreads(threads);
    }

    private ConcurrentHashMap<Object, Object> newMap() {
        ConcurrentHashMap<Object, Object> shared = new ConcurrentHashMap<>();
        shared.put(Spawner.class, this);
        return shared;
    }

    private JobDescription describe(String id, int rank, int size) {
        return new JobDescription(id, rank, NodeMap.single(size), null, true, first.progressThread(),
            first.launcherPid());
    }

    private Thread startRank(int job, JobDescription description, ConcurrentHashMap<Object, Object> shared,
                             String[] program) {
        RankLoader loader = new RankLoader(job, description, shared, classPath, ThreadRanks.class.getClassLoader());
        running.register();
        // Stack size 0: what -Xss says; the launcher makes it small when there are many ranks.
        Thread thread = new Thread(null, () -> {
            body.accept(loader, program);
            running.arriveAndDeregister();
        }, "rank-" + description.rank(), 0, false);
        thread.setContextClassLoader(loader);
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            cannotStart.accept(description, e);
        }
        return thread;
    }

    /** Ranks that are threads: they end with the JVM, as all do when one fails. */
    private record ChildThreads(List<Thread> threads) implements Children {
        @Override
        public boolean run() {
            return threads.stream().allMatch(Thread::isAlive);
        }

        @Override
        public void joined() {
            // They belong to the JVM from the start.
        }

        @Override
        public void abandon() {
            // A thread cannot be ended from outside: those that still run find that nobody accepts them, and fail.
        }
    }
}
