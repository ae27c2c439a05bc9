/* Long puts and gets between rank 0 and the window of rank 1, a batch of them to a flush. */
#include "rma.h"

enum { BATCH = 16 };

static double transfers(int is_put, long size, int count) {
    if (rank == 0) MPI_Win_lock_all(0, win);
    double start = nanos(), time;
    for (int i = 0; rank == 0 && i < count; i++) {
        for (int k = 0; k < BATCH; k++) {
            if (is_put) MPI_Put(outgoing, size, MPI_BYTE, TARGET, 0, size, MPI_BYTE, win);
            else MPI_Get(incoming, size, MPI_BYTE, TARGET, 0, size, MPI_BYTE, win);
        }
        MPI_Win_flush(TARGET, win);
    }
    time = nanos() - start;
    if (rank == 0) MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    return time;
}

static double all_puts(long size, int count) {
    return transfers(1, size, count);
}

static double all_gets(long size, int count) {
    return transfers(0, size, count);
}

static double megabytes_per_second(long size, int count, double time) {
    return 1e3 * BATCH * size * count / time;
}

int main(int argc, char **argv) {
    static const program all[] = {
        {"rma-bandwidth.put", "BANDWIDTH", all_puts, megabytes_per_second},
        {"rma-bandwidth.get", "BANDWIDTH", all_gets, megabytes_per_second},
    };
    return measure_window(all, sizeof all / sizeof all[0], argc, argv);
}
