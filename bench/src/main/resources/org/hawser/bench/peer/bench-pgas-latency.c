/* Rank 0 reaches memory of rank 1, one operation after the other; and a word to and fro. */
#include "shmem.h"

static long flag, word, lock;
static volatile long sum;

static double element_gets(long size, int count) {
    double start = nanos();
    int *there = (int *) symmetric;
    for (int i = 0; rank == 0 && i < count; i++) sum += shmem_int_g(there + (i & (WORDS - 1)), TARGET);
    return finished(start);
}

static double element_puts(long size, int count) {
    double start = nanos();
    int *there = (int *) symmetric;
    for (int i = 0; rank == 0 && i < count; i++) shmem_int_p(there + (i & (WORDS - 1)), i, TARGET);
    if (rank == 0) shmem_quiet();
    return finished(start);
}

/* This version has no put with a signal: the data, a fence, the flag. */
static void send_signal(int other, long size, long turns) {
    shmem_putmem(symmetric, outgoing, size, other);
    shmem_fence();
    shmem_long_p(&flag, turns, other);
}

static double signals(long size, int count) {
    static long turns;
    double start = nanos();
    for (int i = 0; rank < 2 && i < count; i++) {
        turns++;
        if (rank == 0) send_signal(1, size, turns);
        shmem_long_wait_until(&flag, SHMEM_CMP_GE, turns);
        if (rank == 1) send_signal(0, size, turns);
    }
    return finished(start);
}

static double fetch_adds(long size, int count) {
    double start = nanos();
    for (int i = 0; rank == 0 && i < count; i++) sum += shmem_long_atomic_fetch_add(&word, 1, TARGET);
    return finished(start);
}

static double compare_swaps(long size, int count) {
    long expected = rank == 0 ? shmem_long_atomic_fetch(&word, TARGET) : 0;
    double start = nanos();
    for (int i = 0; rank == 0 && i < count; i++) {
        expected = shmem_long_atomic_compare_swap(&word, expected, expected + 1, TARGET) + 1;
    }
    return finished(start);
}

static double locks(long size, int count) {
    double start = nanos();
    for (int i = 0; rank == 0 && i < count; i++) {
        shmem_set_lock(&lock);
        shmem_clear_lock(&lock);
    }
    return finished(start);
}

static double contended_locks(long size, int count) {
    double start = nanos();
    for (int i = 0; rank < 2 && i < count; i++) {
        shmem_set_lock(&lock);
        shmem_clear_lock(&lock);
    }
    return finished(start);
}

static double one_way(long size, int count, double time) {
    return time / count / 2;
}

int main(int argc, char **argv) {
    static const program all[] = {
        {"pgas-latency.put", "LATENCY", puts_in_row, each},
        {"pgas-latency.put-implicit", "LATENCY", puts_before_quiet, each},
        {"pgas-latency.get", "LATENCY", gets_in_row, each},
        {"pgas-latency.element-get", "LATENCY", element_gets, each, 0, sizeof(int)},
        {"pgas-latency.element-put", "LATENCY", element_puts, each, 0, sizeof(int)},
        {"pgas-latency.put-signal", "LATENCY", signals, one_way},
        {"pgas-latency.signal", "LATENCY", signals, one_way, WORD},
        {"pgas-latency.fetch-add", "LATENCY", fetch_adds, each, WORD},
        {"pgas-latency.compare-swap", "LATENCY", compare_swaps, each, WORD},
        {"pgas-latency.lock", "LATENCY", locks, each, SIZELESS},
        {"pgas-latency.lock-contended", "LATENCY", contended_locks, each, SIZELESS},
    };
    return measure_memory(all, sizeof all / sizeof all[0], argc, argv);
}
