/*
 * The frame of the peers' programs: what lab/Lab is to our ranks. A sample lies between two looks at the way of a bare
 * cache line between ranks 0 and 1; it is taken again when the looks disagree, or when somebody else had a core.
 *
 *   program PEER ROUNDS SIZE,SIZE,...
 *
 * Prints a line per sample: @sample bench provider ranks size metric peer bracket value
 * The bench is the program's name; whoever started it knows what to compare it with.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BATCHES = 9, LOOK_ROUND_TRIPS = 120, ATTEMPTS = 20, SAMPLE_NANOS = 1000000, WARM_UP_NANOS = 20000000 };
enum { WINDOW = 64, MOST_SIZES = 64, ALIGNMENT = 4096, TAG = 1, ACK = 2 };

static const double tolerance = 0.15, waiting = 0.02;

/* What a program measures. */
typedef struct {
    const char *bench;
    const char *metric;
    double (*run)(long size, int count);                      /* all ranks; nanoseconds at rank 0 */
    double (*figure)(long size, int count, double nanos);
} program;

/* Ping and pong on pages of their own, as in the Java ranks: within one page the line takes longer. */
typedef struct {
    _Atomic uint64_t ping;
    char gap[2 * ALIGNMENT - sizeof(uint64_t)];
    _Atomic uint64_t pong;
    char gap2[2 * ALIGNMENT - sizeof(uint64_t)];
    struct {
        _Atomic uint64_t nanos;
        char gap[120];
    } waited[2];
} words;

static words *shared;
static int rank, ranks, bound, schedstat;
static uint64_t turn;
static char *outgoing, *incoming;

static double nanos(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

/* The rank-th core that this process may use, as for our ranks; before MPI_Init, which starts threads of its own. */
static void bind_to_core(void) {
    static const char *const names[][2] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, {"PMI_RANK", "PMI_SIZE"}};
    cpu_set_t allowed, own;
    for (int i = 0; i < 2; i++) {
        const char *number = getenv(names[i][0]), *size = getenv(names[i][1]);
        if (!number || !size || sched_getaffinity(0, sizeof allowed, &allowed)) continue;
        if (atoi(size) > CPU_COUNT(&allowed)) return;
        int left = atoi(number);
        for (int core = 0; core < CPU_SETSIZE; core++) {
            if (CPU_ISSET(core, &allowed) && left-- == 0) {
                CPU_ZERO(&own);
                CPU_SET(core, &own);
                bound = sched_setaffinity(0, sizeof own, &own) == 0;
                return;
            }
        }
    }
}

/* How long this thread has waited for its core while somebody else had it; 0 where the kernel does not tell. */
static double waited_nanos(void) {
    char text[128];
    double on_core = 0, waited = 0;
    ssize_t length = schedstat < 0 ? -1 : pread(schedstat, text, sizeof text - 1, 0);
    if (length <= 0) return 0;
    text[length] = 0;
    return sscanf(text, "%lf %lf", &on_core, &waited) == 2 ? waited : 0;
}

/* One way of a cache line, ns: the median of some batches. Pairs of release and acquire, as in the Java ranks. */
static double look(void) {
    double batch[BATCHES];
    MPI_Barrier(MPI_COMM_WORLD);
    for (int b = 0; b < BATCHES; b++) {
        double start = nanos();
        for (int i = 0; rank < 2 && i < LOOK_ROUND_TRIPS; i++) {
            turn++;
            if (rank == 0) {
                atomic_store_explicit(&shared->ping, turn, memory_order_release);
                while (atomic_load_explicit(&shared->pong, memory_order_acquire) != turn) relax();
            } else {
                while (atomic_load_explicit(&shared->ping, memory_order_acquire) != turn) relax();
                atomic_store_explicit(&shared->pong, turn, memory_order_release);
            }
        }
        batch[b] = (nanos() - start) / (2.0 * LOOK_ROUND_TRIPS);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    qsort(batch, BATCHES, sizeof batch[0], ascending);
    return batch[BATCHES / 2];
}

/* Everybody goes on with what rank 0 says. */
static int agreed(int verdict) {
    MPI_Bcast(&verdict, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return verdict;
}

static int is_undisturbed(double time) {
    return !bound || atomic_load(&shared->waited[0].nanos) + atomic_load(&shared->waited[1].nanos) <= waiting * time;
}

/* Runs it until it is warm; returns the count that makes a sample long enough. */
static int calibrated(const program *it, long size) {
    int count = 1;
    double begin = nanos();
    for (;;) {
        double time = it->run(size, count);
        int verdict = agreed(time < SAMPLE_NANOS ? 0 : nanos() - begin < WARM_UP_NANOS ? 1 : 2);
        if (verdict == 2) return count;
        if (verdict == 0) count *= 2;
    }
}

static void sample(const program *it, const char *peer, long size, int count) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        double before = look();
        double waited = waited_nanos();
        double time = it->run(size, count);
        if (rank < 2) atomic_store(&shared->waited[rank].nanos, (uint64_t) (waited_nanos() - waited));
        double after = look();
        double least = before < after ? before : after, most = before < after ? after : before;
        if (!agreed(most <= (1 + tolerance) * least && is_undisturbed(time))) continue;
        if (rank == 0) {
            printf("@sample %s shm %d %ld %s %s %f %f\n", it->bench, ranks, size, it->metric, peer,
                   (before + after) / 2, it->figure(size, count, time));
        }
        return;
    }
}

static char *touched(size_t bytes) {
    void *memory = NULL;
    if (posix_memalign(&memory, ALIGNMENT, bytes)) MPI_Abort(MPI_COMM_WORLD, 3);
    return memset(memory, 1, bytes);
}

static int measure(const program *it, int argc, char **argv) {
    long sizes[MOST_SIZES], most = 0;
    int counts[MOST_SIZES], kinds = 0, unit;
    MPI_Win window;
    MPI_Aint bytes;
    bind_to_core();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 4) MPI_Abort(MPI_COMM_WORLD, 2);
    schedstat = open("/proc/thread-self/schedstat", O_RDONLY);
    MPI_Win_allocate_shared(rank == 0 ? sizeof(words) : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &window);
    MPI_Win_shared_query(window, 0, &bytes, &unit, &shared);
    for (char *s = strtok(argv[3], ","); s && kinds < MOST_SIZES; s = strtok(NULL, ",")) {
        sizes[kinds] = atol(s);
        most = sizes[kinds] > most ? sizes[kinds] : most;
        kinds++;
    }
    outgoing = touched(most);
    incoming = touched(most);
    for (int k = 0; k < kinds; k++) counts[k] = calibrated(it, sizes[k]);
    for (int round = 0; round < atoi(argv[2]); round++) {
        for (int k = 0; k < kinds; k++) sample(it, argv[1], sizes[k], counts[k]);
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
