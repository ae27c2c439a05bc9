package org.hawser.fabric.tcp.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.hawser.fabric.Completion;
import org.hawser.fabric.Domain;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.Post;
import org.hawser.fabric.Region;
import org.hawser.fabric.RemoteRegion;

/**
 * What one rank does to another in a fault test: numbered messages of many lengths, some of which stay in the program's
 * memory, and where the fabric has remote access of its own, writes that are read back and a counter. Each arrival is
 * checked: nothing lost, doubled, changed or out of order.
 *
 * <p><b>Threads:</b> the test's.
 */
final class Conversation {
    private static final int WORD = 40;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int COUNTER = 0;
    private static final int DATA = 64;

    private final int sender;
    private final Domain from;
    private final Domain to;
    private final Endpoint way;
    private final MemorySegment body;
    private final Region region;
    private final RemoteRegion remote;
    private final MemorySegment source = Arena.ofAuto().allocate(64 << 10, 64);
    private final MemorySegment target = Arena.ofAuto().allocate(64 << 10, 64);
    private final int accessBytes;
    private long posted;
    private long kept;
    private long arrived;
    private long rounds;
    private Step step = Step.ADD;
    private boolean underWay;
    private RuntimeException failure;

    /** What the rank does to the other's memory, in turns. */
    private enum Step {
        ADD, WRITE, READ
    }

    /**
     * A conversation in one direction.
     *
     * @param accessBytes bytes of each remote write and read; 0: messages only
     */
    Conversation(int sender, Domain from, int receiver, Domain to, int accessBytes) {
        this.sender = sender;
        this.from = from;
        this.to = to;
        this.accessBytes = accessBytes;
        way = from.connect(receiver);
        body = MemorySegment.ofArray(new byte[Math.min(way.maxBody(), 4_000)]);
        region = accessBytes == 0 ? null : to.allocate(DATA + accessBytes, 30 + sender, 1_234_567L + sender);
        remote = region == null ? null : from.attach(region.key());
    }

    private static int length(long number) {
        return 8 + (int) (number * 37 % 151) + (number % 50 == 49 ? 3_000 : stays(number) ? 5_000 : 0);
    }

    /** True for messages that stay in the program's memory until the peer has them. */
    private static boolean stays(long number) {
        return number % 20 == 10;
    }

    /** Posts what goes. */
    void post() {
        if (stays(posted)) {
            postKept();
        } else {
            int length = Math.min(length(posted), (int) body.byteSize());
            body.asSlice(0, length).fill((byte) posted);
            body.set(LONG, 0, posted);
            posted += way.sendBuffered(WORD, body, 0, length) == Post.DONE ? 1 : 0;
        }
        if (remote != null && !underWay) {
            underWay = true;
            if (start() != Post.STARTED) {
                // Done at once is not for media like this one.
                underWay = false;
            }
        }
    }

    private void postKept() {
        MemorySegment memory = Arena.ofAuto().allocate(length(posted), 8).fill((byte) posted);
        memory.set(LONG, 0, posted);
        int outcome = way.sendZeroCopy(WORD, new MemorySegment[] {memory}, new Completion() {
            @Override
            public void completed(long result) {
                kept--;
                // The program's again: who reads it now reads something else.
                memory.fill((byte) -1);
            }

            @Override
            public void failed(RuntimeException cause) {
                failure = cause;
            }
        });
        posted += outcome == Post.BUSY ? 0 : 1;
        kept += outcome == Post.STARTED ? 1 : 0;
    }

    private int start() {
        return switch (step) {
            case ADD -> remote.fetchAdd(COUNTER, 1, new Ended(Step.WRITE));
            case WRITE -> {
                source.asSlice(0, accessBytes).fill((byte) rounds);
                yield remote.write(DATA, source, 0, accessBytes, new Ended(Step.READ));
            }
            case READ -> {
                target.asSlice(0, accessBytes).fill((byte) ~rounds);
                yield remote.read(DATA, target, 0, accessBytes, new Ended(Step.ADD));
            }
        };
    }

    private final class Ended extends Completion {
        private final Step next;

        Ended(Step next) {
            this.next = next;
        }

        @Override
        public void completed(long result) {
            if (step == Step.ADD) {
                assertEquals(rounds, result, "the counter before this addition");
            }
            if (step == Step.READ) {
                assertEquals(-1, source.asSlice(0, accessBytes).mismatch(target.asSlice(0, accessBytes)),
                    "what was written is read");
                rounds++;
            }
            step = next;
            underWay = false;
        }

        @Override
        public void failed(RuntimeException cause) {
            failure = cause;
        }
    }

    /** Takes a message at the receiving side. */
    void take(int source, int word, MemorySegment memory, long offset, int length) {
        assertEquals(sender, source);
        assertEquals(WORD, word);
        assertEquals(arrived, memory.get(LONG, offset), "the next message");
        assertEquals(length(arrived), length);
        for (int i = Long.BYTES; i < length; i++) {
            assertEquals((byte) arrived, memory.get(ValueLayout.JAVA_BYTE, offset + i), "byte " + i);
        }
        arrived++;
    }

    /** Lets the sending side take notice of what was completed. */
    void checkFailures() {
        if (failure != null) {
            throw failure;
        }
    }

    long posted() {
        return posted;
    }

    long arrived() {
        return arrived;
    }

    /** Rounds of remote access. */
    long rounds() {
        return rounds;
    }

    boolean isSettled() {
        return arrived == posted && !underWay;
    }

    /** True when the sender has been told of all messages that stayed in its memory. */
    boolean isFree() {
        return kept == 0;
    }

    Domain from() {
        return from;
    }

    Domain to() {
        return to;
    }

    /** Nothing came twice: the counter has seen each addition once. */
    void checkCounter() {
        if (remote != null) {
            long added = step == Step.ADD ? rounds : rounds + 1;
            assertEquals(added, region.memory().get(LONG, COUNTER), "additions");
        }
    }
}
