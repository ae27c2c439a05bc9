package org.hawser.mpi.p2p;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.RegionKey;
import org.hawser.platform.libc.Errno;
import org.hawser.platform.libc.Libc;
import org.hawser.platform.memory.RawBytes;
import org.hawser.platform.memory.RawWords;
import org.hawser.platform.secret.Secrets;
import org.hawser.platform.settings.Settings;

/**
 * Native memory of the program's own, such as {@code ByteBuffer.allocateDirect} makes: peers cannot map it, but the
 * kernel copies between two processes (cross-memory attach), in one pass where staging memory takes two. Places in it
 * take part in a rendezvous as places in regions do, with these differences: both sides' memory must be native and in
 * a row, and no byte is watched, as the kernel writes in no certain order.
 *
 * <p>On the wire a place in it has the words of a {@link Place}: the process with {@link #MARK}, a secret, the address
 * where that process has the secret, and the address of the memory. Before the first copy a rank reads the secret: if
 * it is another one, or nothing, then the kernel forbids it or the number is another process's here, as in containers,
 * and messages go through staging memory. Addresses are not checked beyond that; the one that names them could write
 * there itself, and an address that is none is the kernel's to refuse.
 *
 * <p>One pass is not always the faster way, since the kernel's takes its time: {@link CopyCosts} finds out.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> per call what the kernel is told.
 */
final class AttachedMemory {
    /** Numbers of regions are positive. */
    private static final long MARK = Long.MIN_VALUE;

    private final int rank;
    private final long pid = ProcessHandle.current().pid();
    private final boolean wanted;
    /** Where the kernel can copy it does, whatever that costs. */
    private final boolean always;
    /** Names this process; made when it is first needed. */
    private RegionKey own;

    AttachedMemory(int rank) {
        this.rank = rank;
        String choice = Settings.word("hawser.mpi.attach", "auto", "auto", "on", "off");
        wanted = !choice.equals("off") && RawWords.isDirect() && Libc.available();
        always = choice.equals("on");
    }

    /** Where such memory is for a peer on this node; null when the operation is not of such, or the peer is not to. */
    Place placeOf(Operation operation, Partner peer) {
        if (!wanted || !operation.isNative() || operation.room <= peer.eager || peer.rank == rank) {
            return null;
        }
        if (own == null) {
            MemorySegment word = Arena.global().allocate(Long.BYTES, Long.BYTES);
            long secret = Secrets.next();
            RawWords.setLong(word.address(), secret);
            own = new RegionKey(rank, MARK | pid, secret, word.address());
        }
        return peer.places.own(operation.state == Operation.State.QUEUED, own, operation.offset);
    }

    /**
     * True when the kernel is to copy a message from or to a place of a peer's that it {@link #reaches}, and not both
     * ranks through staging memory. To be asked once for each message.
     */
    boolean isChosen(Partner peer, Place place, long bytes) {
        return always || pidOf(place.key()) == pid || peer.costs.chooseKernel(bytes);
    }

    /** True for a place of this kind. */
    static boolean holds(Place place) {
        return place.key().id() < 0;
    }

    /** True when the kernel copies between such a place of a peer's and an operation's memory. */
    boolean reaches(Partner peer, Place place, Operation operation) {
        if (!wanted || !operation.isNative()) {
            return false;
        }
        if (!place.key().equals(peer.process)) {
            peer.process = place.key();
            peer.attaches = isProcess(place.key());
        }
        return peer.attaches;
    }

    private boolean isProcess(RegionKey key) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment word = arena.allocate(Long.BYTES, Long.BYTES);
            Libc.readProcess(pidOf(key), key.length(), word, 0, Long.BYTES);
            return RawWords.getLong(word.address()) == key.secret();
        } catch (Errno e) {
            return false;
        }
    }

    private static long pidOf(RegionKey key) {
        return key.id() & ~MARK;
    }

    /** Copies bytes from {@code position} on from a peer's place that this rank {@link #reaches}. */
    void read(Place place, Operation receive, long position, long bytes) {
        long from = place.offset() + position;
        long to = receive.offset + position;
        if (pidOf(place.key()) == pid) {
            RawBytes.copy(null, from, null, to, bytes);
            return;
        }
        try {
            Libc.readProcess(pidOf(place.key()), from, at(to, bytes), 0, bytes);
        } catch (Errno e) {
            throw broken(place, e);
        }
    }

    /** Copies bytes from {@code position} on to a peer's place that this rank {@link #reaches}. */
    void write(Operation send, Place place, long position, long bytes) {
        long from = send.offset + position;
        long to = place.offset() + position;
        if (pidOf(place.key()) == pid) {
            RawBytes.copy(null, from, null, to, bytes);
            return;
        }
        try {
            Libc.writeProcess(pidOf(place.key()), to, at(from, bytes), 0, bytes);
        } catch (Errno e) {
            throw broken(place, e);
        }
    }

    @SuppressWarnings("restricted")
    private static MemorySegment at(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    private static FabricException broken(Place place, Errno e) {
        boolean gone = e.number() == Errno.ESRCH;
        return new FabricException(gone ? FabricException.Severity.PEER_LOST : FabricException.Severity.FATAL,
            (gone ? "the rank has ended: rank=" : "the kernel refuses the access to the message of a rank: rank=")
            + place.key().owner() + ": " + e.getMessage(), e);
    }
}
