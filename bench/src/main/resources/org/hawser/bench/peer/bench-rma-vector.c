/*
 * Square sections of matrices of doubles, 1024 wide, between rank 0 and the window of rank 1, strided at both ends: while
 * the target waits, while it computes, and beside a computation.
 */
#include "rma.h"
#include "overlap.h"

enum { WIDTH = 1024, MOST_TYPES = 64, PIECE_NANOS = 20000 };

static struct {
    int side;
    MPI_Datatype type;
} types[MOST_TYPES];

/* The word behind the matrix in the target's window that ends its computation. */
static const long at_stop = (long) WIDTH * WIDTH * sizeof(double);

static MPI_Datatype section(long size) {
    int t = 0, side = 1;
    while ((side + 1L) * (side + 1L) * (long) sizeof(double) <= size) side++;
    while (types[t].side && types[t].side != side) t++;
    if (!types[t].side) {
        types[t].side = side;
        MPI_Type_vector(side, side, WIDTH, MPI_DOUBLE, &types[t].type);
        MPI_Type_commit(&types[t].type);
    }
    return types[t].type;
}

static char *matrix(void) {
    static char *memory;
    if (!memory) memory = touched(at_stop);
    return memory;
}

static void move(int is_put, MPI_Datatype type) {
    if (is_put) MPI_Put(matrix(), 1, type, TARGET, 0, 1, type, win);
    else MPI_Get(matrix(), 1, type, TARGET, 0, 1, type, win);
}

static double moves(int is_put, long size, int count) {
    MPI_Datatype type = section(size);
    if (rank == 0) MPI_Win_lock_all(0, win);
    double start = nanos(), time;
    for (int i = 0; rank == 0 && i < count; i++) {
        move(is_put, type);
        MPI_Win_flush(TARGET, win);
    }
    time = nanos() - start;
    if (rank == 0) MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    return time;
}

static double puts_flushed(long size, int count) {
    return moves(1, size, count);
}

static double gets_flushed(long size, int count) {
    return moves(0, size, count);
}

static int is_told(void) {
    return atomic_load_explicit((_Atomic int64_t *) (base + at_stop), memory_order_acquire) != 0;
}

/* The target calls the library between two pieces of its computation only. */
static double busy(long size, int count) {
    static const int64_t done = 1;
    static long steps;
    int flag;
    MPI_Datatype type = section(size);
    if (!steps) steps = steps_for(PIECE_NANOS);
    atomic_store((_Atomic int64_t *) (base + at_stop), 0);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = nanos(), time;
    if (rank == 0) MPI_Win_lock(MPI_LOCK_SHARED, TARGET, 0, win);
    for (int i = 0; rank == 0 && i < count; i++) {
        move(0, type);
        MPI_Win_flush(TARGET, win);
    }
    if (rank == 0) MPI_Win_unlock(TARGET, win);
    time = nanos() - start;
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, TARGET, 0, win);
        MPI_Put(&done, 1, MPI_INT64_T, TARGET, at_stop, 1, MPI_INT64_T, win);
        MPI_Win_unlock(TARGET, win);
    }
    while (rank == TARGET && !is_told()) {
        compute(steps);
        MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return time;
}

static double epochs(MPI_Datatype type, int count, long steps) {
    double start = nanos();
    for (int i = 0; rank == 0 && i < count; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, TARGET, 0, win);
        move(0, type);
        compute(steps);
        MPI_Win_unlock(TARGET, win);
    }
    return finished(start);
}

static double beside(long size, int count) {
    static double steps_per_nano;
    MPI_Datatype type = section(size);
    if (!steps_per_nano) steps_per_nano = steps_for(1e6) / 1e6;
    double start = nanos(), alone = epochs(type, count, 0);
    long steps = alone / count * steps_per_nano;
    double computing = rank == 0 ? computation(count, steps) * count : 0;
    hide(alone, computing, epochs(type, count, steps));
    return nanos() - start;
}

static double megabytes_per_second(long size, int count, double time) {
    return 1e3 * size * count / time;
}

int main(int argc, char **argv) {
    static const program all[] = {
        {"rma-vector.put", "BANDWIDTH", puts_flushed, megabytes_per_second},
        {"rma-vector.get", "BANDWIDTH", gets_flushed, megabytes_per_second},
        {"rma-vector.overlap", "FRACTION", beside, fraction},
        {"rma-vector.busy", "BANDWIDTH", busy, megabytes_per_second},
    };
    int programs = sizeof all / sizeof all[0];
#ifndef OPEN_MPI
    /* MPICH 4.0.2 does not come to an end of it. */
    programs--;
#endif
    least = at_stop + sizeof(int64_t);
    return measure_window(all, programs, argc, argv);
}
