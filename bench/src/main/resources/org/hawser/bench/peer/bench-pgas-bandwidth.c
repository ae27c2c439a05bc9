/* Rank 0 copies to and from memory of rank 1, one long operation after the other. */
#include "shmem.h"

static double megabytes(long size, int count, double time) {
    return size * (double) count * 1e3 / time;
}

int main(int argc, char **argv) {
    static const program all[] = {
        {"pgas-bandwidth.put", "BANDWIDTH", puts_before_quiet, megabytes},
        {"pgas-bandwidth.get", "BANDWIDTH", gets_in_row, megabytes},
    };
    return measure_memory(all, sizeof all / sizeof all[0], argc, argv);
}
