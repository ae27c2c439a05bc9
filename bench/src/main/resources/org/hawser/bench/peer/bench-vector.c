/*
 * Columns of a matrix of ints, 4096 wide: 64 or 128 blocks of as many columns as make up the size. To and fro, in
 * windows in one direction, and from each to each.
 */
#include "bench.h"

enum { WIDTH = 4096, FEW = 64, MANY = 128, MOST_TYPES = 256 };

static struct {
    int blocks;
    long size;
    MPI_Datatype type;
} types[MOST_TYPES];

/* Made once; as much memory as the matrix has rows is behind it. */
static MPI_Datatype columns(int blocks, long size) {
    int t = 0;
    while (types[t].blocks && (types[t].blocks != blocks || types[t].size != size)) t++;
    if (!types[t].blocks) {
        types[t].blocks = blocks;
        types[t].size = size;
        MPI_Type_vector(blocks, size / (blocks * sizeof(int)), WIDTH, MPI_INT, &types[t].type);
        MPI_Type_commit(&types[t].type);
    }
    return types[t].type;
}

static char *matrix(char **memory) {
    if (!*memory) *memory = touched((size_t) ranks * MANY * WIDTH * sizeof(int));
    return *memory;
}

static char *out_matrix, *in_matrix;

static double ping_pong(int blocks, long size, int count) {
    MPI_Datatype type = columns(blocks, size);
    char *out = matrix(&out_matrix), *in = matrix(&in_matrix);
    double start = nanos();
    for (int i = 0; i < count; i++) {
        if (rank == 0) {
            MPI_Send(out, 1, type, 1, TAG, MPI_COMM_WORLD);
            MPI_Recv(in, 1, type, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == 1) {
            MPI_Recv(in, 1, type, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(out, 1, type, 0, TAG, MPI_COMM_WORLD);
        }
    }
    return nanos() - start;
}

static double windows(int blocks, long size, int count) {
    MPI_Datatype type = columns(blocks, size);
    MPI_Request requests[WINDOW];
    char *out = matrix(&out_matrix), *in = matrix(&in_matrix);
    int answer = 0;
    double start = nanos();
    for (int i = 0; i < count; i++) {
        if (rank == 0) {
            for (int w = 0; w < WINDOW; w++) MPI_Isend(out, 1, type, 1, TAG, MPI_COMM_WORLD, &requests[w]);
            MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
            MPI_Recv(&answer, 1, MPI_INT, 1, ACK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == 1) {
            for (int w = 0; w < WINDOW; w++) MPI_Irecv(in, 1, type, 0, TAG, MPI_COMM_WORLD, &requests[w]);
            MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
            MPI_Send(&answer, 1, MPI_INT, 0, ACK, MPI_COMM_WORLD);
        }
    }
    return nanos() - start;
}

static double exchanges(int blocks, long size, int count) {
    MPI_Datatype type = columns(blocks, size);
    char *out = matrix(&out_matrix), *in = matrix(&in_matrix);
    double start = nanos();
    for (int i = 0; i < count; i++) MPI_Alltoall(out, 1, type, in, 1, type, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    return nanos() - start;
}

static double few_to_and_fro(long size, int count) {
    return ping_pong(FEW, size, count);
}

static double many_to_and_fro(long size, int count) {
    return ping_pong(MANY, size, count);
}

static double few_in_windows(long size, int count) {
    return windows(FEW, size, count);
}

static double many_in_windows(long size, int count) {
    return windows(MANY, size, count);
}

static double few_exchanged(long size, int count) {
    return exchanges(FEW, size, count);
}

static double many_exchanged(long size, int count) {
    return exchanges(MANY, size, count);
}

static double one_way(long size, int count, double time) {
    return time / (2.0 * count);
}

static double megabytes_per_second(long size, int count, double time) {
    return 1e3 * WINDOW * size * count / time;
}

static double each(long size, int count, double time) {
    return time / count;
}

int main(int argc, char **argv) {
    static const program all[] = {
        {"vector.latency.64", "LATENCY", few_to_and_fro, one_way},
        {"vector.latency.128", "LATENCY", many_to_and_fro, one_way},
        {"vector.bandwidth.64", "BANDWIDTH", few_in_windows, megabytes_per_second},
        {"vector.bandwidth.128", "BANDWIDTH", many_in_windows, megabytes_per_second},
        {"vector.alltoall.64", "LATENCY", few_exchanged, each},
        {"vector.alltoall.128", "LATENCY", many_exchanged, each},
    };
    return measure_all(all, sizeof all / sizeof all[0], argc, argv);
}
