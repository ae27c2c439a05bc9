/* Messages in one direction, a window of sends at a time. */
#include "window.h"

static double per_second(long size, int count, double time) {
    return 1e9 * WINDOW * count / time;
}

int main(int argc, char **argv) {
    program it = {"rate", "RATE", windows, per_second};
    return measure(&it, argc, argv);
}
