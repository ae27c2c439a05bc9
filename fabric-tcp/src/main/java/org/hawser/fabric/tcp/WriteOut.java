package org.hawser.fabric.tcp;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.RegionKey;
import org.hawser.platform.memory.RawWords;

/**
 * A long write on its way to a peer: from native memory without a copy, from arrays through the ring.
 *
 * <p><b>Threads:</b> under the sender's lock.
 */
final class WriteOut extends Transfer {
    private final RegionKey key;
    private final Access access;
    private final long offset;
    /** Keeps the memory alive. */
    private MemorySegment source;
    /** Native memory for any thread, or null when the source must be copied by the thread that posts it. */
    private final MemorySegment shared;
    private final long sourceOffset;
    private final long length;
    private int word;
    private final long immediate;
    private long sent;
    private boolean spoilt;

    /** A write of {@code length} bytes; {@code word} is that of the message at its end, or negative. */
    WriteOut(RegionKey key, Access access, long offset, MemorySegment source, long sourceOffset, long length, int word,
             long immediate) {
        this.key = key;
        this.access = access;
        this.offset = offset;
        this.source = source;
        shared = SocketMemory.shared(source);
        this.sourceOffset = sourceOffset;
        this.length = length;
        this.word = word;
        this.immediate = immediate;
    }

    @Override
    boolean emit(SendStream out) {
        boolean direct = shared != null && !spoilt;
        int bytes = (int) Math.min(direct ? PIECE : COPIED_PIECE, length - sent);
        int inRing = direct ? Frame.HEADER + Frame.REQUEST : Frame.span(Frame.REQUEST + bytes);
        int place = out.reserve(inRing);
        if (place < 0) {
            return false;
        }
        boolean last = sent + bytes == length;
        long at = out.address() + place;
        int flags = !last ? Frame.MORE : word >= 0 ? Frame.WITH_MESSAGE : 0;
        RawWords.setLong(at, Frame.header(Frame.WRITE, flags, Frame.REQUEST + bytes));
        request(at + Frame.HEADER, key, offset + sent, access.slot(), word, immediate);
        if (direct) {
            out.append(place, inRing);
            out.append(shared.asSlice(sourceOffset + sent, bytes).asByteBuffer());
            out.pad(-bytes & Long.BYTES - 1);
        } else {
            MemorySegment.copy(source, spoilt ? 0 : sourceOffset + sent, out.memory(),
                place + Frame.HEADER + Frame.REQUEST, bytes);
            out.append(place, inRing);
        }
        sent += bytes;
        if (last) {
            access.endsAt(out.end());
        }
        return true;
    }

    @Override
    boolean isOver() {
        return sent == length;
    }

    @Override
    void spoil(RuntimeException why) {
        // The peer waits for as many bytes as it was promised.
        access.fail(why);
        source = MemorySegment.ofArray(new byte[COPIED_PIECE]);
        spoilt = true;
    }

    @Override
    boolean recall(MemorySegment memory) {
        long first = shared == null ? -1 : shared.address() + sourceOffset - memory.address();
        if (spoilt || isOver() || first < 0 || first >= memory.byteSize()) {
            return false;
        }
        boolean announced = word >= 0;
        // Whoever waits for the message must not take what comes from here on for it.
        word = -1;
        spoil(FabricException.refused("the memory of a write was taken back: length=" + length + " in " + key));
        return announced;
    }

    /** Writes a request's words. */
    static void request(long at, RegionKey key, long offset, long request, long first, long second) {
        RawWords.setLong(at, key.id());
        RawWords.setLong(at + 8, key.secret());
        RawWords.setLong(at + 16, offset);
        RawWords.setLong(at + 24, request);
        RawWords.setLong(at + 32, first);
        RawWords.setLong(at + 40, second);
    }
}
