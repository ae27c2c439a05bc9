/* Two halves of the ranks, each with a leader: leaders that visit, and tasks that all take from the leaders' counters. */
#include "rma.h"
#include "overlap.h"

enum { DATA = 1 << 10, TASKS = 16, TASK_NANOS = 5000 };

static int half(void) {
    return (ranks + 1) / 2;
}

static void visit(int target, int count) {
    for (int i = 0; i < count; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
        MPI_Put(outgoing, DATA, MPI_BYTE, target, 0, DATA, MPI_BYTE, win);
        MPI_Win_unlock(target, win);
    }
}

static void visit_own(int count) {
    for (int local = rank + 1; local < rank + half() && local < ranks; local++) visit(local, count);
}

static double pattern(long size, int count) {
    double start = nanos();
    if (rank % half() == 0) {
        visit_own(count);
        visit(rank == 0 ? half() : 0, count);
        visit_own(count);
    }
    return finished_together(start);
}

static double of_visits(long size, int count, double time) {
    return time / count / (2 * (half() - 1) + 1);
}

static int take(int leader) {
    int64_t left, less;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, leader, 0, win);
    MPI_Get(&left, 1, MPI_INT64_T, leader, 0, 1, MPI_INT64_T, win);
    MPI_Win_flush(leader, win);
    less = left - 1;
    if (left > 0) MPI_Put(&less, 1, MPI_INT64_T, leader, 0, 1, MPI_INT64_T, win);
    MPI_Win_unlock(leader, win);
    return left > 0;
}

static double queue(long size, int count) {
    static long steps;
    int own = rank / half() * half(), leaders[2] = {own, own == 0 ? half() : 0}, flag;
    if (!steps) steps = steps_for(TASK_NANOS);
    if (rank == own) atomic_store((_Atomic int64_t *) base, (int64_t) count * TASKS);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = nanos();
    for (int i = 0; i < 2; i++) {
        while (take(leaders[i])) {
            compute(steps);
            MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        }
    }
    return finished_together(start);
}

static double of_tasks(long size, int count, double time) {
    return time / count / (2 * TASKS);
}

int main(int argc, char **argv) {
    static const program all[] = {
        {"rma-tasks.pattern", "LATENCY", pattern, of_visits, 0, DATA},
        {"rma-tasks.queue", "LATENCY", queue, of_tasks, SIZELESS},
    };
    return measure_window(all, sizeof all / sizeof all[0], argc, argv);
}
