package org.hawser.mpi.ft;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.FabricException;
import org.hawser.mpi.p2p.PointToPoint;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.ModelReceiver;
import org.hawser.runtime.Rank;

/**
 * The messages that ranks send each other to go on without lost ones, all of 8-byte words:
 *
 * <pre>
 * REVOKE                          context                                    nobody uses this communicator any more
 * STATE PROPOSE ACK DECIDE ASK    context  number  ballot  lock  value …     see {@link Deliberation}
 * OUTCAST                         context  number                            the receiver has been taken for dead
 * </pre>
 *
 * <p>They are handled by whatever polls, also outside the calls that they are about.
 *
 * <p><b>Threads:</b> sent by any, taken by whoever polls. <b>Allocates:</b> per message.
 */
final class FaultMessages implements ModelReceiver {
    /** The runtime's number for these messages. */
    private static final int MODEL = 3;
    private static final int REVOKE = 0;
    private static final int OUTCAST = 6;
    private static final int HEAD = 4;

    private final PointToPoint point;
    private final Rank rank;
    private final Revocation revocation;
    private final Consensus consensus;

    private FaultMessages(PointToPoint point) {
        this.point = point;
        rank = point.rank();
        revocation = new Revocation(point, this);
        consensus = new Consensus(point, this);
        rank.messages().registerModel(MODEL, this);
    }

    /** The one of a rank; made before any other rank may send. */
    static FaultMessages of(PointToPoint point) {
        return point.companion(FaultMessages.class, FaultMessages::new);
    }

    Revocation revocation() {
        return revocation;
    }

    Consensus consensus() {
        return consensus;
    }

    void sendRevoke(int world, int context) {
        post(world, REVOKE, new long[] {context});
    }

    void sendOutcast(int world, int context, int number) {
        post(world, OUTCAST, new long[] {context, number});
    }

    void send(int world, int kind, int context, int number, int ballot, int lock, long[] value) {
        long[] words = new long[HEAD + value.length];
        words[0] = context;
        words[1] = number;
        words[2] = ballot;
        words[3] = lock;
        System.arraycopy(value, 0, words, HEAD, value.length);
        post(world, kind, words);
    }

    /** To a rank that is gone nothing is sent. */
    private void post(int world, int kind, long[] words) {
        try {
            rank.messages().link(world, MODEL).post(kind, words);
        } catch (FabricException e) {
            if (e.severity() != FabricException.Severity.PEER_LOST) {
                throw e;
            }
        }
    }

    @Override
    public void onMessage(int kind, int source, MemorySegment memory, long offset, int length) {
        long at = RawWords.addressOf(memory) + offset;
        int words = length / Long.BYTES;
        if (kind == REVOKE && words == 1) {
            revocation.hear((int) RawBytes.getLong(at));
        } else if (kind == OUTCAST && words == 2) {
            consensus.outcast((int) RawBytes.getLong(at), (int) RawBytes.getLong(at + Long.BYTES), source);
        } else if (kind >= Deliberation.STATE && kind <= Deliberation.ASK && words >= HEAD) {
            long[] all = new long[words];
            for (int i = 0; i < words; i++) {
                all[i] = RawBytes.getLong(at + (long) i * Long.BYTES);
            }
            consensus.hear(source, kind, all);
        } else {
            throw broken(kind, source, length);
        }
    }

    @Override
    public void onWord(int bits, int source, long body) {
        throw broken(bits, source, Long.BYTES);
    }

    private FabricException broken(int kind, int source, int length) {
        return new FabricException(FabricException.Severity.FATAL, "a message about faults of no known kind: kind="
            + kind + " source=" + source + " length=" + length + " rank=" + point.rank().number());
    }
}
