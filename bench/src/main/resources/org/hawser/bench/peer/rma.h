/*
 * The window of the peers' programs: onto memory that the library allocates, or, where the environment has
 * BENCH_WINDOW=create, onto memory of the program's. Whoever compares takes the better one.
 */
#include "bench.h"

enum { TARGET = 1 };

static MPI_Win win;
static char *base;                                            /* this rank's part */
static long least;                                            /* bytes that a window has in any case */
static int room = 1;                                          /* a window holds so many of the longest operations */

static int is_own_memory(void) {
    const char *kind = getenv("BENCH_WINDOW");
    return kind && !strcmp(kind, "create");
}

static void open_window(void) {
    long bytes = room * longest > least ? room * longest : least;
    if (is_own_memory()) {
        base = touched(bytes);
        MPI_Win_create(base, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    } else {
        MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    }
    memset(base, 0, bytes);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void close_window(void) {
    MPI_Win_free(&win);
}

static int measure_window(const program *all, int programs, int argc, char **argv) {
    return measure_between(open_window, all, programs, close_window, argc, argv);
}

/* The time since; all ranks meet after it, and serve each other until they do. */
static double finished(double start) {
    double time = nanos() - start;
    MPI_Barrier(MPI_COMM_WORLD);
    return time;
}

/* The same, where meeting is a part of it. */
static double finished_together(double start) {
    MPI_Barrier(MPI_COMM_WORLD);
    return nanos() - start;
}

static double each(long size, int count, double time) {
    return time / count;
}
