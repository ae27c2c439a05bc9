/* Lock and unlock with nothing in between, and a token that goes round under locks. */
#include "rma.h"
#include "overlap.h"

/* Where things are in a window. */
enum { AT_STOP = 0, AT_TAG = 64, AT_DATA = 128, DATA = 1 << 10, RING_PIECE_NANOS = 2000 };

static void locks(int type, int target, int count) {
    for (int i = 0; i < count; i++) {
        MPI_Win_lock(type, target, 0, win);
        MPI_Win_unlock(target, win);
    }
}

static double exclusive(long size, int count) {
    double start = nanos();
    if (rank == 0) locks(MPI_LOCK_EXCLUSIVE, TARGET, count);
    return finished(start);
}

static double shared_ones(long size, int count) {
    double start = nanos();
    if (rank == 0) locks(MPI_LOCK_SHARED, TARGET, count);
    return finished(start);
}

static int64_t word(int at) {
    return atomic_load_explicit((_Atomic int64_t *) (base + at), memory_order_acquire);
}

static void work(long steps) {
    int flag;
    compute(steps);
    MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

/* The target calls the library between two pieces of its computation only. */
static double busy(int count, double piece) {
    const int64_t done = 1;
    long steps = steps_for(piece);
    atomic_store((_Atomic int64_t *) (base + AT_STOP), 0);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = nanos(), time;
    if (rank == 0) locks(MPI_LOCK_EXCLUSIVE, TARGET, count);
    time = nanos() - start;
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, TARGET, 0, win);
        MPI_Put(&done, 1, MPI_INT64_T, TARGET, AT_STOP, 1, MPI_INT64_T, win);
        MPI_Win_unlock(TARGET, win);
    }
    while (rank == TARGET && !word(AT_STOP)) work(steps);
    MPI_Barrier(MPI_COMM_WORLD);
    return time;
}

static double busy_10(long size, int count) {
    return busy(count, 10e3);
}

static double busy_100(long size, int count) {
    return busy(count, 100e3);
}

static double neighbours(long size, int count) {
    double start = nanos();
    locks(MPI_LOCK_EXCLUSIVE, (rank + 1) % ranks, count);
    return finished_together(start);
}

static double contended(long size, int count) {
    double start = nanos();
    locks(MPI_LOCK_EXCLUSIVE, 0, count);
    return finished_together(start);
}

static void pass(const int64_t *lap) {
    int next = (rank + 1) % ranks;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win);
    MPI_Put(outgoing, DATA, MPI_BYTE, next, AT_DATA, DATA, MPI_BYTE, win);
    MPI_Win_flush(next, win);
    MPI_Put(lap, 1, MPI_INT64_T, next, AT_TAG, 1, MPI_INT64_T, win);
    MPI_Win_unlock(next, win);
}

static double ring(long size, int count) {
    static int64_t lap;
    static long steps;
    if (!steps) steps = steps_for(RING_PIECE_NANOS);
    double start = nanos();
    for (int i = 0; i < count; i++) {
        lap++;
        if (rank == 0) pass(&lap);
        while (word(AT_TAG) < lap) work(steps);
        if (rank != 0) pass(&lap);
    }
    return finished_together(start);
}

int main(int argc, char **argv) {
    static const program all[] = {
        {"rma-lock.exclusive", "LATENCY", exclusive, each, SIZELESS},
        {"rma-lock.shared", "LATENCY", shared_ones, each, SIZELESS},
        {"rma-lock.busy-10", "LATENCY", busy_10, each, SIZELESS},
        {"rma-lock.busy-100", "LATENCY", busy_100, each, SIZELESS},
        {"rma-lock.neighbours", "LATENCY", neighbours, each, SIZELESS},
        {"rma-lock.contended", "LATENCY", contended, each, SIZELESS},
        {"rma-lock.ring", "LATENCY", ring, each, SIZELESS},
    };
    return measure_window(all, sizeof all / sizeof all[0], argc, argv);
}
