package org.hawser.mpi.rma;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.platform.memory.RawWords;

/**
 * The messages of one window at one member: what others ask of its memory ({@link Incoming}), and what it asks of
 * theirs ({@link Outgoing}, one for each member that it reaches this way).
 *
 * <p><b>Threads:</b> made by one; then whoever polls, or holds the rank. <b>Allocates:</b> at construction, and per
 * member reached.
 */
final class WindowMessages {
    private final Communicator communicator;
    private final Switchboard switchboard;
    private final Schedule schedule;
    private final Incoming incoming;
    private final Outgoing[] outgoing;
    private final String path;

    /** Opens the window to messages; the members tell each other of it after that. */
    WindowMessages(Communicator communicator, String path, Hints hints, Exposure exposure, MappedUpdates updates,
                   MemorySegment control) {
        this.communicator = communicator;
        switchboard = Switchboard.of(communicator.point());
        this.path = path;
        if (!List.of("direct", "messages", "agent").contains(path)) {
            throw new MpiFailure(ErrorClass.INFO_VALUE, "path is direct, messages or agent: path=" + path);
        }
        schedule = Schedule.of(hints.choice("schedule", "on"));
        incoming = new Incoming(communicator, switchboard, exposure, updates, RawWords.addressOf(control));
        outgoing = new Outgoing[communicator.size()];
        switchboard.add(communicator.context(), this);
    }

    /** True when all of the window is reached by messages, its locks too: the two-sided design. */
    boolean areWhole() {
        return path.equals("messages");
    }

    /** True when messages are asked for, also where there is a direct way. */
    boolean areWanted() {
        return !path.equals("direct");
    }

    /** The way to a member by messages; offsets in a dynamic window are addresses. */
    Path path(int member) {
        return areWhole() ? new MessagePath(this, member) : new AgentPath(this, member);
    }

    /** The requests of this member to another one. */
    Outgoing to(int member, boolean atOnce) {
        if (outgoing[member] == null) {
            outgoing[member] = new Outgoing(communicator, member, switchboard, schedule, atOnce);
        }
        return outgoing[member];
    }

    /** Takes the locks that the calling thread has asked for in windows by messages, before it takes others. */
    LockOrder lockOrder() {
        return switchboard.lockOrder();
    }

    /** How many frames of requests a member has sent that have been done here. */
    long received(int member) {
        return incoming.received(member);
    }

    void onFrame(int kind, int source, long at, int length) {
        int member = Frame.member(at);
        if (member < 0 || member >= outgoing.length || communicator.local().get(member) != source) {
            throw Frame.broken("no such member", source, member);
        }
        if (kind == Frame.REQUESTS) {
            incoming.onRequests(member, at + Frame.HEAD, at + length);
        } else if (kind == Frame.ANSWERS && outgoing[member] != null) {
            outgoing[member].onAnswers(at + Frame.HEAD, at + length);
        } else {
            throw Frame.broken("no such kind", source, kind);
        }
    }

    /** Closes the window; nobody sends for it any more. */
    void close() {
        switchboard.remove(communicator.context());
        incoming.close();
    }
}
