/* Fences of all ranks: alone, after puts to neighbours, and with a computation between the puts and the fence. */
#include "rma.h"
#include "overlap.h"

enum { FEW = 4, MANY = 8, SHORT = 16, HALO_NANOS = 20000 };

/* Where there are fewer other ranks than neighbours, one stands for several. */
static void put_to(int neighbours, long size) {
    for (int k = 0; k < neighbours; k++) {
        int to = (rank + 1 + k % (ranks - 1)) % ranks;
        MPI_Put(outgoing, size, MPI_BYTE, to, k * size, size, MPI_BYTE, win);
    }
}

static double fences(int neighbours, long size, int count, long steps) {
    MPI_Win_fence(0, win);
    double start = nanos();
    for (int i = 0; i < count; i++) {
        put_to(neighbours, size);
        if (steps) compute(steps);
        MPI_Win_fence(0, win);
    }
    return finished(start);
}

static double empty(long size, int count) {
    return fences(0, 0, count, 0);
}

static double one_put(long size, int count) {
    return fences(1, size, count, 0);
}

static double many_puts(long size, int count) {
    return fences(MANY, size, count, 0);
}

static long halo_steps(void) {
    static long steps;
    if (!steps) steps = steps_for(HALO_NANOS);
    return steps;
}

static double halo4(long size, int count) {
    return fences(FEW, size, count, halo_steps());
}

static double halo8(long size, int count) {
    return fences(MANY, size, count, halo_steps());
}

static double hiding(long size, int count) {
    static double steps_per_nano;
    if (!steps_per_nano) steps_per_nano = steps_for(1e6) / 1e6;
    double start = nanos(), alone = fences(1, size, count, 0);
    long steps = alone / count * steps_per_nano;
    MPI_Bcast(&steps, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    double computing = computation(count, steps) * count;
    hide(alone, computing, fences(1, size, count, steps));
    return nanos() - start;
}

int main(int argc, char **argv) {
    static const program all[] = {
        {"rma-fence.empty", "LATENCY", empty, each, SIZELESS},
        {"rma-fence.put", "LATENCY", one_put, each, 0, SHORT},
        {"rma-fence.puts8", "LATENCY", many_puts, each, 0, SHORT},
        {"rma-fence.overlap", "FRACTION", hiding, fraction},
        {"rma-fence.halo4", "LATENCY", halo4, each},
        {"rma-fence.halo8", "LATENCY", halo8, each},
    };
    room = MANY;
    return measure_window(all, sizeof all / sizeof all[0], argc, argv);
}
