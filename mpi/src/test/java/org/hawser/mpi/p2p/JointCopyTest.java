package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.hawser.runtime.Rank;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Long messages that both ranks copy: every piece once, whoever begins, and also when one of the two does nothing. */
@Tag("once")
class JointCopyTest {
    private static final int CONTEXT = 0;
    private static final int TAG = 5;
    private static final int ROUNDS = 20;
    private static final int LEAST = 64 << 10;
    /** Also where ranks share cores. */
    private static final Medium JOINT = P2pJob.FILES.with("hawser.mpi.joint", "64K");

    /** Memory that the kernel copies between, and memory that both ranks map. */
    private enum Memory {
        NATIVE, RUNTIME;

        MemorySegment allocate(Rank rank, Arena arena, long bytes) {
            return this == NATIVE ? arena.allocate(bytes, 8) : rank.allocate(bytes).memory();
        }
    }

    @ParameterizedTest
    @CsvSource({"65536, true, 8", "65536, true, 0", "65536, false, 8", "65535, true, 8", "400001, true, 8",
        "400001, true, 0", "400001, false, 8", "400001, false, 0", "3000000, true, 8", "3000000, true, 0",
        "3000000, false, 8"})
    void eachPieceIsCopiedOnce(int bytes, boolean receiverFirst, int spare) {
        for (Memory kind : Memory.values()) {
            eachPieceIsCopiedOnce(kind, bytes, receiverFirst, spare);
        }
    }

    /** The receive has {@code spare} bytes more than come. */
    private static void eachPieceIsCopiedOnce(Memory kind, int bytes, boolean receiverFirst, int spare) {
        AtomicLong pieces = new AtomicLong();
        P2pJob.run(JOINT, 2, (rank, p2p) -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = kind.allocate(rank, arena, bytes + spare);
                for (int round = 0; round < ROUNDS; round++) {
                    boolean sends = rank.number() == 0;
                    memory.fill((byte) 0);
                    if (sends) {
                        fill(memory, bytes, round);
                    }
                    if (sends == receiverFirst) {
                        rank.barrier();
                    }
                    Operation own = sends
                        ? p2p.startSend(CONTEXT, 1, TAG, false, null, memory.address(), bytes, memory)
                        : p2p.startReceive(CONTEXT, 0, TAG, null, memory.address(), bytes + spare, memory);
                    if (sends != receiverFirst) {
                        rank.barrier();
                    }
                    p2p.await(own);
                    if (!sends) {
                        assertEquals(bytes, own.bytes);
                        check(memory, bytes, round);
                    }
                    p2p.recycle(own);
                }
                pieces.addAndGet(p2p.counts().joint());
            }
        });
        assertEquals(bytes < LEAST || bytes == LEAST && !receiverFirst ? 0
            : bytes <= 1 << 20 ? 2 * ROUNDS : 6 * ROUNDS, pieces.get(), kind.name());
    }

    /** A message that is longer than its receive. */
    @ParameterizedTest
    @CsvSource({"NATIVE, true", "NATIVE, false", "RUNTIME, true", "RUNTIME, false"})
    void aLongerMessageIsCutOff(Memory kind, boolean receiverFirst) {
        int bytes = 500_000;
        int room = 200_000;
        P2pJob.run(JOINT, 2, (rank, p2p) -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = kind.allocate(rank, arena, bytes);
                boolean sends = rank.number() == 0;
                if (sends) {
                    fill(memory, bytes, 1);
                }
                if (sends == receiverFirst) {
                    rank.barrier();
                }
                Operation own = sends ? p2p.startSend(CONTEXT, 1, TAG, false, null, memory.address(), bytes, memory)
                    : p2p.startReceive(CONTEXT, 0, TAG, null, memory.address(), room, memory);
                if (sends != receiverFirst) {
                    rank.barrier();
                }
                p2p.await(own);
                if (!sends) {
                    assertTrue(own.failure().getMessage().contains("longer than the buffer"));
                    check(memory, room, 1);
                    for (int i = room; i < bytes; i++) {
                        assertEquals(0, memory.get(ValueLayout.JAVA_BYTE, i));
                    }
                }
                p2p.recycle(own);
            }
        });
    }

    /** Many at a time, among more ranks than cores: each comes whole, and in order. */
    @ParameterizedTest
    @EnumSource(Memory.class)
    void manyMessagesOfManyRanks(Memory kind) {
        int ranks = 4;
        int each = 6;
        int most = 300_000;
        P2pJob.run(JOINT, ranks, (rank, p2p) -> {
            try (Arena arena = Arena.ofConfined()) {
                int me = rank.number();
                SplittableRandom random = new SplittableRandom(me);
                MemorySegment[] out = new MemorySegment[each];
                MemorySegment[] in = new MemorySegment[ranks * each];
                for (int i = 0; i < each; i++) {
                    out[i] = kind.allocate(rank, arena, most);
                }
                for (int i = 0; i < in.length; i++) {
                    in[i] = kind.allocate(rank, arena, most);
                }
                for (int round = 0; round < 10; round++) {
                    List<Operation> sends = new ArrayList<>();
                    List<Operation> receives = new ArrayList<>();
                    boolean receivesFirst = random.nextBoolean();
                    for (int half = 0; half < 2; half++) {
                        for (int i = 0; i < each; i++) {
                            for (int peer = 0; peer < ranks; peer++) {
                                if (peer == me) {
                                    continue;
                                }
                                if (half == 0 == receivesFirst) {
                                    MemorySegment to = in[peer * each + i];
                                    receives.add(p2p.startReceive(CONTEXT, peer, TAG, null, to.address(), most, to));
                                } else {
                                    int bytes = length(me, peer, round, i);
                                    fill(out[i], most, me * 7 + round + i);
                                    sends.add(p2p.startSend(CONTEXT, peer, TAG, false, null, out[i].address(), bytes,
                                        out[i]));
                                }
                            }
                        }
                    }
                    int next = 0;
                    for (Operation receive : receives) {
                        p2p.await(receive);
                        int i = next / (ranks - 1);
                        int peer = receive.source;
                        assertEquals(length(peer, me, round, i), receive.bytes);
                        check(in[peer * each + i], (int) receive.bytes, peer * 7 + round + i);
                        p2p.recycle(receive);
                        next++;
                    }
                    for (Operation send : sends) {
                        p2p.await(send);
                        p2p.recycle(send);
                    }
                }
            }
        });
    }

    private static int length(int from, int to, int round, int number) {
        return new SplittableRandom(from * 1000L + to * 100L + round * 10L + number).nextInt(1, 300_000);
    }

    private static void fill(MemorySegment memory, int bytes, int round) {
        for (int i = 0; i < bytes; i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) (31 * i + (i >> 13) + round));
        }
    }

    private static void check(MemorySegment memory, int bytes, int round) {
        for (int i = 0; i < bytes; i++) {
            if ((byte) (31 * i + (i >> 13) + round) != memory.get(ValueLayout.JAVA_BYTE, i)) {
                assertEquals((byte) (31 * i + (i >> 13) + round), memory.get(ValueLayout.JAVA_BYTE, i), "byte " + i);
            }
        }
    }
}
