package org.hawser.runtime;

import java.lang.foreign.MemorySegment;

/**
 * A payload on its way to the place that a {@link HeaderHandler} chose for it.
 *
 * <pre>{@code
 * messages.register(DATA, (source, memory, offset, length, delivery) ->
 *     delivery.into(inbox, slot * 4096L).then(() -> filled++));
 * }</pre>
 *
 * <p><b>Threads:</b> polling thread; a delivery belongs to its handler until the handler returns.
 */
public final class Delivery {
    private long payloadLength;
    private MemorySegment target;
    private long targetOffset;
    private Runnable completion;
    private Counter counter;
    private long received;
    boolean acknowledge;

    Delivery() {
    }

    Delivery reset(long length) {
        payloadLength = length;
        target = null;
        completion = null;
        counter = null;
        received = 0;
        return this;
    }

    /** Bytes of the payload. */
    public long payloadLength() {
        return payloadLength;
    }

    /** Puts the payload at {@code offset} of {@code memory}; a payload with no place is dropped. */
    public Delivery into(MemorySegment memory, long offset) {
        if (offset < 0 || memory.byteSize() - offset < payloadLength) {
            throw new IllegalArgumentException("the place is too small for the payload: payload=" + payloadLength
                + " offset=" + offset + " place=" + memory.byteSize());
        }
        target = memory;
        targetOffset = offset;
        return this;
    }

    /** Runs {@code handler} in the polling context when the payload is there. */
    public Delivery then(Runnable handler) {
        completion = handler;
        return this;
    }

    /** Bumps {@code arrived} when the payload is there: the target counter. */
    public Delivery bump(Counter arrived) {
        counter = arrived;
        return this;
    }

    MemorySegment target() {
        return target;
    }

    long targetOffset() {
        return targetOffset;
    }

    /** Takes a piece of the payload; true when it is the last. */
    boolean take(MemorySegment memory, long offset, long position, long length) {
        if (position < 0 || position > payloadLength - length) {
            throw new IllegalStateException("a piece outside its payload: position=" + position + " length=" + length
                + " payload=" + payloadLength);
        }
        if (target != null) {
            MemorySegment.copy(memory, offset, target, targetOffset + position, length);
        }
        received += length;
        return received == payloadLength;
    }

    void complete() {
        if (counter != null) {
            counter.bump();
        }
        if (completion != null) {
            completion.run();
        }
    }
}
