package org.hawser.mpi.rma;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Link;

/**
 * Gathers the answers to one frame's requests into as few frames as they fit. What finds no room in the origin's ring
 * is kept by the runtime; origins see to it that this is never much, as each asks for a limited amount at a time.
 *
 * <p><b>Threads:</b> whoever polls. <b>Allocates:</b> at construction, and what must be kept.
 */
final class Answers {
    private final MemorySegment memory;
    private final long address;
    private final int capacity;
    private Link link;
    private int used;

    Answers(int capacity) {
        this.capacity = capacity;
        memory = Arena.ofAuto().allocate(capacity, Frame.WORD);
        address = RawWords.addressOf(memory);
    }

    /** The most bytes that one answer can have. */
    static int mostPayload(int capacity) {
        return capacity - Frame.HEAD - Frame.SHORT & -Frame.WORD;
    }

    /** Begins with what goes to one origin. */
    void begin(Link to, long head) {
        link = to;
        used = Frame.HEAD;
        RawBytes.setLong(address, head);
    }

    /** Adds an answer and returns where its payload goes. */
    long add(int what, int error, int bytes, long number) {
        int needed = Frame.SHORT + Frame.padded(bytes);
        if (used + needed > capacity) {
            send();
        }
        long at = address + used;
        RawBytes.setLong(at, Frame.first(what, 0, error, bytes));
        RawBytes.setLong(at + Frame.WORD, number);
        used += needed;
        return at + Frame.SHORT;
    }

    /** Sends what there is. */
    void send() {
        if (used > Frame.HEAD) {
            link.post(Frame.ANSWERS, memory, 0, used);
            used = Frame.HEAD;
        }
    }
}
