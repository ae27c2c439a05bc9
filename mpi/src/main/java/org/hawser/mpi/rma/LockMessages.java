package org.hawser.mpi.rma;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.fabric.FabricException;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.platform.memory.RawBytes;
import org.hawser.runtime.ModelReceiver;
import org.hawser.runtime.Rank;

/**
 * The messages between members that want a lock and the {@link LockKeeper} of the window they want it at, for all
 * windows of a rank:
 *
 * <pre>
 * ASK        context   member &lt;&lt; 1 | exclusive     take the lock for me
 * GIVE_BACK  context   member &lt;&lt; 1 | exclusive     give back what you took for me
 * ANSWER     context   target &lt;&lt; 32 | outcome      holder that has ended
 * </pre>
 *
 * <p><b>Threads:</b> messages by the polling thread; the rest any. <b>Allocates:</b> per window.
 */
final class LockMessages implements ModelReceiver {
    static final int ASK = 0;
    static final int GIVE_BACK = 1;
    static final int ANSWER = 2;

    /** The locks of windows, among the programming models of a rank. */
    private static final int MODEL = 2;

    private final Rank rank;
    private final Map<Integer, LockKeeper> keepers = new ConcurrentHashMap<>();

    private LockMessages(PointToPoint point) {
        rank = point.rank();
        rank.addChore(this::chore);
        rank.messages().registerModel(MODEL, this);
    }

    /** Those of a rank. */
    static LockMessages of(PointToPoint point) {
        return point.companion(LockMessages.class, LockMessages::new);
    }

    void open(int context, LockKeeper keeper) {
        keepers.put(context, keeper);
    }

    void close(int context) {
        keepers.remove(context);
    }

    void send(int to, int kind, int context, long second, long third) {
        rank.messages().link(to, MODEL).post(kind, context, second, third);
    }

    @Override
    public void onMessage(int kind, int source, MemorySegment memory, long offset, int length) {
        long at = memory.address() + offset;
        if (length != 3 * Long.BYTES || kind < ASK || kind > ANSWER) {
            throw broken(source, "kind=" + kind + " length=" + length);
        }
        LockKeeper keeper = keepers.get((int) RawBytes.getLong(at));
        long second = RawBytes.getLong(at + Long.BYTES);
        long third = RawBytes.getLong(at + 2 * Long.BYTES);
        if (keeper == null) {
            // What is given back may come after the window has gone, when its lock means nothing any more.
            if (kind != GIVE_BACK) {
                throw broken(source, "no such window: context=" + RawBytes.getLong(at));
            }
        } else if (!keeper.onMessage(kind, source, second, third)) {
            throw broken(source, "kind=" + kind + " of no member: " + second);
        }
    }

    @Override
    public void onWord(int bits, int source, long body) {
        throw broken(source, "bits=" + bits);
    }

    /** Tries again what could not be done when it was asked for. */
    private int chore() {
        int work = 0;
        for (LockKeeper keeper : keepers.values()) {
            work += keeper.progress();
        }
        return work;
    }

    private static FabricException broken(int source, String what) {
        return new FabricException(FabricException.Severity.FATAL, "malformed message about a lock: source=" + source
            + " " + what);
    }
}
