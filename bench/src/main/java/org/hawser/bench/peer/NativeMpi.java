package org.hawser.bench.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.hawser.bench.lab.Sample;

/**
 * An MPI library in C, in one of its flavours. Its programs are ours ({@code bench-PROGRAM.c}).
 *
 * <p><b>Threads:</b> the command's main thread.
 */
final class NativeMpi implements Peer {
    private static final int LONGEST_MINUTES = 5;

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
    public List<Sample> run(String program, int ranks, int rounds, List<Long> sizes)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command(program, ranks, rounds, sizes)).redirectErrorStream(true);
        builder.environment().putAll(flavour.environment());
        // glibc's way of copying drops to a twentieth at some offsets on some processors; ours does not.
        builder.environment().put("GLIBC_TUNABLES", "glibc.cpu.x86_rep_movsb_threshold=1000000000");
        Process process = builder.start();
        List<Sample> samples = new ArrayList<>();
        List<String> rest = new ArrayList<>();
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(line -> Sample.parse(line).ifPresentOrElse(samples::add, () -> rest.add(line)));
            if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new IOException(name() + " failed: " + String.join(System.lineSeparator(), rest));
            }
        } finally {
            process.destroyForcibly();
        }
        return samples;
    }

    private List<String> command(String program, int ranks, int rounds, List<Long> sizes)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(tools.starter().toString(), "-n", Integer.toString(ranks)));
        command.addAll(flavour.library().options(ranks, Runtime.getRuntime().availableProcessors()));
        command.addAll(flavour.options());
        command.addAll(List.of(tools.build(program).toString(), name(), Integer.toString(rounds),
            sizes.stream().map(String::valueOf).collect(Collectors.joining(","))));
        return command;
    }
}
