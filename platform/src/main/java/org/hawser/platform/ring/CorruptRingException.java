package org.hawser.platform.ring;

/** A record's header contradicts its ring: a writer is broken or hostile. The ring cannot be read any further. */
public final class CorruptRingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CorruptRingException(String ring, long position, long header, int capacity) {
        super("corrupt record in a " + ring + " ring: position=" + position + " word=" + RecordHeader.word(header)
            + " bytes=" + RecordHeader.bytes(header) + " capacity=" + capacity);
    }
}
