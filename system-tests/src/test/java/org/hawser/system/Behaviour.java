package org.hawser.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hawser.fabric.WireUp;
import org.hawser.runtime.Rank;
import org.hawser.runtime.launch.JobDescription;
import org.hawser.runtime.spawn.SpawnException;
import org.hawser.runtime.spawn.SpawnRequest;
import org.hawser.runtime.spawn.Spawner;
import org.hawser.runtime.wireup.WireUps;

/** The program that the tests run: does what its first argument says, on the rank that its second names. */
public final class Behaviour {

    private static int runs;

    private Behaviour() {
    }

    public static void main(String[] arguments) throws Exception {
        JobDescription job = JobDescription.current();
        runs++;
        boolean chosen = arguments.length < 2 || job.rank() == Integer.parseInt(arguments[1]);
        switch (arguments[0]) {
            case "hello" -> System.out.println("hello " + job.rank() + " of " + job.size() + " runs " + runs);
            case "variables" -> System.out.println(job.rank() + " " + openMpiVariables());
            case "arenas" -> System.out.println(System.getenv("MALLOC_ARENA_MAX"));
            case "args" -> System.out.println(Arrays.toString(arguments));
            case "read" -> System.out.println(job.rank() + " read "
                + new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip());
            case "pid" -> {
                System.out.println(ProcessHandle.current().pid());
                Thread.sleep(60_000);
            }
            case "goodbye" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("goodbye " + job.rank())));
                System.out.println(ProcessHandle.current().pid());
                Thread.sleep(60_000);
            }
            case "cores" -> System.out.println("rank " + job.rank() + " main " + cores("thread-self") + " others "
                + cores("self"));
            case "lines" -> printLines(job.rank());
            case "partial" -> System.out.print("no end");
            case "mpi" -> System.out.println("mpi " + mpi.MPI.isInitialized());
            case "addresses" -> exchangeAddresses(job);
            case "join" -> Rank.join().close();
            case "spawn" -> spawn();
            case "outlive" -> outlive(job, Path.of(arguments[2]));
            default -> {
                System.out.println("up " + job.rank());
                if (chosen) {
                    end(arguments[0]);
                }
                Thread.sleep(60_000);
            }
        }
    }

    /** Those that a thread may run on; a Java program's main thread is not the one that its process began with. */
    static String cores(String thread) throws IOException {
        return Files.readAllLines(Path.of("/proc", thread, "status")).stream()
            .filter(line -> line.startsWith("Cpus_allowed_list:")).map(line -> line.substring(line.indexOf(':') + 1))
            .findFirst().orElseThrow().strip();
    }

    private static Map<String, String> openMpiVariables() {
        Map<String, String> variables = new TreeMap<>(System.getenv());
        variables.keySet().removeIf(name -> !name.startsWith("OMPI_COMM_WORLD_"));
        return variables;
    }

    private static void exchangeAddresses(JobDescription job) throws Exception {
        try (WireUp wireUp = WireUps.of(job.rank(), job.directory(), null)) {
            wireUp.publish("home", "rank" + job.rank() + "@" + job.nodes().nodeOf(job.rank()));
            wireUp.commit();
            StringBuilder all = new StringBuilder();
            for (int rank = 0; rank < job.size(); rank++) {
                all.append(wireUp.lookup(rank, "home")).append(' ');
            }
            System.out.println(all + " " + HexFormat.of().formatHex(wireUp.secret()));
        }
    }

    private static void spawn() {
        SpawnRequest.Program program = new SpawnRequest.Program(Behaviour.class.getName(), List.of("hello"), 2, "", "");
        try {
            Spawner.current().start(new SpawnRequest("nobody", List.of(program))).joined();
            System.out.println("started");
        } catch (SpawnException e) {
            System.out.println("refused: " + e.getMessage());
        }
    }

    /** Goes on when others are killed; ranks of the first node never end by themselves. */
    private static void outlive(JobDescription job, Path sign) throws Exception {
        Files.createFile(job.directory().resolve(JobDescription.OUTLIVES + job.rank()));
        System.out.println(ProcessHandle.current().pid());
        while (job.nodes().nodeOf(job.rank()) == 0 || !Files.exists(sign)) {
            Thread.sleep(20);
        }
        System.out.println("went on");
    }

    private static void end(String how) throws Exception {
        switch (how) {
            case "throw" -> throw new IllegalStateException("boom");
            case "exit" -> System.exit(7);
            case "hook" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(Behaviour::sleepLong));
                throw new IllegalStateException("boom");
            }
            case "memory" -> {
                List<byte[]> all = new ArrayList<>();
                while (true) {
                    all.add(new byte[1 << 20]);
                }
            }
            case "kill" -> {
                String pid = Long.toString(ProcessHandle.current().pid());
                new ProcessBuilder("kill", "-9", pid).start().waitFor();
            }
            default -> { }
        }
    }

    private static void sleepLong() {
        try {
            Thread.sleep(60_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void printLines(int rank) {
        String rest = "abcdefghijklmnopqrstuvwxyz".repeat(3);
        for (int i = 0; i < 50_000; i++) {
            System.out.println(rank + ":" + i + ":" + rest);
        }
    }
}
