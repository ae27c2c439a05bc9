/* Epochs of start and complete at one rank, post and wait at the other, with several operations in each. */
#include "rma.h"

enum { BATCH = 16, MANY = 64 };

typedef void operations(long size);

static void put_at(long size, long at) {
    MPI_Put(outgoing, size, MPI_BYTE, 1 - rank, at, size, MPI_BYTE, win);
}

static void get_at(long size, long at) {
    MPI_Get(incoming, size, MPI_BYTE, 1 - rank, at, size, MPI_BYTE, win);
}

static void batch(long size) {
    for (int i = 0; i < BATCH; i++) put_at(size, 0);
    for (int i = 0; i < BATCH; i++) get_at(size, size);
}

static void put_and_get(long size) {
    put_at(size, 0);
    get_at(size, size);
}

static void put(long size) {
    put_at(size, 0);
}

static void get(long size) {
    get_at(size, 0);
}

static void many(long size) {
    for (int i = 0; i < MANY; i++) put_at(size, i * size);
}

static MPI_Group peer(void) {
    static MPI_Group group = MPI_GROUP_NULL;
    if (group == MPI_GROUP_NULL) {
        MPI_Group everybody;
        int other = 1 - rank;
        MPI_Comm_group(MPI_COMM_WORLD, &everybody);
        MPI_Group_incl(everybody, 1, &other, &group);
    }
    return group;
}

static void access_epoch(operations *inside, long size) {
    MPI_Win_start(peer(), 0, win);
    inside(size);
    MPI_Win_complete(win);
}

static void expose(void) {
    MPI_Win_post(peer(), 0, win);
    MPI_Win_wait(win);
}

static double one_way(operations *inside, long size, int count) {
    double start = nanos();
    for (int i = 0; rank < 2 && i < count; i++) {
        if (rank == 0) access_epoch(inside, size);
        else expose();
    }
    return finished(start);
}

static double to_and_fro(operations *inside, long size, int count) {
    double start = nanos();
    for (int i = 0; rank < 2 && i < count; i++) {
        if (rank == 1) expose();
        access_epoch(inside, size);
        if (rank == 0) expose();
    }
    return finished(start);
}

static double batches(long size, int count) {
    return one_way(batch, size, count);
}

static double both(long size, int count) {
    return to_and_fro(put_and_get, size, count);
}

static double single_puts(long size, int count) {
    return to_and_fro(put, size, count);
}

static double single_gets(long size, int count) {
    return to_and_fro(get, size, count);
}

static double small_ones(long size, int count) {
    return one_way(many, size, count);
}

static double megabytes_per_second(long size, int count, double time) {
    return 2e3 * BATCH * size * count / time;
}

static double half(long size, int count, double time) {
    return time / (2.0 * count);
}

static double of_many(long size, int count, double time) {
    return time / ((double) MANY * count);
}

int main(int argc, char **argv) {
    static const program all[] = {
        {"rma-schedule.throughput", "BANDWIDTH", batches, megabytes_per_second},
        {"rma-schedule.latency", "LATENCY", both, half},
        {"rma-schedule.put", "LATENCY", single_puts, half},
        {"rma-schedule.get", "LATENCY", single_gets, half},
        {"rma-schedule.small", "LATENCY", small_ones, of_many, SMALL},
    };
    room = 2;
    least = MANY * MOST_OF_SMALL;
    return measure_window(all, sizeof all / sizeof all[0], argc, argv);
}
