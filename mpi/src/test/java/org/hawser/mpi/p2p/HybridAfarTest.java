package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.hawser.mpi.ErrorClass;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages of middle size to a peer whose memory is not mapped: they leave at once, in pieces. */
@Tag("once")
class HybridAfarTest {
    private static final int BYTES = 50_000;
    private static final int TAG = 5;

    private static Stream<Medium> media() {
        return Stream.of(P2pJob.TCP, P2pJob.REMOTE, Medium.twoNodes());
    }

    private static byte[] contents(int length, int message) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + message * 7 + (i >> 8));
        }
        return bytes;
    }

    /** Were it a rendezvous, the send would wait for a receive that is posted only after it. */
    @ParameterizedTest
    @MethodSource("media")
    void aSenderIsDoneBeforeItsReceiverComes(Medium medium) {
        P2pJob.run(medium, 2, (rank, p2p) -> {
            for (int message = 0; message < 30; message++) {
                if (rank.number() == 0) {
                    byte[] memory = contents(BYTES, message);
                    p2p.send(0, 1, TAG, false, memory, 0, BYTES);
                    // The memory is the program's again.
                    memory[BYTES - 1]++;
                    rank.barrier();
                } else {
                    byte[] memory = new byte[BYTES];
                    rank.barrier();
                    Operation receive = p2p.receive(0, 0, TAG, memory, 0, BYTES);
                    assertEquals(BYTES, receive.bytes());
                    p2p.recycle(receive);
                    assertArrayEquals(contents(BYTES, message), memory);
                }
            }
            assertEquals(rank.number() == 0 ? 30 : 0, p2p.counts().hybrid());
        });
    }

    /** More than the receiver may be left with goes by rendezvous, and what it has received counts no more. */
    @ParameterizedTest
    @MethodSource("media")
    void whatIsUnderWayIsBoundedAndComesFreeAgain(Medium medium) {
        int atOnce = 12;
        P2pJob.run(medium.with("hawser.mpi.staging", 4 * 5 * BYTES), 2, (rank, p2p) -> {
            for (int round = 0; round < 6; round++) {
                Operation[] operations = new Operation[atOnce];
                byte[][] memory = new byte[atOnce][];
                long before = p2p.counts().hybrid();
                if (rank.number() == 1) {
                    rank.barrier();
                }
                for (int i = 0; i < atOnce; i++) {
                    memory[i] = rank.number() == 0 ? contents(BYTES, i) : new byte[BYTES];
                    operations[i] = rank.number() == 0
                        ? p2p.startSend(0, 1, TAG, false, memory[i], 0, BYTES, null)
                        : p2p.startReceive(0, 0, TAG, memory[i], 0, BYTES, null);
                }
                long hybrid = p2p.counts().hybrid();
                if (rank.number() == 0) {
                    assertTrue(hybrid <= before + 5, "before=" + before + " hybrid=" + hybrid);
                    rank.barrier();
                }
                for (int i = 0; i < atOnce; i++) {
                    p2p.await(operations[i]);
                    p2p.recycle(operations[i]);
                    assertArrayEquals(contents(BYTES, i), memory[i]);
                }
                if (rank.number() == 0) {
                    // Counted when they leave: one that found no room for its header has chosen its way since then.
                    ProtocolCounts counts = p2p.counts();
                    assertEquals(atOnce * (round + 1L),
                        counts.hybrid() + counts.sendRendezvous() + counts.receiveRendezvous());
                }
                rank.barrier();
            }
            // Were nothing free again, there would be five. How many more there are depends on how many found no room.
            assertTrue(rank.number() == 1 || p2p.counts().hybrid() > 10, "hybrid=" + p2p.counts().hybrid());
        });
    }

    /** From native memory, beyond the first few of a window, they leave without a copy and are over a little later. */
    @ParameterizedTest
    @MethodSource("media")
    void aWindowOfMessagesInNativeMemoryArrivesWholeAndInOrder(Medium medium) {
        int atOnce = 40;
        P2pJob.run(medium, 2, (rank, p2p) -> {
            MemorySegment[] memory = new MemorySegment[atOnce];
            Arrays.setAll(memory, i -> Arena.ofAuto().allocate(64 << 10, 8));
            for (int round = 0; round < 8; round++) {
                Operation[] operations = new Operation[atOnce];
                for (int i = 0; i < atOnce; i++) {
                    int length = (64 << 10) - (i % 4 == 3 ? 1 + i * 700 : 0);
                    memory[i].fill((byte) -1);
                    if (rank.number() == 0) {
                        MemorySegment.copy(contents(length, round + i), 0, memory[i], ValueLayout.JAVA_BYTE, 0, length);
                        operations[i] = p2p.startSend(0, 1, TAG, false, null, memory[i].address(), length, memory[i]);
                    } else {
                        operations[i] = p2p.startReceive(0, 0, TAG, null, memory[i].address(), length, memory[i]);
                    }
                }
                for (int i = 0; i < atOnce; i++) {
                    p2p.await(operations[i]);
                    int length = (int) operations[i].bytes();
                    p2p.recycle(operations[i]);
                    assertArrayEquals(contents(length, round + i),
                        memory[i].asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
                }
            }
            rank.barrier();
        });
    }

    /** To itself a rank copies all pieces at once; and a short last piece is copied, whenever it finds room. */
    @ParameterizedTest
    @MethodSource("media")
    void sendsEndWhosePiecesAreCopied(Medium medium) {
        int length = 33_000;
        int atOnce = 30;
        P2pJob.run(medium.with("hawser.tcp.window", "64K"), 2, (rank, p2p) -> {
            MemorySegment out = Arena.ofAuto().allocate(length, 8).fill((byte) 3);
            MemorySegment in = Arena.ofAuto().allocate(length, 8);
            for (int to : new int[] {rank.number(), 1 - rank.number()}) {
                Operation[] operations = new Operation[2 * atOnce];
                for (int i = 0; i < atOnce; i++) {
                    operations[i] = p2p.startReceive(0, to, TAG, null, in.address(), length, in);
                }
                for (int i = atOnce; i < 2 * atOnce; i++) {
                    operations[i] = p2p.startSend(0, to, TAG, false, null, out.address(), length, out);
                }
                for (Operation each : operations) {
                    p2p.await(each);
                    p2p.recycle(each);
                }
                assertEquals(-1, out.mismatch(in));
                rank.barrier();
            }
        });
    }

    /** The window has room for less than one message; those that find none for a piece go by rendezvous. */
    @Test
    void messagesOfWhichPartsHaveComeAreProbedTakenAndCutShort() {
        Medium narrow = P2pJob.TCP.with("hawser.tcp.window", "64K").with("hawser.mpi.hybrid", "200K");
        int length = 150_000;
        P2pJob.run(narrow, 2, (rank, p2p) -> {
            if (rank.number() == 0) {
                List<Operation> sends = Stream.of(0, 1, 2, 3)
                    .map(i -> p2p.startSend(0, 1, i, false, contents(length, i), 0, length, null)).toList();
                for (Operation send : sends) {
                    p2p.await(send);
                    p2p.recycle(send);
                }
                assertTrue(p2p.counts().hybrid() > 0);
                return;
            }
            Envelope found = new Envelope();
            p2p.probes().await(0, PointToPoint.ANY_SOURCE, 0, found);
            assertEquals(length, found.bytes());
            byte[] memory = new byte[length];
            Arrived taken = p2p.probes().awaitAndTake(0, 0, 0);
            finish(p2p, p2p.startReceive(taken, memory, 0, length, null), memory, 0);
            byte[] half = new byte[length / 2];
            Operation cut = p2p.receive(0, 0, 1, half, 0, half.length);
            assertEquals(ErrorClass.TRUNCATE, cut.failure().errorClass());
            assertEquals(half.length, cut.bytes());
            p2p.recycle(cut);
            finish(p2p, p2p.startReceive(0, PointToPoint.ANY_SOURCE, 3, memory, 0, length, null), memory, 3);
            finish(p2p, p2p.startReceive(0, 0, PointToPoint.ANY_TAG, memory, 0, length, null), memory, 2);
        });
    }

    private static void finish(PointToPoint p2p, Operation receive, byte[] memory, int message) {
        p2p.await(receive);
        assertEquals(message, receive.tag());
        p2p.recycle(receive);
        assertArrayEquals(contents(memory.length, message), memory);
    }
}
