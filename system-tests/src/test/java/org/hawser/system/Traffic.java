package org.hawser.system;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLong;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.runtime.Counter;
import org.hawser.runtime.Rank;
import org.hawser.runtime.Symmetric;
import org.hawser.testkit.OneSidedProgram;

/** Programs that communicate a lot and check what they got. */
final class Traffic {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int PING = 1;
    private static final int PONG = 2;

    private Traffic() {
    }

    static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    /** Ranks in pairs throw a ball to and fro. */
    static void pingPong(Rank rank, int rounds) {
        long[] last = {-1};
        rank.messages().register(PING, (source, memory, offset, length) -> {
            long number = memory.get(LONG, offset);
            check(number == last[0] + 1, "out of order: " + number + " after " + last[0]);
            last[0] = number;
        });
        rank.barrier();
        int other = rank.number() ^ 1;
        for (long i = 0; i < rounds; i++) {
            long number = i;
            if (rank.number() % 2 == 0) {
                rank.messages().send(other, PING, number);
            }
            rank.await(() -> last[0] >= number);
            if (rank.number() % 2 == 1) {
                rank.messages().send(other, PING, number);
            }
        }
        rank.barrier();
    }

    /** Everybody floods everybody, and handlers answer each message. */
    static void flood(Rank rank, int each) {
        long[] next = new long[rank.size()];
        AtomicLong answers = new AtomicLong();
        rank.messages().register(PING, (source, memory, offset, length) -> {
            check(memory.get(LONG, offset) == next[source]++, "out of order: source=" + source);
            rank.messages().send(source, PONG, 1);
        });
        rank.messages().register(PONG, (source, memory, offset, length) -> answers.incrementAndGet());
        rank.barrier();
        MemorySegment body = MemorySegment.ofArray(new byte[rank.messages().maxMedium()]);
        for (long i = 0; i < each; i++) {
            for (int peer = 0; peer < rank.size(); peer++) {
                body.set(LONG, 0, i);
                rank.messages().send(peer, PING, body, 0, i % 5 == 0 ? (int) body.byteSize() : 8);
            }
        }
        rank.await(() -> answers.get() == (long) each * rank.size());
        rank.barrier();
    }

    /** Every rank puts a piece of {@code bytes} to every rank. */
    static void allToAll(Rank rank, int bytes) {
        Symmetric inbox = rank.symmetric((long) bytes * rank.size());
        byte[] piece = new byte[bytes];
        for (int peer = 0; peer < rank.size(); peer++) {
            java.util.Arrays.fill(piece, (byte) (rank.number() * 16 + peer));
            rank.put(inbox.at(peer), (long) rank.number() * bytes, MemorySegment.ofArray(piece), 0, bytes);
        }
        rank.barrier();
        for (int peer = 0; peer < rank.size(); peer++) {
            MemorySegment got = inbox.memory().asSlice((long) peer * bytes, bytes);
            java.util.Arrays.fill(piece, (byte) (peer * 16 + rank.number()));
            check(got.mismatch(MemorySegment.ofArray(piece)) < 0, "wrong piece from " + peer);
        }
        rank.barrier();
    }

    static void barriers(Rank rank, int count) {
        Symmetric arrivals = rank.symmetric(Long.BYTES);
        for (long i = 1; i <= count; i++) {
            rank.fetchAdd(arrivals.at(0), 0, 1);
            rank.barrier();
            long seen = rank.get(arrivals.at(0), 0);
            check(seen >= i * rank.size() && seen <= (i + 1) * rank.size(), "barrier " + i + " saw " + seen);
        }
        rank.barrier();
    }

    /** All to rank 0, in bursts, so that lanes change hands. */
    static void lanes(Rank rank, int each) {
        long[] next = new long[rank.size()];
        AtomicLong count = new AtomicLong();
        rank.messages().register(PING, (source, memory, offset, length) -> {
            check(memory.get(LONG, offset) == next[source]++, "out of order: source=" + source);
            count.incrementAndGet();
        });
        rank.barrier();
        for (long i = 0; i < each; i++) {
            if (i % 500 == 0) {
                rank.progress();
                Thread.yield();
            }
            rank.messages().send(0, PING, i);
        }
        rank.await(() -> rank.number() != 0 || count.get() == (long) each * rank.size());
        rank.barrier();
    }

    /** Deliveries of {@code bytes} round a ring, from three kinds of memory. */
    static void deliveries(Rank rank, int bytes) {
        Counter arrived = new Counter();
        byte[] place = new byte[bytes];
        rank.messages().register(PING, (source, memory, offset, length, delivery) ->
            delivery.into(MemorySegment.ofArray(place), 0).bump(arrived));
        rank.barrier();
        MemorySegment[] sources = {MemorySegment.ofArray(new byte[bytes]), Arena.ofAuto().allocate(bytes),
            rank.allocate(bytes).memory()};
        for (int round = 0; round < 9; round++) {
            MemorySegment payload = sources[round % 3].fill((byte) (round * 20 + rank.number()));
            Counter done = new Counter();
            rank.messages().deliver((rank.number() + 1) % rank.size(), PING, MemorySegment.ofArray(new byte[8]),
                payload, null, done);
            rank.await(done, 1);
            rank.await(arrived, 1);
            byte wanted = (byte) (round * 20 + (rank.number() + rank.size() - 1) % rank.size());
            for (byte found : place) {
                check(found == wanted, "round " + round + " found " + found + " wanted " + wanted);
            }
            rank.barrier();
        }
    }

    static void oneSided(Rank rank, int steps) {
        int words = 1_000;
        Symmetric shared = rank.symmetric((long) words * rank.size() * Long.BYTES);
        new OneSidedProgram(rank, shared, words, rank.number()).run(steps);
        rank.barrier();
    }

    /** Long blocks from memory of the runtime to that of the next rank's and back, which both ranks may copy. */
    static void copies(Rank rank, int bytes) {
        Symmetric shared = rank.symmetric(bytes);
        MemorySegment sent = rank.allocate(bytes).memory();
        MemorySegment back = rank.allocate(bytes).memory();
        RemoteRegion next = shared.at((rank.number() + 1) % rank.size());
        for (int i = 1; i <= 20; i++) {
            sent.fill((byte) (rank.number() * 20 + i));
            rank.put(next, 0, sent, 0, bytes);
            rank.get(next, 0, back, 0, bytes);
            check(sent.mismatch(back) == -1, "a block came back as another");
            rank.barrier();
            byte before = (byte) ((rank.number() + rank.size() - 1) % rank.size() * 20 + i);
            check(shared.memory().get(ValueLayout.JAVA_BYTE, bytes - 1) == before, "the put did not arrive");
            rank.barrier();
        }
    }

    /** Memory that is not the runtime's, reached in another process. */
    static void registered(Rank rank, int bytes) {
        MemorySegment own = Arena.ofAuto().allocate(bytes, 8);
        byte[] key = new byte[RegionKey.BYTES];
        rank.register(own).key().encode(MemorySegment.ofArray(key), 0);
        byte[][] keys = rank.exchange().allGather(key);
        int next = (rank.number() + 1) % rank.size();
        RemoteRegion theirs = rank.attach(RegionKey.decode(MemorySegment.ofArray(keys[next]), 0));
        byte[] sent = new byte[bytes - 8];
        java.util.Arrays.fill(sent, (byte) (rank.number() + 1));
        rank.put(theirs, 8, MemorySegment.ofArray(sent), 0, sent.length);
        for (int i = 0; i < 1_000; i++) {
            check(rank.fetchAdd(theirs, 0, 2) == 2L * i, "additions are lost");
        }
        rank.barrier();
        check(own.get(LONG, 0) == 2_000, "additions did not arrive");
        check(own.get(ValueLayout.JAVA_BYTE, bytes - 1) == (byte) ((rank.number() + rank.size() - 1) % rank.size() + 1),
            "the put did not arrive");
        rank.barrier();
    }

    /** Rank 0 computes for a while and makes no call; the others are served by its progress thread. */
    static void compute(Rank rank, int messages) {
        AtomicLong answers = new AtomicLong();
        Symmetric done = rank.symmetric(Long.BYTES);
        rank.messages().register(PING, (source, memory, offset, length) -> rank.messages().send(source, PONG, 1));
        rank.messages().register(PONG, (source, memory, offset, length) -> answers.incrementAndGet());
        rank.barrier();
        if (rank.number() == 0) {
            // Only when all others have their answers does rank 0 call the runtime again.
            while ((long) ValueLayout.JAVA_LONG.varHandle().getAcquire(done.memory(), 0L) < rank.size() - 1) {
                Thread.onSpinWait();
            }
        } else {
            for (int i = 0; i < messages; i++) {
                long wanted = i + 1L;
                rank.messages().send(0, PING, i);
                rank.await(() -> answers.get() == wanted);
            }
            rank.fetchAdd(done.at(0), 0, 1);
        }
        rank.barrier();
    }

    /** Each rank talks to the four ranks around it. */
    static void neighbours(Rank rank, int each) {
        AtomicLong count = new AtomicLong();
        rank.messages().register(PING, (source, memory, offset, length) -> count.incrementAndGet());
        rank.barrier();
        int[] steps = {1, rank.size() - 1, 32 % rank.size(), (rank.size() - 32 % rank.size()) % rank.size()};
        for (int i = 0; i < each; i++) {
            for (int step : steps) {
                rank.messages().send((rank.number() + step) % rank.size(), PING, i);
            }
        }
        rank.await(() -> count.get() == 4L * each);
        rank.barrier();
    }
}
