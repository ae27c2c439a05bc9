package org.hawser.mpi.rma;

/**
 * For memory that is neither mapped nor attached: each operation leaves when it is called, and the target's runtime
 * does it while the target's program goes on, as far as that makes progress. While one frame is under way small
 * operations gather for the next, where the {@link Schedule} aggregates. Locks are those of memory that is mapped, so
 * that members that map the memory and members that do not exclude each other.
 *
 * <p>Cost: 1 message for an operation that fits one, 1 more and 1 answer for a flush.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing once as much has been under way as ever will be.
 */
final class AgentPath extends QueuedPath {
    AgentPath(WindowMessages messages, int member) {
        super(messages.to(member, true));
    }
}
