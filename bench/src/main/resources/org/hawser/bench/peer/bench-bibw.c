/* Bytes in both directions at once: each rank has a window of receives and a window of sends under way. */
#include "bench.h"

static double windows(long size, int count) {
    MPI_Request receives[WINDOW], sends[WINDOW];
    int other = 1 - rank;
    double start = nanos();
    for (int i = 0; rank < 2 && i < count; i++) {
        for (int w = 0; w < WINDOW; w++) {
            MPI_Irecv(incoming, size, MPI_BYTE, other, TAG, MPI_COMM_WORLD, &receives[w]);
        }
        for (int w = 0; w < WINDOW; w++) {
            MPI_Isend(outgoing, size, MPI_BYTE, other, TAG, MPI_COMM_WORLD, &sends[w]);
        }
        MPI_Waitall(WINDOW, sends, MPI_STATUSES_IGNORE);
        MPI_Waitall(WINDOW, receives, MPI_STATUSES_IGNORE);
    }
    return nanos() - start;
}

static double megabytes_per_second(long size, int count, double time) {
    return 2e3 * WINDOW * size * count / time;
}

int main(int argc, char **argv) {
    program it = {"bibw", "BANDWIDTH", windows, megabytes_per_second};
    return measure(&it, argc, argv);
}
