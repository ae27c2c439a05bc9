package org.hawser.bench.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.hawser.bench.Namespaces;
import org.hawser.bench.Network;
import org.hawser.bench.lab.BoardFile;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Task;

/**
 * An MPI library in C, in one of its flavours. Its programs are ours ({@code bench-PROGRAM.c}). Those on windows run
 * with memory that the library allocates, and as a peer of its own with memory that the program brings.
 *
 * <p><b>Threads:</b> the command's main thread.
 */
final class NativeMpi implements Peer {
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final int LONGEST_SECONDS = 300;
    /** Where ranks share cores a library may need a second for what takes a microsecond else. */
    private static final int SHORT_SECONDS = 25;
    private static final int GRACE_SECONDS = 60;
    private static final String OWN_MEMORY = "/create";
    private static final String ON_WINDOWS = "rma-";
    /** Of what a program says before it fails, which may be a list of calls. */
    private static final int LINES_OF_FAILURE = 4;

    private final MpiFlavour flavour;
    private final MpiTools tools;
    private final Network network;
    private final boolean ownMemory;

    /** A flavour of the library of these tools; {@code ownMemory}: for windows onto the program's own memory. */
    NativeMpi(MpiFlavour flavour, MpiTools tools, Network network, boolean ownMemory) {
        this.flavour = flavour;
        this.tools = tools;
        this.network = network;
        this.ownMemory = ownMemory;
    }

    @Override
    public String name() {
        return ownMemory ? flavour.word() + OWN_MEMORY : flavour.word();
    }

    @Override
    public boolean knows(String program) {
        return MpiTools.knows(program) && flavour.library().suits(program)
            && (!ownMemory || program.startsWith(ON_WINDOWS));
    }

    @Override
    public boolean isSpecial() {
        return ownMemory;
    }

    @Override
    public List<Sample> run(Task task, int ranks) throws IOException, InterruptedException {
        try (BoardFile board = BoardFile.create()) {
            return run(task.on(board.path()), ranks, ranks > CORES);
        }
    }

    private List<Sample> run(Task task, int ranks, boolean isShort) throws IOException, InterruptedException {
        Map<String, String> variables = variables();
        ProcessBuilder builder = new ProcessBuilder(command(task, ranks, isShort, variables.keySet()))
            .redirectErrorStream(true);
        builder.environment().putAll(variables);
        Process process = builder.start();
        // The program itself ends in time, unless one call of the library's takes too long.
        AtomicBoolean isLate = new AtomicBoolean();
        Executor later = CompletableFuture.delayedExecutor(isShort ? SHORT_SECONDS + GRACE_SECONDS : LONGEST_SECONDS,
            TimeUnit.SECONDS);
        later.execute(() -> {
            isLate.set(process.isAlive());
            process.destroy();
        });
        List<Sample> samples = new ArrayList<>();
        List<String> rest = new ArrayList<>();
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(line -> Sample.parse(line).ifPresentOrElse(samples::add, () -> rest.add(line)));
            if (process.waitFor() != 0 && !(isShort && isLate.get())) {
                throw new IOException(name() + " failed: " + rest.stream().limit(LINES_OF_FAILURE)
                    .collect(Collectors.joining(System.lineSeparator())));
            }
        } finally {
            process.destroyForcibly();
        }
        return samples;
    }

    private Map<String, String> variables() {
        Map<String, String> variables = flavour.environment(network);
        if (ownMemory) {
            variables.put("BENCH_WINDOW", "create");
        }
        // glibc's way of copying drops to a twentieth at some offsets on some processors; ours does not.
        variables.put("GLIBC_TUNABLES", "glibc.cpu.x86_rep_movsb_threshold=1000000000");
        return variables;
    }

    private List<String> command(Task task, int ranks, boolean isShort, Set<String> variables)
            throws IOException, InterruptedException {
        Namespaces hosts = network.hosts();
        List<String> command = new ArrayList<>(hosts == null ? List.of() : hosts.onFirstHost());
        command.addAll(List.of(tools.starter().toString(), "-n", Integer.toString(ranks)));
        command.addAll(flavour.library().options(ranks, CORES));
        if (hosts != null) {
            command.addAll(flavour.library().options(hosts, ranks, variables));
        }
        command.addAll(flavour.options(network));
        if (task.experiment().startsWith(ON_WINDOWS) && !ownMemory) {
            command.addAll(flavour.windowOptions());
        }
        command.addAll(List.of(tools.build(task.experiment()).toString(), name(), Integer.toString(task.rounds()),
            task.sizes().stream().map(String::valueOf).collect(Collectors.joining(",")),
            task.cases().isEmpty() ? "-" : String.join(",", task.cases()),
            Integer.toString(isShort ? SHORT_SECONDS : 0), task.board(), network.word()));
        return command;
    }
}
