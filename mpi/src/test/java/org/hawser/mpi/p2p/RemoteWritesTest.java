package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hawser.mpi.ErrorClass;
import org.hawser.runtime.Rank;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Large messages between nodes whose network writes into memory that the receiver lends. */
@Tag("once")
class RemoteWritesTest {
    private static final int BYTES = 300_000;

    private static byte at(int i, int message) {
        return (byte) (i * 31 + message * 7 + (i >> 8));
    }

    /** Whoever comes first, and whatever of the receive the message fills, the network moves it. */
    @ParameterizedTest
    @CsvSource({"true, 300000", "false, 300000", "true, 100001", "false, 100001"})
    void nativeMemoryGoesStraightIntoNativeMemory(boolean receiverFirst, int length) {
        P2pJob.run(Medium.twoNodesWithRemoteAccess(), 2, (rank, p2p) -> {
            try (Arena arena = Arena.ofShared()) {
                MemorySegment memory = arena.allocate(BYTES, 64);
                for (int message = 0; message < 20; message++) {
                    if (rank.number() == 0) {
                        for (int i = 0; i < length; i++) {
                            memory.set(ValueLayout.JAVA_BYTE, i, at(i, message));
                        }
                        if (receiverFirst) {
                            rank.barrier();
                        }
                        Operation send = p2p.startSend(0, 1, 3, false, null, memory.address(), length, null);
                        if (!receiverFirst) {
                            rank.barrier();
                        }
                        p2p.await(send);
                        p2p.recycle(send);
                    } else {
                        receive(rank, p2p, memory, message, length, receiverFirst);
                    }
                }
                if (rank.number() == 0) {
                    assertEquals(20, p2p.counts().written());
                }
                rank.barrier();
            }
        });
    }

    private static void receive(Rank rank, PointToPoint p2p, MemorySegment memory, int message,
                                int length, boolean first) {
        memory.fill((byte) 0x55);
        if (!first) {
            rank.barrier();
        }
        Operation receive = p2p.startReceive(0, 0, 3, null, memory.address(), BYTES, null);
        if (first) {
            // The announcement is a message to the sender, who comes here after this.
            rank.barrier();
        }
        p2p.await(receive);
        assertEquals(length, receive.bytes());
        p2p.recycle(receive);
        for (int i = 0; i < BYTES; i++) {
            byte wanted = i < length ? at(i, message) : 0x55;
            if (memory.get(ValueLayout.JAVA_BYTE, i) != wanted) {
                assertEquals(wanted, memory.get(ValueLayout.JAVA_BYTE, i), "message=" + message + " byte=" + i);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void arraysAtEitherEndGoInPiecesAndTruncationIsTold(boolean arrayAtSender) {
        P2pJob.run(Medium.twoNodesWithRemoteAccess(), 2, (rank, p2p) -> {
            try (Arena arena = Arena.ofShared()) {
                MemorySegment memory = arena.allocate(BYTES, 64);
                byte[] array = new byte[BYTES];
                boolean inArray = arrayAtSender == (rank.number() == 0);
                Object place = inArray ? array : null;
                long at = inArray ? 0 : memory.address();
                for (int room : new int[] {BYTES, 200_000}) {
                    Operation operation = rank.number() == 0
                        ? p2p.startSend(0, 1, 4, false, place, at, BYTES, null)
                        : p2p.startReceive(0, 0, 4, place, at, room, null);
                    p2p.await(operation);
                    if (rank.number() == 1) {
                        assertTrue(room == BYTES ? operation.failure() == null
                            : operation.failure().errorClass() == ErrorClass.TRUNCATE);
                        assertEquals(room, operation.bytes());
                    }
                    p2p.recycle(operation);
                    rank.barrier();
                }
            }
        });
    }
}
