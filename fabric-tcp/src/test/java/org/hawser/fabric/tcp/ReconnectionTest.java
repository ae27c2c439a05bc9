package org.hawser.fabric.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.Post;
import org.hawser.fabric.Receiver;
import org.hawser.fabric.Region;
import org.hawser.fabric.RemoteRegion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections that break at the worst moment: nothing is lost, doubled or reordered. */
class ReconnectionTest {
    private static final int WORD = 3;

    private final TwoRanks ranks = new TwoRanks();
    private final TcpDomain zero = ranks.zero();
    private final TcpDomain one = ranks.one();
    private long next;

    @AfterEach
    void leave() {
        ranks.close();
    }

    private static void await(BooleanSupplier condition) {
        TwoRanks.await(Thread::onSpinWait, condition);
    }

    private void awaitAtZero(BooleanSupplier condition) {
        TwoRanks.await(() -> zero.poll(TwoRanks.NOTHING, 64), condition);
    }

    private void expect(int source, int word, MemorySegment memory, long offset, int length) {
        assertEquals(next++, memory.get(ValueLayout.JAVA_LONG, offset));
        for (int at = 8; at < length; at++) {
            assertEquals((byte) (next - 1 + at), memory.get(ValueLayout.JAVA_BYTE, offset + at));
        }
    }

    private static boolean post(Endpoint way, long number, int length) {
        long at = way.claim(length);
        if (at < 0) {
            return false;
        }
        MemorySegment memory = way.memory();
        memory.set(ValueLayout.JAVA_LONG, at, number);
        for (int i = 8; i < length; i++) {
            memory.set(ValueLayout.JAVA_BYTE, at + i, (byte) (number + i));
        }
        way.commit(WORD);
        return true;
    }

    @Test
    void messagesSurviveACutAtEveryByteOfTheirFrames() {
        Receiver receiver = this::expect;
        Endpoint way = zero.connect(1);
        int span = Frame.span(20);
        long number = 0;
        for (int position = 0; position <= span; position++) {
            // Three frames further than the last cut, and one byte more.
            zero.cutAt(1, (number + 2) * span + position);
            for (int i = 0; i < 4; i++) {
                long sent = number++;
                await(() -> post(way, sent, 20));
            }
            long sent = number;
            await(() -> {
                one.poll(receiver, 64);
                return next == sent;
            });
        }
        assertEquals(0, one.poll(receiver, 64));
    }

    /** What the peer has not got when a connection breaks is sent again from there, and only that. */
    @Test
    void messagesInTheUsersMemorySurviveACutAtEveryByteOfTheirSeams() {
        int length = 5_003;
        int span = Frame.span(length);
        Receiver receiver = this::expect;
        Endpoint way = zero.connect(1);
        TwoRanks.Told told = new TwoRanks.Told();
        MemorySegment head = Arena.ofAuto().allocate(24, 8);
        int[] positions = IntStream.concat(IntStream.rangeClosed(0, 40), IntStream.rangeClosed(span - 16, span))
            .toArray();
        long number = 0;
        for (int position : positions) {
            zero.cutAt(1, (number + 1) * span + position);
            MemorySegment[] bodies = new MemorySegment[3];
            for (int i = 0; i < bodies.length; i++) {
                MemorySegment body = Arena.ofAuto().allocate(length - 24, 8);
                bodies[i] = body;
                head.set(ValueLayout.JAVA_LONG, 0, number);
                for (int at = 8; at < length; at++) {
                    (at < 24 ? head : body).set(ValueLayout.JAVA_BYTE, at < 24 ? at : at - 24, (byte) (number + at));
                }
                awaitAtZero(() -> way.sendZeroCopy(WORD, new MemorySegment[] {head, body}, told) == Post.STARTED);
                // A short first piece is the user's again at once.
                head.fill((byte) -1);
                number++;
            }
            long sent = number;
            TwoRanks.await(() -> {
                zero.poll(TwoRanks.NOTHING, 64);
                one.poll(receiver, 64);
            }, () -> next == sent && told.completed() == sent);
            for (MemorySegment body : bodies) {
                body.fill((byte) -1);
            }
        }
        assertEquals(0, told.failed());
        assertEquals(0, one.poll(receiver, 64));
    }

    /** Nobody polls at the receiving side, and the sender only looks whether its memory is free. */
    @Test
    void theUsersMemoryComesFreeThoughThePeersProgramComputes() {
        Endpoint way = zero.connect(1);
        TwoRanks.Told told = new TwoRanks.Told();
        MemorySegment body = Arena.ofAuto().allocate(TcpEndpoint.MAX_KEPT, 8);
        for (int round = 1; round <= 10; round++) {
            int rounds = round;
            awaitAtZero(() -> way.sendZeroCopy(WORD, new MemorySegment[] {body}, told) == Post.STARTED);
            awaitAtZero(() -> told.completed() == rounds);
            assertTrue(zero.peers().get(1).out().isSettled());
        }
    }

    @Test
    void memoryThatIsTakenBackIsSentAsItWas() {
        Endpoint way = zero.connect(1);
        TwoRanks.Told told = new TwoRanks.Told();
        // Held up, so that none of it has been written.
        zero.cutAt(1, 0);
        MemorySegment body = Arena.ofAuto().allocate(8_000, 8).fill((byte) 5);
        assertEquals(Post.STARTED, way.sendZeroCopy(WORD, new MemorySegment[] {body}, told));
        way.recall(body);
        body.fill((byte) 6);
        int[] wrong = {-1};
        TwoRanks.await(() -> {
            zero.poll(TwoRanks.NOTHING, 64);
            one.poll((source, word, memory, offset, length) -> wrong[0] = (int) memory.asSlice(offset, length)
                .elements(ValueLayout.JAVA_BYTE).filter(each -> each.get(ValueLayout.JAVA_BYTE, 0) != 5).count(), 64);
        }, () -> wrong[0] >= 0 && told.completed() == 1);
        assertEquals(0, wrong[0]);
    }

    @Test
    void writesAndTheirAnswersSurviveACutAtEveryByte() {
        Region region = one.allocate(4096, 1, 77);
        RemoteRegion remote = zero.attach(region.key());
        TwoRanks.Told told = new TwoRanks.Told();
        MemorySegment source = Arena.ofAuto().allocate(64, 8);
        zero.connect(1);
        one.connect(0);
        int span = Frame.span(Frame.REQUEST + 40);
        int answer = Frame.span(Frame.ANSWER);
        for (int position = 0; position <= span; position++) {
            int done = told.completed();
            zero.cutAt(1, (long) span * done + position);
            one.cutAt(0, (long) answer * done + position % (answer + 1));
            source.fill((byte) position);
            assertEquals(Post.STARTED, remote.write(position, source, 0, 40, told));
            awaitAtZero(() -> told.completed() > done);
            assertEquals((byte) position, region.memory().get(ValueLayout.JAVA_BYTE, position + 39));
            assertEquals(done + 1, told.completed());
        }
    }

    @Test
    void longTransfersGoOnWhereTheyBroke() {
        int bytes = 3 << 20;
        Region region = one.allocate(bytes, 1, 77);
        RemoteRegion remote = zero.attach(region.key());
        MemorySegment source = Arena.ofAuto().allocate(bytes, 8);
        MemorySegment target = Arena.ofAuto().allocate(bytes, 8);
        for (long i = 0; i < bytes; i += 8) {
            source.set(ValueLayout.JAVA_LONG, i, i * 31);
        }
        TwoRanks.Told told = new TwoRanks.Told();
        long sent = 0;
        // Many rounds: both sides dial at once, and which dial is how far when the other's comes changes every time.
        for (int round = 0; round < 60; round++) {
            int step = round % 10 + 1;
            zero.cutAt(1, sent + 300_001L * step);
            one.cutAt(0, sent + 123_457L * step);
            int done = told.completed();
            region.memory().fill((byte) 0);
            target.fill((byte) 0);
            assertEquals(Post.STARTED, remote.write(0, source, 0, bytes, told));
            awaitAtZero(() -> told.completed() == done + 1);
            assertEquals(-1, source.mismatch(region.memory()));
            assertEquals(Post.STARTED, remote.read(0, target, 0, bytes, told));
            awaitAtZero(() -> told.completed() == done + 2);
            assertEquals(-1, source.mismatch(target));
            sent += bytes;
        }
    }

    @Test
    void whoIsAskedForSomethingAndIsGoneFailsTheOperation() {
        Region region = one.allocate(64, 1, 77);
        RemoteRegion remote = zero.attach(region.key());
        TwoRanks.Told told = new TwoRanks.Told();
        assertEquals(Post.STARTED, remote.fetchAdd(0, 5, told));
        awaitAtZero(() -> told.completed() == 1);
        assertTrue(zero.isAlive(1));
        one.vanish();
        assertEquals(Post.STARTED, remote.fetchAdd(0, 5, told));
        awaitAtZero(() -> told.failed() == 1);
        assertFalse(zero.isAlive(1));
        assertTrue(zero.isLost(1));
    }
}
