/* As bench-latency, of messages that are written before each send and read after each receive. */
#include "bench.h"

enum { LINE = 64 };

static volatile uint64_t sum;

static void send_written(long size, int to, int turn) {
    memset(outgoing, turn, size);
    MPI_Send(outgoing, size, MPI_BYTE, to, TAG, MPI_COMM_WORLD);
}

static void receive_and_read(long size, int from) {
    uint64_t lines = 0;
    MPI_Recv(incoming, size, MPI_BYTE, from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (long at = 0; at <= size - (long) sizeof lines; at += LINE) {
        uint64_t word;
        memcpy(&word, incoming + at, sizeof word);
        lines += word;
    }
    sum += lines;
}

static double ping_pong(long size, int count) {
    double start = nanos();
    for (int i = 0; i < count; i++) {
        if (rank == 0) {
            send_written(size, 1, i);
            receive_and_read(size, 1);
        } else if (rank == 1) {
            receive_and_read(size, 0);
            send_written(size, 0, i);
        }
    }
    return nanos() - start;
}

static double one_way(long size, int count, double time) {
    return time / (2.0 * count);
}

int main(int argc, char **argv) {
    program it = {"fresh", "LATENCY", ping_pong, one_way};
    return measure(&it, argc, argv);
}
