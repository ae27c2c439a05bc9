/*
 * The shared memory of the peers' programs that use OpenSHMEM: a piece of the same length at each rank. The frame is that
 * of the MPI programs, which the library lets a program mix with its own calls.
 */
#include "bench.h"
#include <shmem.h>

enum { TARGET = 1, WORDS = 512 };

static char *symmetric;                                       /* this rank's piece, at the same place in every rank */

static void open_memory(void) {
    long bytes = longest > (long) (WORDS * sizeof(int64_t)) ? longest : (long) (WORDS * sizeof(int64_t));
    shmem_init();
    symmetric = shmem_align(ALIGNMENT, bytes);
    if (!symmetric) MPI_Abort(MPI_COMM_WORLD, 6);
    memset(symmetric, 0, bytes);
    shmem_barrier_all();
}

/* Open MPI 4.1 crashes in shmem_finalize, and at exit without it: the program ends before that. */
static void close_memory(void) {
    shmem_barrier_all();
    fflush(stdout);
    MPI_Finalize();
    _exit(0);
}

static int measure_memory(const program *all, int programs, int argc, char **argv) {
    return measure_between(open_memory, all, programs, close_memory, argc, argv);
}

/* Words go over a page, one after the other, as ours do. */
static char *place(long size, int i) {
    return symmetric + (size == sizeof(int64_t) ? (i & (WORDS - 1)) * size : 0);
}

/* The time since; all ranks meet after it, and serve each other until they do. */
static double finished(double start) {
    double time = nanos() - start;
    MPI_Barrier(MPI_COMM_WORLD);
    return time;
}

/* After a put the source may be used again; in place it is after the quiet. */
static double puts_in_row(long size, int count) {
    double start = nanos();
    for (int i = 0; rank == 0 && i < count; i++) {
        shmem_putmem(place(size, i), outgoing, size, TARGET);
        shmem_quiet();
    }
    return finished(start);
}

static double puts_before_quiet(long size, int count) {
    double start = nanos();
    for (int i = 0; rank == 0 && i < count; i++) shmem_putmem(place(size, i), outgoing, size, TARGET);
    if (rank == 0) shmem_quiet();
    return finished(start);
}

static double gets_in_row(long size, int count) {
    double start = nanos();
    for (int i = 0; rank == 0 && i < count; i++) shmem_getmem(incoming, place(size, i), size, TARGET);
    return finished(start);
}

static double each(long size, int count, double time) {
    return time / count;
}
