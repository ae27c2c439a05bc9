/*
 * What an active message is compared with: MPI_Send and MPI_Recv to and fro between ranks 0 and 1, each sample between
 * two looks at the way of a bare cache line.
 *
 *   bench-am NAME ROUNDS [SIZE,SIZE,...]
 *
 * Prints a line per sample: @sample bench provider ranks size metric peer bracket value
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCHES = 9, LOOK_ROUND_TRIPS = 120, ATTEMPTS = 20, SAMPLE_NANOS = 1000000 };

static const double tolerance = 0.15;

typedef struct {
    _Atomic uint64_t ping;
    char gap[120];
    _Atomic uint64_t pong;
    char end[120];
} words;

static words *shared;
static int rank;
static uint64_t turn;

static double nanos(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

/* One way of a cache line, ns: the median of some batches. Pairs of release and acquire, as in the Java ranks. */
static double look(void) {
    double batch[BATCHES];
    MPI_Barrier(MPI_COMM_WORLD);
    for (int b = 0; b < BATCHES; b++) {
        double start = nanos();
        for (int i = 0; rank < 2 && i < LOOK_ROUND_TRIPS; i++) {
            turn++;
            if (rank == 0) {
                atomic_store_explicit(&shared->ping, turn, memory_order_release);
                while (atomic_load_explicit(&shared->pong, memory_order_acquire) != turn) relax();
            } else {
                while (atomic_load_explicit(&shared->ping, memory_order_acquire) != turn) relax();
                atomic_store_explicit(&shared->pong, turn, memory_order_release);
            }
        }
        batch[b] = (nanos() - start) / (2.0 * LOOK_ROUND_TRIPS);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    qsort(batch, BATCHES, sizeof batch[0], ascending);
    return batch[BATCHES / 2];
}

static double ping_pong(char *buffer, int size, int count) {
    double start = nanos();
    for (int i = 0; i < count; i++) {
        if (rank == 0) {
            MPI_Send(buffer, size, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(buffer, size, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == 1) {
            MPI_Recv(buffer, size, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(buffer, size, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        }
    }
    return nanos() - start;
}

static int calibrated(char *buffer, int size) {
    int count = 16;
    for (;;) {
        int enough = ping_pong(buffer, size, count) >= SAMPLE_NANOS;
        MPI_Bcast(&enough, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (enough) return count;
        count *= 2;
    }
}

static void sample(const char *name, int ranks, char *buffer, int size, int count) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        double before = look();
        double time = ping_pong(buffer, size, count);
        double after = look();
        double least = before < after ? before : after, most = before < after ? after : before;
        int steady = most <= (1 + tolerance) * least;
        MPI_Bcast(&steady, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (steady) {
            if (rank == 0) {
                printf("@sample am shm %d %d LATENCY %s %f %f\n", ranks, size, name, (before + after) / 2,
                       time / (2.0 * count));
            }
            return;
        }
    }
}

int main(int argc, char **argv) {
    static int sizes[64] = {8, 64, 256, 1024, 4096, 8192};
    int kinds = 6, ranks, counts[64];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc < 3) MPI_Abort(MPI_COMM_WORLD, 2);
    if (argc > 3 && argv[3][0]) {
        kinds = 0;
        for (char *s = strtok(argv[3], ","); s && kinds < 64; s = strtok(NULL, ",")) sizes[kinds++] = atoi(s);
    }
    MPI_Win window;
    MPI_Win_allocate_shared(rank == 0 ? sizeof(words) : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &window);
    MPI_Aint bytes;
    int unit, most = 0;
    MPI_Win_shared_query(window, 0, &bytes, &unit, &shared);
    for (int k = 0; k < kinds; k++) most = sizes[k] > most ? sizes[k] : most;
    char *buffer = calloc(1, most + 64);
    for (int k = 0; k < kinds; k++) counts[k] = calibrated(buffer, sizes[k]);
    for (int round = 0; round < atoi(argv[2]); round++) {
        for (int k = 0; k < kinds; k++) sample(argv[1], ranks, buffer, sizes[k], counts[k]);
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
