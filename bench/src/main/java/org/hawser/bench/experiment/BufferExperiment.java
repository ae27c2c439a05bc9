package org.hawser.bench.experiment;

import java.util.List;

/**
 * An experiment with messages of several sizes in one kind of memory, which its name ends with; the other kinds are
 * experiments of their own.
 *
 * <p><b>Threads:</b> as every {@link RankExperiment}.
 */
abstract class BufferExperiment extends MpiExperiment {
    /** The memory that is sent from and received into. */
    final BufferKind kind;

    private final String name;
    private final String program;
    private final String summary;
    private final List<Long> sizes;

    /**
     * An experiment.
     *
     * @param name    what its name begins with
     * @param program the peers' program that does the same, or null
     */
    BufferExperiment(String name, String program, String summary, List<Long> sizes, BufferKind kind) {
        this.name = name + "." + kind.word();
        this.program = program;
        this.summary = summary;
        this.sizes = sizes;
        this.kind = kind;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String summary() {
        return summary;
    }

    @Override
    final BufferKind memory() {
        return kind;
    }

    @Override
    final List<Long> sizes() {
        return sizes;
    }

    @Override
    final String program() {
        return program;
    }
}
