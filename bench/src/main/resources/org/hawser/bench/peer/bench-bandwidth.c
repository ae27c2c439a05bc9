/* Bytes in one direction, a window of sends at a time. */
#include "window.h"

static double megabytes_per_second(long size, int count, double time) {
    return 1e3 * WINDOW * size * count / time;
}

int main(int argc, char **argv) {
    program it = {"bandwidth", "BANDWIDTH", windows, megabytes_per_second};
    return measure(&it, argc, argv);
}
