package org.hawser.mpi.rma;

/**
 * The two-sided design: nothing leaves before the epoch ends or is flushed, and then everything goes by messages, the
 * request for the target's lock and its end among them. The target does it when it comes by, inside a call of its own.
 *
 * <p>Cost: 1 message and 1 answer for an epoch whose operations fit a frame; else 2 more for the lock, and 1 for each
 * frame.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing once as much has been under way as ever will be.
 */
final class MessagePath extends QueuedPath {
    MessagePath(WindowMessages messages, int member) {
        super(messages.to(member, false));
    }
}
