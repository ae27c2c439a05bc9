package org.hawser.mpi.p2p;

import org.hawser.mpi.ErrorClass;

/**
 * What one receive, take or peek of a rank asked for and got. Receipts stand in the order of their posts.
 *
 * <p><b>Threads:</b> one at a time.
 */
final class Receipt {
    final Pattern pattern;
    /** A peek leaves the message where it is. */
    final boolean peek;
    /** Where the message went; null for a peek. */
    Spot place;
    boolean cancelled;
    boolean truncated;
    int source;
    int tag;
    long bytes;

    private Receipt(Pattern pattern, boolean peek) {
        this.pattern = pattern;
        this.peek = peek;
    }

    static Receipt of(Pattern pattern) {
        return new Receipt(pattern, false);
    }

    static Receipt ofPeek(Pattern pattern, Envelope found) {
        Receipt receipt = new Receipt(pattern, true);
        receipt.source = found.source();
        receipt.tag = found.tag();
        receipt.bytes = found.bytes();
        return receipt;
    }

    /** Takes over what the operation, which is done, says. */
    void fill(Operation operation) {
        cancelled = operation.isCancelled();
        truncated = operation.failure() != null;
        if (truncated && operation.failure().errorClass() != ErrorClass.TRUNCATE) {
            throw new AssertionError("failed: " + this, operation.failure());
        }
        source = operation.source();
        tag = operation.tag();
        bytes = operation.bytes();
    }

    @Override
    public String toString() {
        return (peek ? "peek " : "receive ") + pattern + (place == null ? "" : " capacity=" + place.bytes)
            + (cancelled ? " cancelled" : " got source=" + source + " tag=" + tag + " bytes=" + bytes)
            + (truncated ? " truncated" : "");
    }
}
