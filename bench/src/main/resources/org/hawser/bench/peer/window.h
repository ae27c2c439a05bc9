/* A window of sends that are under way at once, and the answer that all have come. */
#include "bench.h"

static double windows(long size, int count) {
    MPI_Request requests[WINDOW];
    int answer = 0;
    double start = nanos();
    for (int i = 0; i < count; i++) {
        if (rank == 0) {
            for (int w = 0; w < WINDOW; w++) {
                MPI_Isend(outgoing, size, MPI_BYTE, 1, TAG, MPI_COMM_WORLD, &requests[w]);
            }
            MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
            MPI_Recv(&answer, 1, MPI_INT, 1, ACK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == 1) {
            for (int w = 0; w < WINDOW; w++) {
                MPI_Irecv(incoming, size, MPI_BYTE, 0, TAG, MPI_COMM_WORLD, &requests[w]);
            }
            MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
            MPI_Send(&answer, 1, MPI_INT, 0, ACK, MPI_COMM_WORLD);
        }
    }
    return nanos() - start;
}
