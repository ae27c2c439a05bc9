package org.hawser.fabric.tcp;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.Post;
import org.hawser.fabric.Receiver;
import org.hawser.platform.idle.Doorbell;
import org.hawser.platform.memory.RawWords;
import org.hawser.platform.ring.MpscLayout;
import org.hawser.platform.ring.MpscReader;
import org.hawser.platform.ring.MpscWriter;
import org.hawser.platform.ring.RingReader;

/**
 * The way of a rank to itself: a ring in its own memory.
 *
 * <p><b>Threads:</b> posts by any, a claim holds its thread's place alone; {@link #poll} by one at a time.
 * <b>Allocates:</b> at construction.
 */
final class SelfEndpoint extends Endpoint {
    private static final int CAPACITY = 256 << 10;
    /** A record that was claimed and given up. */
    private static final int NOTHING = WORDS;

    private final MpscWriter writer;
    private final MpscReader reader;
    private final Doorbell bell;
    private final Upward upward = new Upward();
    /** What a thread has claimed and not committed; a thread claims once at a time. */
    private final ThreadLocal<long[]> claimed = ThreadLocal.withInitial(() -> new long[2]);

    SelfEndpoint(int rank, Doorbell bell) {
        super(rank, TcpEndpoint.MAX_BODY);
        this.bell = bell;
        MemorySegment ring = Arena.ofAuto().allocate(MpscLayout.bytes(CAPACITY), 128);
        writer = new MpscWriter(ring);
        reader = new MpscReader(ring);
    }

    int poll(Receiver receiver, int limit) {
        if (!reader.hasRecords()) {
            return 0;
        }
        upward.receiver = receiver;
        return reader.poll(upward, limit);
    }

    boolean hasRecords() {
        return reader.hasRecords();
    }

    @Override
    public int sendShort(int word, long body) {
        long at = writer.claim(Long.BYTES);
        if (at < 0) {
            return Post.BUSY;
        }
        RawWords.setLong(writer.address() + at, body);
        writer.commit(at, Long.BYTES, word);
        bell.ring();
        return Post.DONE;
    }

    @Override
    public int sendShort(int word, long first, long second) {
        long at = writer.claim(2 * Long.BYTES);
        if (at < 0) {
            return Post.BUSY;
        }
        RawWords.setLong(writer.address() + at, first);
        RawWords.setLong(writer.address() + at + Long.BYTES, second);
        writer.commit(at, 2 * Long.BYTES, word);
        bell.ring();
        return Post.DONE;
    }

    @Override
    public long claim(int length) {
        long at = writer.claim(length);
        if (at >= 0) {
            long[] mine = claimed.get();
            mine[0] = at;
            mine[1] = length;
        }
        return at;
    }

    @Override
    public MemorySegment memory() {
        return writer.memory();
    }

    @Override
    public void commit(int word) {
        long[] mine = claimed.get();
        writer.commit(mine[0], (int) mine[1], word);
        bell.ring();
    }

    @Override
    public void abandon() {
        commit(NOTHING);
    }

    /** Hands records up as messages of this rank. */
    private final class Upward implements RingReader {
        private Receiver receiver;

        @Override
        public void onRecord(int word, MemorySegment memory, long offset, int length) {
            if (word != NOTHING) {
                receiver.onMessage(peer(), word, memory, offset, length);
            }
        }
    }
}
