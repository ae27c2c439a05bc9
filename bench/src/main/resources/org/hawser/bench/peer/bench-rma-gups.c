/* RandomAccess: random words of a table that all windows make up become themselves xor a random number. */
#include "rma.h"

enum { BATCH = 1024, SLOTS = 4 * BATCH, MOST_RANKS = 64 };

static uint64_t value, number[BATCH], fetched[BATCH];

static uint64_t step(uint64_t x) {
    return x << 1 ^ ((int64_t) x < 0 ? 7 : 0);
}

/* Ranks begin far from each other: each takes the sequence up from a number of its own. */
static uint64_t next(void) {
    if (!value) {
        value = 0x9E3779B97F4A7C15u * (rank + 1);
    }
    return value = step(value);
}

/* A rank has a power of two of words, and so has the table. */
static int target_of(uint64_t x, long size) {
    return x >> __builtin_ctzl(size / 8) & (ranks - 1);
}

static MPI_Aint place_of(uint64_t x, long size) {
    return (x & (size / 8 - 1)) * 8;
}

static double get_modify_put(long size, int count) {
    uint64_t word;
    double start = nanos();
    for (int i = 0; i < count * BATCH; i++) {
        uint64_t x = next();
        int target = target_of(x, size);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
        MPI_Get(&word, 1, MPI_UINT64_T, target, place_of(x, size), 1, MPI_UINT64_T, win);
        MPI_Win_unlock(target, win);
        word ^= x;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
        MPI_Put(&word, 1, MPI_UINT64_T, target, place_of(x, size), 1, MPI_UINT64_T, win);
        MPI_Win_unlock(target, win);
    }
    return finished_together(start);
}

static double accumulate(long size, int count) {
    double start = nanos();
    for (int i = 0; i < count * BATCH; i++) {
        uint64_t x = next();
        int target = target_of(x, size);
        MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
        MPI_Accumulate(&x, 1, MPI_UINT64_T, target, place_of(x, size), 1, MPI_UINT64_T, MPI_BXOR, win);
        MPI_Win_unlock(target, win);
    }
    return finished_together(start);
}

/* Under one lock of all, with a flush per batch: by accumulate, or by fetch-and-op. */
static double under_one_lock(int is_fetch, long size, int count) {
    double start = nanos();
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < BATCH; k++) {
            uint64_t x = number[k] = next();
            int target = target_of(x, size);
            MPI_Aint at = place_of(x, size);
            if (is_fetch) MPI_Fetch_and_op(&number[k], &fetched[k], MPI_UINT64_T, target, at, MPI_BXOR, win);
            else MPI_Accumulate(&number[k], 1, MPI_UINT64_T, target, at, 1, MPI_UINT64_T, MPI_BXOR, win);
        }
        MPI_Win_flush_all(win);
    }
    MPI_Win_unlock_all(win);
    return finished_together(start);
}

static double flushed(long size, int count) {
    return under_one_lock(0, size, count);
}

static double direct(long size, int count) {
    return under_one_lock(1, size, count);
}

/* Updates of one target that go there together; two of one word become one. */
static struct bucket {
    int size, slots[SLOTS];
    uint64_t numbers[BATCH];
    MPI_Aint places[BATCH];
    MPI_Datatype type;
} buckets[MOST_RANKS];

static void add(struct bucket *b, MPI_Aint place, uint64_t x) {
    unsigned slot = (unsigned) (place >> 3) * 0x9E3779B1u >> 20;
    while (b->slots[slot] && b->places[b->slots[slot] - 1] != place) slot = (slot + 1) % SLOTS;
    if (b->slots[slot]) {
        b->numbers[b->slots[slot] - 1] ^= x;
        return;
    }
    b->places[b->size] = place;
    b->numbers[b->size] = x;
    b->slots[slot] = ++b->size;
}

static double aggregated(long size, int count) {
    double start = nanos();
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < BATCH; k++) {
            uint64_t x = next();
            add(&buckets[target_of(x, size)], place_of(x, size), x);
        }
        for (int t = 0; t < ranks; t++) {
            struct bucket *b = &buckets[t];
            if (!b->size) continue;
            MPI_Type_create_hindexed_block(b->size, 1, b->places, MPI_UINT64_T, &b->type);
            MPI_Type_commit(&b->type);
            MPI_Accumulate(b->numbers, b->size, MPI_UINT64_T, t, 0, 1, b->type, MPI_BXOR, win);
        }
        MPI_Win_flush_all(win);
        for (int t = 0; t < ranks; t++) {
            struct bucket *b = &buckets[t];
            if (b->size) MPI_Type_free(&b->type);
            memset(b->slots, 0, sizeof b->slots);
            b->size = 0;
        }
    }
    MPI_Win_unlock_all(win);
    return finished_together(start);
}

static double per_second(long size, int count, double time) {
    return 1e9 * BATCH * ranks * count / time;
}

int main(int argc, char **argv) {
    static const program all[] = {
        {"rma-gups.get-modify-put", "RATE", get_modify_put, per_second},
        {"rma-gups.accumulate", "RATE", accumulate, per_second},
        {"rma-gups.flushed", "RATE", flushed, per_second},
        {"rma-gups.aggregated", "RATE", aggregated, per_second},
        {"rma-gups.direct", "RATE", direct, per_second},
    };
    return measure_window(all, sizeof all / sizeof all[0], argc, argv);
}
