/*
 * The share of a communication that hides behind a computation which takes as long as the communication alone: it is
 * started, the rank computes, and then waits for it.
 */
#include "bench.h"

static volatile double sink;
static double hidden;

/* Starts something of so many bytes; returns how many requests it has made. */
typedef int starter(long size, MPI_Request *requests);

static void compute(long steps) {
    double x = sink;
    for (long i = 0; i < steps; i++) x = x * 0.999 + 0.5;
    sink = x;
}

static double exchange(starter *start_it, long size, int count, long steps) {
    MPI_Request requests[2];
    double start = nanos();
    for (int i = 0; i < count; i++) {
        int started = start_it(size, requests);
        compute(steps);
        MPI_Waitall(started, requests, MPI_STATUSES_IGNORE);
    }
    return (nanos() - start) / count;
}

/* Steps that take so long when nothing disturbs them. */
static long steps_for(double time) {
    const long trial = 20000;
    double best = 1e18;
    for (int i = 0; i < 50; i++) {
        double start = nanos();
        compute(trial);
        best = nanos() - start < best ? nanos() - start : best;
    }
    return time * trial / best;
}

static double computation(int count, long steps) {
    double start = nanos();
    for (int i = 0; i < count; i++) compute(steps);
    return (nanos() - start) / count;
}

/* Keeps what is hidden: 0, both take as long as one after the other; 1, the communication costs no time. */
static void hide(double alone, double computing, double both) {
    hidden = 1 - (both - computing) / alone;
    hidden = hidden < 0 ? 0 : hidden > 1 ? 1 : hidden;
}

static double overlapped(starter *start_it, long size, int count) {
    const long trial = 10000;
    double start = nanos(), alone = exchange(start_it, size, count, 0);
    long steps = alone * trial / computation(1, trial);
    MPI_Bcast(&steps, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    double computing = computation(count, steps), both = exchange(start_it, size, count, steps);
    hide(alone, computing, both);
    return nanos() - start;
}

static double fraction(long size, int count, double time) {
    return hidden;
}
