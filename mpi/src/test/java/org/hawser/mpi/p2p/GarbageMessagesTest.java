package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.hawser.fabric.Capability;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RegionKey;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.LayoutCode;
import org.hawser.platform.memory.RawBytes;
import org.hawser.runtime.Rank;
import org.hawser.testkit.LocalRanks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes from a peer are never trusted: a message that is none is refused, and touches nothing that is not for it. */
class GarbageMessagesTest {
    private static final int PEER = 1;
    private static final int TAG = 3;
    private static final int KINDS = Wire.CALLED + 1;
    private static final int STAGED = 64 << 10;
    private static final int ROOM = 20_000;

    @FunctionalInterface
    private interface Program {
        void run(Victim victim);
    }

    /** Rank 0's engine, that is given messages as if they were rank 1's, which says nothing by itself. */
    private static final class Victim {
        private final Engine engine;
        private final RegionKey peers;
        private final MemorySegment message = Arena.ofAuto().allocate(8192, 8);
        private final Spot.Maker spots;
        private final List<Spot> places = new ArrayList<>();
        private final List<Operation> operations = new ArrayList<>();

        Victim(Rank rank, RegionKey peers) {
            engine = new Engine(rank);
            spots = new Spot.Maker(rank);
            this.peers = peers;
        }

        Operation receive(Spot.Kind kind, Layout layout) {
            Spot place = place(kind);
            Operation receive = engine.operations.take().begin(Operation.State.POSTED, Wire.key(0, TAG), PEER,
                place.array, place.offset, place.bytes, place).with(layout);
            operations.add(receive);
            held(() -> engine.begin(receive));
            return receive;
        }

        Operation send(Spot.Kind kind) {
            Spot place = place(kind);
            Operation send = engine.operations.take().begin(Operation.State.QUEUED, Wire.key(0, TAG), PEER,
                place.array, place.offset, place.bytes, place);
            send.synchronous = true;
            operations.add(send);
            held(() -> engine.sends.send(send));
            return send;
        }

        private Spot place(Spot.Kind kind) {
            Spot place = spots.make(kind, ROOM, 0);
            places.add(place);
            return place;
        }

        private void held(Runnable body) {
            engine.rank.hold();
            try {
                body.run();
            } finally {
                engine.rank.letGo();
            }
        }

        void takes(int kind, long... words) {
            for (int i = 0; i < words.length; i++) {
                RawBytes.setLong(message.address() + 8L * i, words[i]);
            }
            takes(kind, 8 * words.length);
        }

        void takes(int kind, int length) {
            held(() -> engine.onMessage(kind, PEER, message, 0, length));
        }

        void refuses(int kind, long... words) {
            FabricException refused = assertThrows(FabricException.class, () -> takes(kind, words));
            assertTrue(refused.getMessage().contains("=" + PEER), refused.getMessage());
            checkAround();
        }

        /** A peer that shares no memory has none. */
        void openStaging() {
            if (!engine.rank.has(Capability.DIRECT_MAPPING, PEER)) {
                return;
            }
            takes(Wire.STAGING, peers.id(), peers.secret(), peers.length(), 0);
        }

        /** Gives up what is under way, which the peer's end would end. */
        void giveUp() {
            MpiFailure end = new MpiFailure(ErrorClass.OTHER, "the end of the test");
            held(() -> engine.operations.forEachUnderWay(operation -> engine.abandon(operation, end)));
            assertEquals(0, engine.operations.unsettled());
        }

        void checkAround() {
            for (Spot place : places) {
                place.checkUntouched(place.bytes, "garbage");
            }
        }
    }

    private static void run(Program program) {
        AtomicReference<RegionKey> peers = new AtomicReference<>();
        CountDownLatch over = new CountDownLatch(1);
        LocalRanks.on(P2pJob.FILES).start(2, rank -> {
            if (rank.number() == PEER) {
                peers.set(rank.allocate(STAGED).key());
            }
            rank.barrier();
            if (rank.number() == PEER) {
                // Takes no messages, so that nothing is answered.
                over.await();
            } else {
                try {
                    Victim victim = new Victim(rank, peers.get());
                    program.run(victim);
                    victim.giveUp();
                } finally {
                    over.countDown();
                }
            }
        });
    }

    @Test
    void messagesTooShortForTheirKindAreRefused() {
        run(victim -> {
            victim.openStaging();
            for (int kind = 0; kind < KINDS; kind++) {
                assertTrue(Wire.least(kind) >= Wire.WORD, "kind " + kind);
                for (int length = 0; length < Wire.least(kind); length += 4) {
                    int most = length;
                    int what = kind;
                    victim.message.fill((byte) 0);
                    FabricException refused = assertThrows(FabricException.class, () -> victim.takes(what, most),
                        () -> "kind " + what + " length " + most);
                    assertTrue(refused.getMessage().contains("source=" + PEER), refused.getMessage());
                }
            }
            assertThrows(FabricException.class, () -> victim.takes(KINDS, 4096));
            assertThrows(FabricException.class, () -> victim.takes(Wire.EAGER_WORD, 24));
        });
    }

    @Test
    void aLastByteIsStoredOnlyInAMessageInNativeMemory() {
        run(victim -> {
            Operation nativeOne = victim.receive(Spot.Kind.RUNTIME, null);
            Operation array = victim.receive(Spot.Kind.LONGS, null);
            victim.refuses(Wire.WRITTEN, nativeOne.name(), 0, Wire.WATCHED | 5);
            victim.refuses(Wire.WRITTEN, array.name(), 8, Wire.WATCHED | 5);
            victim.refuses(Wire.WRITTEN, nativeOne.name(), ROOM + 1, 0);
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, 2, 77})
    @Tag("once")
    void helpIsGivenToNativeMemoryOnlyAndOnlyInPiecesThatThereAre(long taken) {
        run(victim -> {
            victim.openStaging();
            MemorySegment peers = ((MappedRegion) victim.engine.rank.attach(victim.peers)).map();
            RawBytes.setLong(peers.address() + Staging.HEADER, taken);
            long[] words = {0, 1, ROOM, Staging.HEADER, victim.peers.id(), victim.peers.secret(),
                victim.peers.length(), 0};
            for (Spot.Kind kind : List.of(Spot.Kind.LONGS, Spot.Kind.RUNTIME)) {
                words[0] = victim.receive(kind, null).name();
                tryTo(() -> victim.takes(Wire.HELP_TAKE, words));
                words[0] = victim.send(kind).name();
                tryTo(() -> victim.takes(Wire.HELP_GIVE, words));
                victim.checkAround();
            }
        });
    }

    @Test
    void whatNobodyAskedForIsRefused() {
        run(victim -> {
            Operation receive = victim.receive(Spot.Kind.RUNTIME, null);
            victim.refuses(Wire.RETRACTED, Wire.head(receive.key, 0), receive.name());
            victim.refuses(Wire.UNWATCHED, receive.name(), 1);
            victim.refuses(Wire.STAGING, 0, 0, 0, 0);
            victim.refuses(Wire.HYBRID, Wire.head(receive.key, 0), 0, 64, 64);
            victim.refuses(Wire.RECEIVER_READY, Wire.head(receive.key, 0), 1, 100, 0, 1L << 40, 0, 0, 0, 0, 0, 0);
            victim.openStaging();
            victim.refuses(Wire.HYBRID, Wire.head(receive.key, 0), 0, 64, 65);
            victim.refuses(Wire.HYBRID, Wire.head(receive.key, 0), 0, STAGED, 64);
            victim.refuses(Wire.HYBRID, Wire.head(receive.key, 0), 0, -1, 64);
            assertEquals(Operation.State.POSTED, receive.state);
        });
    }

    /** A receive whose message comes in pieces is filled until the last of them, whatever else is said of it. */
    @Test
    void nothingElseEndsAReceiveThatIsFilledInPieces() {
        run(victim -> {
            Operation receive = victim.receive(Spot.Kind.LONGS, null);
            victim.takes(Wire.HYBRID_PIECE, Wire.head(receive.key, 0), 5, 32, 0, 1, 2);
            assertEquals(Operation.State.FILLING, receive.state);
            victim.refuses(Wire.WRITTEN, receive.name(), 8, 0);
            victim.refuses(Wire.CHUNK, receive.name(), 0, 0, 64, 0);
            victim.refuses(Wire.FILLED, receive.name());
            victim.takes(Wire.VOID, receive.name());
            assertFalse(receive.isDone());
            victim.takes(Wire.HYBRID_PIECE, Wire.head(receive.key, 0), 5, 32, 16, 3, 4);
            assertTrue(receive.isDone());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void noiseEndsInRefusalsAndStaysInItsPlace(int seed) {
        run(victim -> {
            Random random = new Random(seed);
            for (int i = 0; i < 4000; i++) {
                if (i % 25 == 0) {
                    tryTo(() -> refresh(victim, random));
                }
                noise(victim, random);
                if (i % 500 == 0) {
                    victim.checkAround();
                }
            }
            victim.checkAround();
        });
    }

    private static void refresh(Victim victim, Random random) {
        Spot.Kind[] kinds = {Spot.Kind.LONGS, Spot.Kind.RUNTIME, Spot.Kind.NATIVE, Spot.Kind.BYTES};
        victim.openStaging();
        for (int i = 0; i < 4; i++) {
            Layout layout = random.nextInt(4) == 0 ? Layout.basic(8).vector(2, 1, 3) : null;
            Spot.Kind kind = kinds[random.nextInt(kinds.length)];
            if (layout == null) {
                victim.receive(kind, null);
            }
            victim.send(kind);
        }
        long[] layout = LayoutCode.write(Layout.basic(8).vector(2, 1, 3));
        long[] words = new long[3 + layout.length];
        words[1] = layout.length;
        System.arraycopy(layout, 0, words, 3, layout.length);
        victim.takes(Wire.LAYOUT, words);
    }

    private static void noise(Victim victim, Random random) {
        int kind = random.nextInt(KINDS + 1);
        int words = kind < KINDS && random.nextInt(8) > 0 ? Wire.least(kind) / Wire.WORD + random.nextInt(3)
            : random.nextInt(16);
        for (int i = 0; i < 24; i++) {
            RawBytes.setLong(victim.message.address() + 8L * i, word(victim, random));
        }
        if (random.nextInt(3) == 0) {
            long place = kind == Wire.STAGING ? 0 : kind == Wire.SENDER_READY || kind == Wire.CLEAR_TO_SEND ? 3
                : kind == Wire.RECEIVER_READY ? 6 : 4;
            long at = victim.message.address() + 8 * place;
            RawBytes.setLong(at, victim.peers.id());
            RawBytes.setLong(at + 8, victim.peers.secret());
            RawBytes.setLong(at + 16, victim.peers.length());
        }
        tryTo(() -> victim.takes(kind, 8 * words));
    }

    private static long word(Victim victim, Random random) {
        List<Operation> known = victim.operations;
        return switch (random.nextInt(8)) {
            case 0 -> random.nextLong();
            case 1 -> known.get(Math.max(0, known.size() - 1 - random.nextInt(12))).name();
            case 2 -> Wire.head(Wire.key(0, TAG), random.nextInt(Wire.WORD + 1));
            case 3 -> 64L * random.nextInt(40);
            case 4 -> random.nextInt(STAGED);
            case 5 -> random.nextInt(3) - 1;
            case 6 -> 0;
            default -> random.nextInt(64);
        };
    }

    /** Errors that a peer's garbage may end in; all others, and a crash, are the failure of the test. */
    private static void tryTo(Runnable body) {
        try {
            body.run();
        } catch (FabricException | MpiFailure e) {
            // As it should be, for most of them.
        }
    }
}
