/*
 * The share of an exchange that hides behind a computation which takes as long as the exchange alone: both ranks start
 * a receive and a send, compute, and wait for both.
 */
#include "bench.h"

static volatile double sink;
static double hidden;

static void compute(long steps) {
    double x = sink;
    for (long i = 0; i < steps; i++) x = x * 0.999 + 0.5;
    sink = x;
}

static double exchange(long size, int count, long steps) {
    MPI_Request requests[2];
    int other = 1 - rank;
    double start = nanos();
    for (int i = 0; rank < 2 && i < count; i++) {
        MPI_Irecv(incoming, size, MPI_BYTE, other, TAG, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(outgoing, size, MPI_BYTE, other, TAG, MPI_COMM_WORLD, &requests[1]);
        compute(steps);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    return (nanos() - start) / count;
}

static double computation(int count, long steps) {
    double start = nanos();
    for (int i = 0; i < count; i++) compute(steps);
    return (nanos() - start) / count;
}

static double overlapped(long size, int count) {
    const long trial = 10000;
    double start = nanos(), alone = exchange(size, count, 0);
    long steps = alone * trial / computation(1, trial);
    MPI_Bcast(&steps, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    double computing = computation(count, steps), both = exchange(size, count, steps);
    hidden = 1 - (both - computing) / alone;
    hidden = hidden < 0 ? 0 : hidden > 1 ? 1 : hidden;
    return nanos() - start;
}

static double fraction(long size, int count, double time) {
    return hidden;
}

int main(int argc, char **argv) {
    program it = {"overlap", "FRACTION", overlapped, fraction};
    return measure(&it, argc, argv);
}
