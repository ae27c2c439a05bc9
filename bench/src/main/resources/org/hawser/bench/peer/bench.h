/*
 * The frame of the peers' programs: what lab/Lab is to our ranks. A sample lies between two looks at the way of a bare
 * cache line between ranks 0 and 1; it is taken again when the looks disagree, or when somebody else had or has a core.
 *
 *   program PEER ROUNDS SIZE,SIZE,... CASE,CASE,... SECONDS BOARD FABRIC
 *
 * A case is a word between dots in a bench; "-" stands for all of them. After SECONDS it ends with what it has; 0: never.
 * BOARD is a file that all ranks map; FABRIC is shm, or tcp: then it fails unless the sockets of rank 0 have carried at
 * least a byte for each operation, and of a bandwidth each byte.
 *
 * Prints a line per sample: @sample bench provider ranks size metric peer bracket value
 * Whoever started it knows what to compare a bench with.
 */
#pragma once
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/tcp.h>
#include <mpi.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BATCHES = 9, LOOK_ROUND_TRIPS = 120, ATTEMPTS = 20, WARM_UP_NANOS = 20000000 };
enum { SAMPLE_NANOS = 1000000, SHARED_SAMPLE_NANOS = 20000000 };    /* with a core per rank; where they share cores */
enum { WINDOW = 64, MOST_MEASUREMENTS = 512, ALIGNMENT = 4096, TAG = 1, ACK = 2 };
enum { YIELDS = 100, NAP_MICROS = 50, MOST_SOCKETS = 1024 };
enum { PACE_WORDS = 512, PACE_BATCHES = 4, PACE_STEPS = 3000, DISTURBED_REST_MICROS = 5000, FIRST_LOOKS = 300 };

static const double tolerance = 0.15, waiting = 0.02, disturbed = 1.25;

/*
 * SIZELESS: measured once, of 0 bytes. WIDE: a rank's memory holds the bytes of all ranks. WORD: of 8 bytes only. SMALL:
 * of few bytes only. ALONE: rank 0 may do it while nobody talks to it.
 */
enum { SIZELESS = 1, WIDE = 2, WORD = 4, SMALL = 8, ALONE = 16, MOST_OF_SMALL = 512 };

/* What a program measures. */
typedef struct {
    const char *bench;
    const char *metric;
    double (*run)(long size, int count);                      /* all ranks; nanoseconds at rank 0 */
    double (*figure)(long size, int count, double nanos);
    int traits;
    long only;                                                /* of so many bytes and no others; 0: of those asked for */
} program;

typedef struct {
    const program *it;
    long size;
    int count;                                                /* of operations in a sample; 0: not known yet */
} measurement;

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
    struct {
        _Atomic double ratio;
        char gap[120];
    } pace[2];
    _Atomic uint64_t arrived;
    char gap3[120];
    _Atomic uint64_t phase;
    char gap4[120];
    _Atomic int verdict;
} words;

static words *shared;
static int rank, ranks, bound, schedstat;
static uint64_t turn, phase;
static char *outgoing, *incoming;
static double deadline;
static long longest;                                          /* bytes of outgoing and incoming */
static const char *fabric;
static double owed;                                           /* bytes that rank 0's sockets must have carried */

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

/* Leaves the core to others for a while. The library must go on with what it has under way. */
static void give_way(int tries) {
    int flag;
    if (tries < YIELDS) {
        sched_yield();
        return;
    }
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    usleep(NAP_MICROS);
}

/* All ranks. Where they share cores by words of our own: a library that spins needs a second for its barrier there. */
static void meet(void) {
    if (bound) {
        MPI_Barrier(MPI_COMM_WORLD);
        return;
    }
    uint64_t number = atomic_fetch_add(&shared->arrived, 1);
    uint64_t all = (number / ranks + 1) * ranks;
    for (int tries = 0; atomic_load(&shared->arrived) < all; tries++) give_way(tries);
}

/* Ranks that have no part in a look leave the cores to those who have. */
static void await_end_of_look(void) {
    phase++;
    if (rank == 0) atomic_store(&shared->phase, phase);
    for (int tries = YIELDS; rank > 1 && !bound && atomic_load(&shared->phase) < phase; tries++) give_way(tries);
}

/*
 * How fast this core is just now, as lab/Pace has it: the time of a loop that wants all of a core, in parts of the
 * shortest so far. Not to be done on several numbers at once, which would be another loop.
 */
__attribute__((noinline, optimize("no-tree-vectorize"))) static double pace(void) {
    static volatile uint64_t sum;
    static uint64_t words[PACE_WORDS];
    static double best;
    double least = 0;
    for (int batch = 0; batch < PACE_BATCHES; batch++) {
        uint64_t a = 0, b = 1, c = 2, d = 3;
        double start = nanos();
        for (int i = 0; i < PACE_STEPS; i++) {
            int k = i & (PACE_WORDS / 4 - 1);
            a += words[k];
            b ^= words[k + 128];
            words[k + 256] = b;
            c += words[k + 64];
            d -= words[k + 200];
            b += i;
            c ^= i;
            d += i;
            words[k + 384] = d;
        }
        double time = nanos() - start;
        sum += a + b + c + d;
        least = batch == 0 || time < least ? time : least;
    }
    best = best == 0 || least < best ? least : best;
    return least / best;
}

/* True when the last look saw strangers on the core of rank 0 or 1. */
static int is_shared(void) {
    return bound && (atomic_load(&shared->pace[0].ratio) > disturbed || atomic_load(&shared->pace[1].ratio) > disturbed);
}

/* One way of a cache line, ns: the median of some batches. Pairs of release and acquire, as in the Java ranks. */
static double look(void) {
    double batch[BATCHES];
    meet();
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
    if (rank < 2) atomic_store(&shared->pace[rank].ratio, pace());
    await_end_of_look();
    meet();
    qsort(batch, BATCHES, sizeof batch[0], ascending);
    return batch[BATCHES / 2];
}

/* Everybody goes on with what rank 0 says. */
static int agreed(int verdict) {
    if (bound) {
        MPI_Bcast(&verdict, 1, MPI_INT, 0, MPI_COMM_WORLD);
        return verdict;
    }
    if (rank == 0) atomic_store(&shared->verdict, verdict);
    meet();
    verdict = atomic_load(&shared->verdict);
    meet();
    return verdict;
}

static double sample_nanos(void) {
    return bound ? SAMPLE_NANOS : SHARED_SAMPLE_NANOS;
}

static int is_late(void) {
    return deadline > 0 && agreed(nanos() > deadline);
}

static int is_undisturbed(double time) {
    return !bound || atomic_load(&shared->waited[0].nanos) + atomic_load(&shared->waited[1].nanos) <= waiting * time;
}

/*
 * Runs it until it is warm; returns the count that makes a sample long enough. Twice in a row: once it may have been
 * somebody else who took the time.
 */
static int calibrated(const program *it, long size) {
    int count = 1, long_ones = 0;
    double begin = nanos();
    for (;;) {
        double time = it->run(size, count);
        int is_long = agreed(time >= sample_nanos());
        long_ones = is_long ? long_ones + 1 : 0;
        if (agreed(long_ones > 1 && nanos() - begin >= WARM_UP_NANOS)) return count;
        if (!is_long) count *= 2;
    }
}

static void owe(const measurement *m) {
    if (!(m->it->traits & ALONE)) owed += (double) m->count * (strcmp(m->it->metric, "BANDWIDTH") ? 1 : m->size);
}

/* Bytes that this rank's TCP connections have carried, as the kernel counts them. */
static double carried(void) {
    double bytes = 0;
    for (int socket = 0; socket < MOST_SOCKETS; socket++) {
        struct tcp_info info = {0};
        socklen_t length = sizeof info;
        if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &length)) continue;
        bytes += info.tcpi_bytes_acked + info.tcpi_bytes_received;
    }
    return bytes;
}

/* A library that finds a shorter way than the one that was asked for is no peer. */
static void check_fabric(void) {
    if (rank != 0 || strcmp(fabric, "tcp") || carried() >= owed) return;
    printf("not over TCP: sockets carried %.0f bytes of at least %.0f\n", carried(), owed);
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 4);
}

/* A sample that turns out too short is taken again with a higher count. */
static void sample(measurement *m, const char *peer) {
    for (int attempt = 0; attempt < ATTEMPTS && !is_late(); attempt++) {
        double before = look();
        double waited = waited_nanos();
        double time = m->it->run(m->size, m->count);
        owe(m);
        if (rank < 2) atomic_store(&shared->waited[rank].nanos, (uint64_t) (waited_nanos() - waited));
        int is_alone = !is_shared();
        double after = look();
        double least = before < after ? before : after, most = before < after ? after : before;
        int is_good = most <= (1 + tolerance) * least && is_undisturbed(time);
        int is_kept = attempt == ATTEMPTS - 1 || (is_alone && !is_shared());
        int verdict = agreed(!is_good ? 0 : 2 * time < sample_nanos() ? 1 : is_kept ? 2 : 3);
        if (verdict == 1) m->count *= 2;
        if (verdict == 3) usleep(DISTURBED_REST_MICROS);
        if (verdict != 2) continue;
        if (rank == 0) {
            printf("@sample %s %s %d %ld %s %s %f %f\n", m->it->bench, fabric, ranks, m->size, m->it->metric, peer,
                   (before + after) / 2, m->it->figure(m->size, m->count, time));
        }
        return;
    }
}

/* Not memory of the library: ranks that share none in its eyes meet here, too. */
static words *mapped_board(const char *path) {
    int file = open(path, O_RDWR);
    void *memory = file < 0 || ftruncate(file, sizeof(words)) ? MAP_FAILED
        : mmap(NULL, sizeof(words), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) MPI_Abort(MPI_COMM_WORLD, 5);
    return memory;
}

static char *touched(size_t bytes) {
    void *memory = NULL;
    if (posix_memalign(&memory, ALIGNMENT, bytes)) MPI_Abort(MPI_COMM_WORLD, 3);
    return memset(memory, 1, bytes);
}

/* True when a list of words has one that stands between dots in a bench. */
static int is_chosen(const char *bench, const char *cases) {
    char words[256], *rest = NULL;
    if (!strcmp(cases, "-")) return 1;
    snprintf(words, sizeof words, "%s", bench);
    for (char *word = strtok_r(words, ".", &rest); word; word = strtok_r(NULL, ".", &rest)) {
        size_t length = strlen(word);
        for (const char *at = cases; *at; at += strcspn(at, ","), at += *at == ',') {
            if (strcspn(at, ",") == length && !strncmp(at, word, length)) return 1;
        }
    }
    return 0;
}

static int is_for(const program *it, long size) {
    return !(it->traits & SIZELESS) && !it->only && (!(it->traits & WORD) || size == sizeof(int64_t))
        && (!(it->traits & SMALL) || size <= MOST_OF_SMALL);
}

/* Sizes outside, programs inside: where time runs out the long ones are missing. Gives the bytes of the longest. */
static int plan(const program *all, int programs, char *sizes, const char *cases, measurement *list, long *most) {
    int length = 0, widest = 1;
    *most = ALIGNMENT;
    for (int p = 0; p < programs; p++) {
        if (!is_chosen(all[p].bench, cases)) continue;
        if (all[p].traits & SIZELESS) list[length++] = (measurement) {&all[p], 0, 0};
        if (all[p].only) list[length++] = (measurement) {&all[p], all[p].only, 0};
        *most = all[p].only > *most ? all[p].only : *most;
        if (all[p].traits & WIDE) widest = ranks;
    }
    for (char *text = strtok(sizes, ","); text; text = strtok(NULL, ",")) {
        long size = atol(text);
        *most = size > *most ? size : *most;
        for (int p = 0; p < programs && length < MOST_MEASUREMENTS; p++) {
            if (is_chosen(all[p].bench, cases) && is_for(&all[p], size)) {
                list[length++] = (measurement) {&all[p], size, 0};
            }
        }
    }
    *most *= widest;
    return length;
}

static void take_samples(measurement *list, int length, int rounds, const char *peer) {
    for (int round = 0; round < rounds && !is_late(); round++) {
        for (int m = 0; m < length && !is_late(); m++) {
            if (!list[m].count) list[m].count = calibrated(list[m].it, list[m].size);
            sample(&list[m], peer);
        }
        /* So that what has been measured is not lost when the next round takes too long. */
        if (!bound) fflush(stdout);
    }
}

/* As measure_all; calls open when the bytes of the longest are known, and close before the library ends. */
static int measure_between(void (*open_all)(void), const program *all, int programs, void (*close_all)(void), int argc,
                           char **argv) {
    static measurement list[MOST_MEASUREMENTS];
    long most;
    bind_to_core();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 8) MPI_Abort(MPI_COMM_WORLD, 2);
    schedstat = open("/proc/thread-self/schedstat", O_RDONLY);
    shared = mapped_board(argv[6]);
    fabric = argv[7];
    MPI_Barrier(MPI_COMM_WORLD);
    int length = plan(all, programs, argv[3], argv[4], list, &most);
    longest = most;
    outgoing = touched(most);
    incoming = touched(most);
    deadline = atoi(argv[5]) > 0 ? nanos() + atoi(argv[5]) * 1e9 : 0;
    open_all();
    for (int i = 0; i < FIRST_LOOKS && bound; i++) look();
    take_samples(list, length, atoi(argv[2]), argv[1]);
    check_fabric();
    close_all();
    MPI_Finalize();
    return 0;
}

static void nothing(void) {
}

static int measure_all(const program *all, int programs, int argc, char **argv) {
    return measure_between(nothing, all, programs, nothing, argc, argv);
}

static int measure(const program *it, int argc, char **argv) {
    return measure_all(it, 1, argc, argv);
}
