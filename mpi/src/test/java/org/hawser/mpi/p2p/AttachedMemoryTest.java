package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hawser.fabric.RegionKey;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Native memory that no peer maps: it goes there whole, by whoever comes first, and only where it can be reached. */
@Tag("once")
class AttachedMemoryTest {
    private static final int CONTEXT = 0;
    private static final int TAG = 3;
    private static final int ROUNDS = 20;

    @ParameterizedTest
    @CsvSource({"10000, true", "10000, false", "40000, true", "40000, false", "300000, true", "300000, false"})
    void messagesAreWholeWhoeverComesFirst(int bytes, boolean receiverFirst) {
        P2pJob.run(P2pJob.FILES, 2, (rank, p2p) -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment memory = arena.allocate(bytes, 8);
                for (int round = 0; round < ROUNDS; round++) {
                    if (rank.number() == 0) {
                        fill(memory, round);
                        if (receiverFirst) {
                            rank.barrier();
                        }
                        Operation send = p2p.startSend(CONTEXT, 1, TAG, false, null, memory.address(), bytes, memory);
                        if (!receiverFirst) {
                            rank.barrier();
                        }
                        p2p.await(send);
                        p2p.recycle(send);
                    } else {
                        memory.fill((byte) 0);
                        if (!receiverFirst) {
                            rank.barrier();
                        }
                        Operation receive = p2p.startReceive(CONTEXT, 0, TAG, null, memory.address(), bytes,
                            memory);
                        if (receiverFirst) {
                            rank.barrier();
                        }
                        p2p.await(receive);
                        p2p.recycle(receive);
                        check(memory, round);
                    }
                }
                if (rank.number() == 0) {
                    ProtocolCounts counts = p2p.counts();
                    assertEquals(ROUNDS, receiverFirst ? counts.receiveRendezvous()
                        : bytes <= 64 << 10 ? counts.hybrid() : counts.sendRendezvous());
                }
            }
        });
    }

    /** Of a process that has another secret, or none, nothing is read or written. */
    @Test
    void aProcessMustHaveTheSecretThatItSaid() {
        P2pJob.run(P2pJob.FILES, 2, (rank, p2p) -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment word = arena.allocateFrom(ValueLayout.JAVA_LONG, 17);
                MemorySegment into = arena.allocate(8);
                Operation receive = p2p.startReceive(CONTEXT, 1 - rank.number(), TAG, null, into.address(), 8, into);
                long process = Long.MIN_VALUE | ProcessHandle.current().pid();
                for (long secret : new long[] {17, 18}) {
                    AttachedMemory memory = new AttachedMemory(rank.number());
                    Partner peer = new Partner(rank, 1 - rank.number(), null, Limits.fromSettings(1 << 14));
                    Place place = new Place(new RegionKey(peer.rank, process, secret, word.address()), word.address());
                    assertTrue(AttachedMemory.holds(place));
                    assertEquals(secret == 17, memory.reaches(peer, place, receive));
                }
                Partner other = new Partner(rank, 1 - rank.number(), null, Limits.fromSettings(1 << 14));
                Place nowhere = new Place(new RegionKey(other.rank, process, 17, 8), word.address());
                assertFalse(new AttachedMemory(rank.number()).reaches(other, nowhere, receive));
                p2p.send(CONTEXT, 1 - rank.number(), TAG, false, new byte[8], 0, 8);
                p2p.await(receive);
                p2p.recycle(receive);
            }
        });
    }

    private static void fill(MemorySegment memory, int round) {
        for (long i = 0; i < memory.byteSize(); i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) (31 * i + round));
        }
    }

    private static void check(MemorySegment memory, int round) {
        for (long i = 0; i < memory.byteSize(); i++) {
            assertEquals((byte) (31 * i + round), memory.get(ValueLayout.JAVA_BYTE, i), "byte " + i);
        }
    }
}
