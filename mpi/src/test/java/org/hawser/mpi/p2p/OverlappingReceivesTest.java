package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.hawser.runtime.Rank;
import org.hawser.testkit.Medium;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Several receives that wait for one memory, as programs post them that only measure. Each ends, with a message of its
 * own, and in the memory are the bytes of messages.
 */
class OverlappingReceivesTest {
    private static final int CONTEXT = 0;
    private static final int WINDOW = 16;
    private static final int ROUNDS = 100;
    /** Long messages are copied by both also where ranks share cores. */
    private static final Medium JOINT = P2pJob.FILES.with("hawser.mpi.joint", "64K");

    static Stream<Arguments> sizes() {
        return Stream.of(P2pJob.THREADS, JOINT).flatMap(medium -> Stream.of(2056, 8192, 65_536, 600_000)
            .map(bytes -> Arguments.of(medium, bytes)));
    }

    /** What the messages of a round consist of. */
    private static byte in(int round) {
        return (byte) (round + 1);
    }

    private static MemorySegment memory(Rank rank, int bytes) {
        return rank.allocate(bytes).memory();
    }

    private static Operation post(PointToPoint p2p, int from, int tag, MemorySegment memory) {
        return p2p.startReceive(CONTEXT, from, tag, null, memory.address(), memory.byteSize(), memory);
    }

    private static Operation send(PointToPoint p2p, int to, int tag, MemorySegment memory) {
        return p2p.startSend(CONTEXT, to, tag, false, null, memory.address(), memory.byteSize(), memory);
    }

    private static void end(PointToPoint p2p, Operation operation, long bytes) {
        p2p.await(operation);
        assertEquals(null, operation.failure());
        assertEquals(bytes, operation.bytes());
        p2p.recycle(operation);
    }

    private static void check(MemorySegment memory, int round) {
        for (long i = 0; i < memory.byteSize(); i += i < 16 || i > memory.byteSize() - 16 ? 1 : 7) {
            assertEquals(in(round), memory.get(ValueLayout.JAVA_BYTE, i), "byte " + i);
        }
    }

    private static void pause(Random random) {
        for (int i = random.nextInt(2) * random.nextInt(20_000); i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    /** Sends a window of messages with these tags to rank 0. */
    private static void sendAll(PointToPoint p2p, Random random, MemorySegment memory, int round, Integer... tags) {
        memory.fill(in(round));
        List<Operation> sends = new ArrayList<>();
        for (int tag : tags) {
            sends.add(send(p2p, 0, tag, memory));
            pause(random);
        }
        for (Operation send : sends) {
            end(p2p, send, memory.byteSize());
        }
    }

    private static Integer[] tags(int count, boolean same) {
        Integer[] tags = new Integer[count];
        Arrays.setAll(tags, i -> same ? 1 : i);
        return tags;
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void ofOneSenderAndTag(Medium medium, int bytes) {
        windows(medium, bytes, true);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void ofOneSenderAndManyTags(Medium medium, int bytes) {
        windows(medium, bytes, false);
    }

    private static void windows(Medium medium, int bytes, boolean same) {
        P2pJob.run(medium, 2, (rank, p2p) -> {
            MemorySegment memory = memory(rank, bytes);
            Random random = new Random(bytes + rank.number());
            for (int round = 0; round < ROUNDS; round++) {
                Integer[] tags = tags(WINDOW, same);
                if (rank.number() == 0) {
                    memory.fill((byte) -1);
                    rank.barrier();
                    List<Operation> receives = new ArrayList<>();
                    for (int tag : tags) {
                        receives.add(post(p2p, 1, tag, memory));
                        pause(random);
                    }
                    for (Operation receive : receives) {
                        end(p2p, receive, bytes);
                    }
                    check(memory, round);
                } else {
                    Collections.shuffle(Arrays.asList(tags), random);
                    rank.barrier();
                    pause(random);
                    sendAll(p2p, random, memory, round, tags);
                }
            }
        });
    }

    /** Of each of three senders one, and one of anybody with a tag that only the last one uses. */
    @ParameterizedTest
    @MethodSource("sizes")
    void ofSeveralSendersAndOfAnybody(Medium medium, int bytes) {
        int ranks = 4;
        P2pJob.run(medium, ranks, (rank, p2p) -> {
            int me = rank.number();
            MemorySegment memory = memory(rank, bytes);
            Random random = new Random(bytes + me);
            for (int round = 0; round < ROUNDS; round++) {
                if (me == 0) {
                    memory.fill((byte) -1);
                    rank.barrier();
                    List<Integer> sources = new ArrayList<>(List.of(PointToPoint.ANY_SOURCE, 1, 2, 3));
                    Collections.shuffle(sources, random);
                    List<Operation> receives = new ArrayList<>();
                    for (int from : sources) {
                        receives.add(post(p2p, from, from < 0 ? 7 : 1, memory));
                        pause(random);
                    }
                    for (Operation receive : receives) {
                        end(p2p, receive, bytes);
                    }
                    check(memory, round);
                } else {
                    rank.barrier();
                    pause(random);
                    if (me == 3) {
                        sendAll(p2p, random, memory, round, random.nextBoolean() ? new Integer[] {1, 7}
                            : new Integer[] {7, 1});
                    } else {
                        sendAll(p2p, random, memory, round, 1);
                    }
                }
                rank.barrier();
            }
        });
    }

    /** Each asks the other about a receive while the other asks it, and short messages come meanwhile. */
    @ParameterizedTest
    @MethodSource("sizes")
    void atBothEndsAndAmongShortMessages(Medium medium, int bytes) {
        P2pJob.run(medium, 2, (rank, p2p) -> {
            int other = 1 - rank.number();
            MemorySegment in = memory(rank, bytes);
            MemorySegment out = memory(rank, bytes);
            Messages messages = new Messages(p2p);
            Random random = new Random(bytes + other);
            for (int round = 0; round < ROUNDS; round++) {
                in.fill((byte) -1);
                out.fill(in(round));
                List<Operation> all = new ArrayList<>();
                boolean late = random.nextInt(4) == 0;
                for (int i = 0; i < WINDOW; i++) {
                    if (!late) {
                        all.add(post(p2p, other, i / 4, in));
                    }
                    all.add(send(p2p, other, i / 4, out));
                    pause(random);
                    messages.send(other, 50, 8 * (i % 3), round + i);
                    if (late) {
                        all.add(post(p2p, other, i / 4, in));
                    }
                }
                for (int i = 0; i < WINDOW; i++) {
                    messages.receive(other, 50, 8 * (i % 3), round + i);
                }
                for (Operation each : all) {
                    end(p2p, each, bytes);
                }
                check(in, round);
                rank.barrier();
            }
        });
    }

    /** What has been taken back of a window can be cancelled as any other receive. */
    @ParameterizedTest
    @MethodSource("sizes")
    void ofWhichSomeAreCancelled(Medium medium, int bytes) {
        P2pJob.run(medium, 2, (rank, p2p) -> {
            MemorySegment memory = memory(rank, bytes);
            for (int round = 0; round < ROUNDS; round++) {
                if (rank.number() == 0) {
                    List<Operation> receives = new ArrayList<>();
                    for (int tag = 0; tag < 3; tag++) {
                        receives.add(post(p2p, 1, tag, memory));
                    }
                    p2p.cancel(receives.get(0));
                    p2p.cancel(receives.get(2));
                    for (Operation receive : receives) {
                        p2p.await(receive);
                    }
                    assertEquals(List.of(true, false, true), receives.stream().map(Operation::isCancelled).toList());
                    receives.forEach(p2p::recycle);
                    check(memory, round);
                } else {
                    sendAll(p2p, new Random(round), memory, round, 1);
                }
                rank.barrier();
            }
        });
    }
}
