/* All ranks start a collective, compute, and wait for it. */
#include "overlap.h"

static int alltoall(long size, MPI_Request *request) {
    MPI_Ialltoall(outgoing, size, MPI_BYTE, incoming, size, MPI_BYTE, MPI_COMM_WORLD, request);
    return 1;
}

static int allreduce(long size, MPI_Request *request) {
    MPI_Iallreduce(outgoing, incoming, size / sizeof(double), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, request);
    return 1;
}

static int bcast(long size, MPI_Request *request) {
    MPI_Ibcast(outgoing, size, MPI_BYTE, 0, MPI_COMM_WORLD, request);
    return 1;
}

static int allgather(long size, MPI_Request *request) {
    MPI_Iallgather(outgoing, size, MPI_BYTE, incoming, size, MPI_BYTE, MPI_COMM_WORLD, request);
    return 1;
}

static double alltoalls(long size, int count) {
    return overlapped(alltoall, size, count);
}

static double allreduces(long size, int count) {
    return overlapped(allreduce, size, count);
}

static double bcasts(long size, int count) {
    return overlapped(bcast, size, count);
}

static double allgathers(long size, int count) {
    return overlapped(allgather, size, count);
}

int main(int argc, char **argv) {
    static const program all[] = {
        {"icoll.ialltoall", "FRACTION", alltoalls, fraction, WIDE},
        {"icoll.iallreduce", "FRACTION", allreduces, fraction},
        {"icoll.ibcast", "FRACTION", bcasts, fraction},
        {"icoll.iallgather", "FRACTION", allgathers, fraction, WIDE},
    };
    return measure_all(all, sizeof all / sizeof all[0], argc, argv);
}
