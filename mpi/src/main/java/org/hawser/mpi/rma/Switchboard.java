package org.hawser.mpi.rma;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Link;
import org.hawser.runtime.ModelReceiver;
import org.hawser.runtime.Rank;

/**
 * Hands the frames of one rank's windows to the window they are for, and sends on what has found no room.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per window and peer.
 */
final class Switchboard implements ModelReceiver {
    /** The runtime's number for the messages of windows. */
    private static final int MODEL = 1;
    /** Longer frames gain nothing. */
    private static final int LONGEST_FRAME = 32 << 10;

    private final Rank rank;
    private final Answers answers;
    private final int frameBytes;
    private final Map<Integer, WindowMessages> windows = new ConcurrentHashMap<>();
    private final LockOrder lockOrder;
    /** Where something waits for room; touched by whoever polls or holds the rank. */
    private final List<Outgoing> blocked = new ArrayList<>();

    private Switchboard(PointToPoint point) {
        rank = point.rank();
        frameBytes = Math.min(LONGEST_FRAME, rank.messages().maxMedium()) & -Frame.WORD;
        answers = new Answers(frameBytes);
        lockOrder = new LockOrder(rank);
        rank.messages().registerModel(MODEL, this);
        rank.addChore(this::sendBlocked);
    }

    /** The one of a rank; made with its first window, before the members tell each other of it. */
    static Switchboard of(PointToPoint point) {
        return point.companion(Switchboard.class, Switchboard::new);
    }

    Link link(int peer) {
        return rank.messages().link(peer, MODEL);
    }

    Answers answers() {
        return answers;
    }

    /** The locks that are asked for and not taken. */
    LockOrder lockOrder() {
        return lockOrder;
    }

    /** The longest frame. */
    int frameBytes() {
        return frameBytes;
    }

    void add(int window, WindowMessages messages) {
        windows.put(window, messages);
    }

    void remove(int window) {
        windows.remove(window);
    }

    /** Has an origin's requests tried again when there may be room. */
    void block(Outgoing outgoing) {
        if (!outgoing.blocked) {
            outgoing.blocked = true;
            blocked.add(outgoing);
        }
        rank.wantChores();
    }

    private int sendBlocked() {
        if (blocked.isEmpty()) {
            return 0;
        }
        int work = 0;
        List<Outgoing> again = List.copyOf(blocked);
        blocked.clear();
        for (Outgoing outgoing : again) {
            outgoing.blocked = false;
            work += outgoing.pump();
        }
        return work;
    }

    @Override
    public void onMessage(int kind, int source, MemorySegment memory, long offset, int length) {
        long at = RawWords.addressOf(memory) + offset;
        if (length < Frame.HEAD || length % Frame.WORD != 0) {
            throw Frame.broken("no frame", source, length);
        }
        WindowMessages window = windows.get(Frame.window(at));
        if (window == null) {
            throw Frame.broken("no such window", source, Frame.window(at));
        }
        window.onFrame(kind, source, at, length);
    }

    @Override
    public void onWord(int bits, int source, long body) {
        throw Frame.broken("no frame", source, bits);
    }
}
