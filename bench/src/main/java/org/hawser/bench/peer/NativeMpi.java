package org.hawser.bench.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.hawser.bench.lab.Sample;
import org.hawser.bench.lab.Task;

/**
 * An MPI library in C, in one of its flavours. Its programs are ours ({@code bench-PROGRAM.c}).
 *
 * <p><b>Threads:</b> the command's main thread.
 */
final class NativeMpi implements Peer {
    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final int LONGEST_SECONDS = 300;
    /** Where ranks share cores a library may need a second for what takes a microsecond else. */
    private static final int SHORT_SECONDS = 25;
    private static final int GRACE_SECONDS = 60;

    private final MpiFlavour flavour;
    private final MpiTools tools;

    /** A flavour of the library that these tools belong to. */
    NativeMpi(MpiFlavour flavour, MpiTools tools) {
        this.flavour = flavour;
        this.tools = tools;
    }

    @Override
    public String name() {
        return flavour.word();
    }

    @Override
    public boolean knows(String program) {
        return MpiTools.knows(program);
    }

    @Override
    public List<Sample> run(Task task, int ranks) throws IOException, InterruptedException {
        boolean isShort = ranks > CORES;
        ProcessBuilder builder = new ProcessBuilder(command(task, ranks, isShort)).redirectErrorStream(true);
        builder.environment().putAll(flavour.environment());
        // glibc's way of copying drops to a twentieth at some offsets on some processors; ours does not.
        builder.environment().put("GLIBC_TUNABLES", "glibc.cpu.x86_rep_movsb_threshold=1000000000");
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
                throw new IOException(name() + " failed: " + String.join(System.lineSeparator(), rest));
            }
        } finally {
            process.destroyForcibly();
        }
        return samples;
    }

    private List<String> command(Task task, int ranks, boolean isShort) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(tools.starter().toString(), "-n", Integer.toString(ranks)));
        command.addAll(flavour.library().options(ranks, CORES));
        command.addAll(flavour.options());
        command.addAll(List.of(tools.build(task.experiment()).toString(), name(), Integer.toString(task.rounds()),
            task.sizes().stream().map(String::valueOf).collect(Collectors.joining(",")),
            task.cases().isEmpty() ? "-" : String.join(",", task.cases()),
            Integer.toString(isShort ? SHORT_SECONDS : 0)));
        return command;
    }
}
