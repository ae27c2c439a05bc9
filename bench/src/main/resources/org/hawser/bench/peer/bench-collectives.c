/*
 * Collectives, one call after the other and a barrier at the end. The root goes round, so that no rank can run ahead of
 * the others. Reductions add doubles, the others move bytes.
 */
#include "bench.h"

static double finished(double start) {
    MPI_Barrier(MPI_COMM_WORLD);
    return nanos() - start;
}

static double barriers(long size, int count) {
    double start = nanos();
    for (int i = 0; i < count; i++) MPI_Barrier(MPI_COMM_WORLD);
    return finished(start);
}

static double bcasts(long size, int count) {
    double start = nanos();
    for (int i = 0, root = 0; i < count; i++, root = root + 1 == ranks ? 0 : root + 1) {
        MPI_Bcast(outgoing, size, MPI_BYTE, root, MPI_COMM_WORLD);
    }
    return finished(start);
}

static double reduces(long size, int count) {
    int terms = size / sizeof(double);
    double start = nanos();
    for (int i = 0, root = 0; i < count; i++, root = root + 1 == ranks ? 0 : root + 1) {
        MPI_Reduce(outgoing, incoming, terms, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
    }
    return finished(start);
}

static double allreduces(long size, int count) {
    int terms = size / sizeof(double);
    double start = nanos();
    for (int i = 0; i < count; i++) {
        MPI_Allreduce(outgoing, incoming, terms, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    return finished(start);
}

static double allgathers(long size, int count) {
    double start = nanos();
    for (int i = 0; i < count; i++) {
        MPI_Allgather(outgoing, size, MPI_BYTE, incoming, size, MPI_BYTE, MPI_COMM_WORLD);
    }
    return finished(start);
}

static double alltoalls(long size, int count) {
    double start = nanos();
    for (int i = 0; i < count; i++) {
        MPI_Alltoall(outgoing, size, MPI_BYTE, incoming, size, MPI_BYTE, MPI_COMM_WORLD);
    }
    return finished(start);
}

static double gathers(long size, int count) {
    double start = nanos();
    for (int i = 0, root = 0; i < count; i++, root = root + 1 == ranks ? 0 : root + 1) {
        MPI_Gather(outgoing, size, MPI_BYTE, incoming, size, MPI_BYTE, root, MPI_COMM_WORLD);
    }
    return finished(start);
}

static double scatters(long size, int count) {
    double start = nanos();
    for (int i = 0, root = 0; i < count; i++, root = root + 1 == ranks ? 0 : root + 1) {
        MPI_Scatter(outgoing, size, MPI_BYTE, incoming, size, MPI_BYTE, root, MPI_COMM_WORLD);
    }
    return finished(start);
}

/* The size is that of all parts. */
static double reducescatters(long size, int count) {
    int part = size / (sizeof(double) * ranks);
    double start = nanos();
    for (int i = 0; i < count; i++) {
        MPI_Reduce_scatter_block(outgoing, incoming, part > 0 ? part : 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    return finished(start);
}

static double scans(long size, int count) {
    int terms = size / sizeof(double);
    double start = nanos();
    for (int i = 0; i < count; i++) MPI_Scan(outgoing, incoming, terms, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return finished(start);
}

static double exscans(long size, int count) {
    int terms = size / sizeof(double);
    double start = nanos();
    for (int i = 0; i < count; i++) MPI_Exscan(outgoing, incoming, terms, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return finished(start);
}

static double each(long size, int count, double time) {
    return time / count;
}

int main(int argc, char **argv) {
    static const program all[] = {
        {"collectives.barrier", "LATENCY", barriers, each, SIZELESS},
        {"collectives.bcast", "LATENCY", bcasts, each},
        {"collectives.reduce", "LATENCY", reduces, each},
        {"collectives.allreduce", "LATENCY", allreduces, each},
        {"collectives.allgather", "LATENCY", allgathers, each, WIDE},
        {"collectives.alltoall", "LATENCY", alltoalls, each, WIDE},
        {"collectives.gather", "LATENCY", gathers, each, WIDE},
        {"collectives.scatter", "LATENCY", scatters, each, WIDE},
        {"collectives.reducescatter", "LATENCY", reducescatters, each},
        {"collectives.scan", "LATENCY", scans, each},
        {"collectives.exscan", "LATENCY", exscans, each},
    };
    return measure_all(all, sizeof all / sizeof all[0], argc, argv);
}
