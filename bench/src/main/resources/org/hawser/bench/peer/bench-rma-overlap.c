/*
 * Computation beside passive epochs. At the origin, rank 0: between an operation on the window of rank 1 and its unlock.
 * At the target, rank 0: while all others get blocks from its window.
 */
#include "rma.h"
#include "overlap.h"

enum { BLOCK = 32 << 10, PIECE_NANOS = 20000 };

static double epochs(int is_put, long bytes, int operations, int count, long steps) {
    double start = nanos();
    for (int i = 0; rank == 0 && i < count; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, TARGET, 0, win);
        for (int k = 0; k < operations; k++) {
            if (is_put) MPI_Put(outgoing, bytes, MPI_BYTE, TARGET, 0, bytes, MPI_BYTE, win);
            else MPI_Get(incoming, bytes, MPI_BYTE, TARGET, 0, bytes, MPI_BYTE, win);
        }
        compute(steps);
        MPI_Win_unlock(TARGET, win);
    }
    return finished(start);
}

static double at_origin(int is_put, long bytes, int operations, int count) {
    static double steps_per_nano;
    if (!steps_per_nano) steps_per_nano = steps_for(1e6) / 1e6;
    double start = nanos(), alone = epochs(is_put, bytes, operations, count, 0);
    long steps = alone / count * steps_per_nano;
    double computing = rank == 0 ? computation(count, steps) * count : 0;
    hide(alone, computing, epochs(is_put, bytes, operations, count, steps));
    return nanos() - start;
}

static double one_put(long size, int count) {
    return at_origin(1, size, 1, count);
}

static double one_get(long size, int count) {
    return at_origin(0, size, 1, count);
}

static double some_puts(long size, int count) {
    return at_origin(1, BLOCK, size / BLOCK, count);
}

static double some_gets(long size, int count) {
    return at_origin(0, BLOCK, size / BLOCK, count);
}

static double pieces(int count) {
    static long steps;
    int flag;
    if (!steps) steps = steps_for(PIECE_NANOS);
    double start = nanos();
    for (int i = 0; i < count; i++) {
        compute(steps);
        MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    }
    return nanos() - start;
}

/* The first word of what they get tells the others to stop. */
static double disturbed(long size, int count) {
    double time = 0;
    if (rank == 0) pieces(1);
    if (rank == 0) atomic_store((_Atomic int64_t *) base, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        time = pieces(count);
        atomic_store((_Atomic int64_t *) base, 1);
    } else {
        do {
            MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
            MPI_Get(incoming, size, MPI_BYTE, 0, 0, size, MPI_BYTE, win);
            MPI_Win_unlock(0, win);
        } while (!*(int64_t *) incoming);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return time;
}

int main(int argc, char **argv) {
    static const program all[] = {
        {"rma-overlap.put", "FRACTION", one_put, fraction},
        {"rma-overlap.get", "FRACTION", one_get, fraction},
        {"rma-overlap.puts", "FRACTION", some_puts, fraction, 0, BLOCK},
        {"rma-overlap.puts", "FRACTION", some_puts, fraction, 0, 2 * BLOCK},
        {"rma-overlap.puts", "FRACTION", some_puts, fraction, 0, 4 * BLOCK},
        {"rma-overlap.puts", "FRACTION", some_puts, fraction, 0, 8 * BLOCK},
        {"rma-overlap.puts", "FRACTION", some_puts, fraction, 0, 16 * BLOCK},
        {"rma-overlap.puts", "FRACTION", some_puts, fraction, 0, 32 * BLOCK},
        {"rma-overlap.gets", "FRACTION", some_gets, fraction, 0, BLOCK},
        {"rma-overlap.gets", "FRACTION", some_gets, fraction, 0, 2 * BLOCK},
        {"rma-overlap.gets", "FRACTION", some_gets, fraction, 0, 4 * BLOCK},
        {"rma-overlap.gets", "FRACTION", some_gets, fraction, 0, 8 * BLOCK},
        {"rma-overlap.gets", "FRACTION", some_gets, fraction, 0, 16 * BLOCK},
        {"rma-overlap.gets", "FRACTION", some_gets, fraction, 0, 32 * BLOCK},
        {"rma-overlap.target", "LATENCY", disturbed, each, ALONE, BLOCK},
    };
    return measure_window(all, sizeof all / sizeof all[0], argc, argv);
}
