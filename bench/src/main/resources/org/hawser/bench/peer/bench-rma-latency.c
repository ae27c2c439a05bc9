/* Rank 0 reaches the window of rank 1, one operation after the other; each is complete before the next. */
#include "rma.h"

static const int64_t one = 1;

static double puts_flushed(long size, int count) {
    if (rank == 0) MPI_Win_lock_all(0, win);
    double start = nanos(), time;
    for (int i = 0; rank == 0 && i < count; i++) {
        MPI_Put(outgoing, size, MPI_BYTE, TARGET, 0, size, MPI_BYTE, win);
        MPI_Win_flush(TARGET, win);
    }
    time = nanos() - start;
    if (rank == 0) MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    return time;
}

static double gets_flushed(long size, int count) {
    if (rank == 0) MPI_Win_lock_all(0, win);
    double start = nanos(), time;
    for (int i = 0; rank == 0 && i < count; i++) {
        MPI_Get(incoming, size, MPI_BYTE, TARGET, 0, size, MPI_BYTE, win);
        MPI_Win_flush(TARGET, win);
    }
    time = nanos() - start;
    if (rank == 0) MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    return time;
}

static double puts_locked(long size, int count) {
    double start = nanos();
    for (int i = 0; rank == 0 && i < count; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, TARGET, 0, win);
        MPI_Put(outgoing, size, MPI_BYTE, TARGET, 0, size, MPI_BYTE, win);
        MPI_Win_unlock(TARGET, win);
    }
    return finished(start);
}

static double gets_locked(long size, int count) {
    double start = nanos();
    for (int i = 0; rank == 0 && i < count; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, TARGET, 0, win);
        MPI_Get(incoming, size, MPI_BYTE, TARGET, 0, size, MPI_BYTE, win);
        MPI_Win_unlock(TARGET, win);
    }
    return finished(start);
}

/* An update of a word; all of them under one lock. */
static double updates(void (*update)(void), int count) {
    if (rank == 0) MPI_Win_lock_all(0, win);
    double start = nanos(), time;
    for (int i = 0; rank == 0 && i < count; i++) update();
    time = nanos() - start;
    if (rank == 0) MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    return time;
}

static void fetch(void) {
    int64_t result;
    MPI_Fetch_and_op(&one, &result, MPI_INT64_T, TARGET, 0, MPI_SUM, win);
    MPI_Win_flush(TARGET, win);
}

static void swap(void) {
    static int64_t expected;
    int64_t result;
    MPI_Compare_and_swap(&one, &expected, &result, MPI_INT64_T, TARGET, 0, win);
    MPI_Win_flush(TARGET, win);
    expected = result;
}

static void accumulate(void) {
    MPI_Accumulate(&one, 1, MPI_INT64_T, TARGET, 0, 1, MPI_INT64_T, MPI_SUM, win);
    MPI_Win_flush(TARGET, win);
}

static double fetches(long size, int count) {
    return updates(fetch, count);
}

static double swaps(long size, int count) {
    return updates(swap, count);
}

static double accumulates(long size, int count) {
    return updates(accumulate, count);
}

int main(int argc, char **argv) {
    static const program all[] = {
        {"rma-latency.put", "LATENCY", puts_flushed, each},
        {"rma-latency.get", "LATENCY", gets_flushed, each},
        {"rma-latency.lock-put", "LATENCY", puts_locked, each},
        {"rma-latency.lock-get", "LATENCY", gets_locked, each},
        {"rma-latency.fetch-and-op", "LATENCY", fetches, each, WORD},
        {"rma-latency.accumulate", "LATENCY", accumulates, each, WORD},
        {"rma-latency.compare-and-swap", "LATENCY", swaps, each, WORD},
    };
    int programs = sizeof all / sizeof all[0];
#ifdef OPEN_MPI
    /* Its way to memory of the program's crashes in a swap. */
    if (is_own_memory()) programs--;
#endif
    return measure_window(all, programs, argc, argv);
}
