/* MPI_Send and MPI_Recv to and fro between ranks 0 and 1; half a round trip. */
#include "bench.h"

static double ping_pong(long size, int count) {
    double start = nanos();
    for (int i = 0; i < count; i++) {
        if (rank == 0) {
            MPI_Send(outgoing, size, MPI_BYTE, 1, TAG, MPI_COMM_WORLD);
            MPI_Recv(incoming, size, MPI_BYTE, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == 1) {
            MPI_Recv(incoming, size, MPI_BYTE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(outgoing, size, MPI_BYTE, 0, TAG, MPI_COMM_WORLD);
        }
    }
    return nanos() - start;
}

static double one_way(long size, int count, double time) {
    return time / (2.0 * count);
}

int main(int argc, char **argv) {
    program it = {"latency", "LATENCY", ping_pong, one_way};
    return measure(&it, argc, argv);
}
