/* Both ranks start a receive and a send, compute, and wait for both. */
#include "overlap.h"

static int both_ways(long size, MPI_Request *requests) {
    if (rank > 1) return 0;
    MPI_Irecv(incoming, size, MPI_BYTE, 1 - rank, TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(outgoing, size, MPI_BYTE, 1 - rank, TAG, MPI_COMM_WORLD, &requests[1]);
    return 2;
}

static double exchanges(long size, int count) {
    return overlapped(both_ways, size, count);
}

int main(int argc, char **argv) {
    program it = {"overlap", "FRACTION", exchanges, fraction};
    return measure(&it, argc, argv);
}
