package org.hawser.pgas.team;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * The exchange of a few bytes in a team: everybody's to everybody, and one thread's to all. All threads of the team
 * call the same exchanges in the same order.
 *
 * <p>Cost: up and down a binomial tree, lg p steps.
 *
 * <pre>{@code
 * byte[] secret = team.exchange().broadcast(0, team.me() == 0 ? drawn : null);
 * }</pre>
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> per call.
 */
public final class TeamExchange {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private final Team team;
    private final Parcels parcels;
    private int sequence;

    /** For a team that has had so many exchanges. */
    TeamExchange(Team team, Parcels parcels, int sequence) {
        this.team = team;
        this.parcels = parcels;
        this.sequence = sequence;
    }

    /** Gives every thread what {@code root} gave; the others' argument is ignored. */
    public byte[] broadcast(int root, byte[] bytes) {
        int number = sequence++;
        int size = team.size();
        int relative = (team.me() - root + size) % size;
        byte[] data = bytes;
        int bit = 1;
        while (bit < size && (relative & bit) == 0) {
            bit <<= 1;
        }
        if (relative != 0) {
            data = receive((relative - bit + root) % size, number);
        }
        for (bit >>= 1; bit > 0; bit >>= 1) {
            if (relative + bit < size) {
                send((relative + bit + root) % size, number, data);
            }
        }
        return data;
    }

    /** Gives every thread what every thread gave, by thread. */
    public byte[][] allGather(byte[] mine) {
        int size = team.size();
        int me = team.me();
        int number = sequence++;
        byte[][] parts = new byte[size][];
        parts[me] = mine;
        int bit = 1;
        // Up: a thread collects those of its subtree, which are the next `bit` ones, and passes them on.
        for (; bit < size && (me & bit) == 0; bit <<= 1) {
            if (me + bit < size) {
                unpack(receive(me + bit, number), parts, me + bit);
            }
        }
        if (me != 0) {
            send(me - bit, number, pack(parts, me, Math.min(me + bit, size)));
        }
        unpack(broadcast(0, me == 0 ? pack(parts, 0, size) : null), parts, 0);
        return parts;
    }

    /** A number for an exchange of another form, the same at all threads. */
    int nextNumber() {
        return sequence++;
    }

    /** Sends a copy to a thread, for the exchange with this number; never waits. Several arrive in order. */
    void send(int thread, int number, MemorySegment bytes) {
        parcels.send(team.rankOf(thread), team.id(), number, bytes);
    }

    /** Waits for the next bytes of a thread for the exchange with this number. */
    byte[] receive(int thread, int number) {
        return parcels.receive(team.rankOf(thread), team.id(), number);
    }

    private void send(int thread, int number, byte[] bytes) {
        send(thread, number, MemorySegment.ofArray(bytes));
    }

    private static byte[] pack(byte[][] parts, int from, int to) {
        int bytes = 0;
        for (int i = from; i < to; i++) {
            bytes += Integer.BYTES + parts[i].length;
        }
        byte[] packed = new byte[bytes];
        MemorySegment memory = MemorySegment.ofArray(packed);
        int at = 0;
        for (int i = from; i < to; i++) {
            memory.set(INT, at, parts[i].length);
            System.arraycopy(parts[i], 0, packed, at + Integer.BYTES, parts[i].length);
            at += Integer.BYTES + parts[i].length;
        }
        return packed;
    }

    private static void unpack(byte[] packed, byte[][] parts, int from) {
        MemorySegment memory = MemorySegment.ofArray(packed);
        int at = 0;
        for (int i = from; at < packed.length; i++) {
            int length = memory.get(INT, at);
            parts[i] = Arrays.copyOfRange(packed, at + Integer.BYTES, at + Integer.BYTES + length);
            at += Integer.BYTES + length;
        }
    }
}
