package org.hawser.fabric.shm;

import static org.hawser.platform.memory.Words.compareAndSet;
import static org.hawser.platform.memory.Words.getAcquire;
import static org.hawser.platform.memory.Words.getOpaque;
import static org.hawser.platform.memory.Words.setLong;
import static org.hawser.platform.memory.Words.setRelease;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.hawser.fabric.Capability;
import org.hawser.fabric.Domain;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.ForeignRank;
import org.hawser.fabric.Place;
import org.hawser.fabric.Receiver;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.platform.counter.Counters;
import org.hawser.platform.idle.Doorbell;
import org.hawser.platform.idle.Naps;
import org.hawser.platform.memory.Words;
import org.hawser.platform.ring.CorruptRingException;
import org.hawser.platform.ring.MpscLayout;
import org.hawser.platform.ring.MpscReader;
import org.hawser.platform.ring.RecordHeader;
import org.hawser.platform.ring.RingReader;
import org.hawser.platform.ring.SpscLayout;
import org.hawser.platform.settings.Settings;

/**
 * One rank's presence in the node's shared memory: its control page and mailbox, the lanes to it, the endpoints from
 * it.
 *
 * <p><b>Threads:</b> poll and maintain by one at a time, the rest by any. <b>Allocates:</b> per peer on first contact.
 */
final class ShmDomain extends Domain {
    /** How long a mail that somebody has begun is waited for, when all that has come is wanted. */
    private static final long UNFINISHED_NANOS = 1_000_000_000L;
    /** Polls that found something in a lane before the mailbox is looked at again. */
    private static final int MAIL_PATIENCE = 4;
    private static final long START_PATIENCE_NANOS = 60_000_000_000L;

    private final Place place;
    private final ShmSpace space;
    private final ShmRegions regions;
    private final MemorySegment memory;
    private final Doorbell doorbell;
    private final Counters counters;
    private final MpscReader mailbox;
    private final ShmLanes lanes;
    private final MailReader mailReader = new MailReader();
    private int mailPatience;
    private final int signature;
    private final Map<Integer, ShmEndpoint> endpoints = new ConcurrentHashMap<>();
    private final ShmForeigners foreigners;
    private final ShmSights sights;
    private final List<ShmEndpoint> connected = new CopyOnWriteArrayList<>();
    private final int laneSlots = (int) Settings.number("hawser.shm.lanes", 16, 0, ShmLayout.MAX_LANES);
    private final int laneCapacity = Settings.powerOfTwo("hawser.shm.lane", 64 << 10, 32 << 10, 64 << 20);
    private final int mailboxCapacity = Settings.powerOfTwo("hawser.shm.mailbox", 64 << 10, 16 << 10, 64 << 20);
    private final int hotAfter = (int) Settings.number("hawser.shm.hot", 16, 1, Integer.MAX_VALUE);
    private final int maxBody = Math.min(MpscLayout.maxBody(mailboxCapacity) - ShmEndpoint.SOURCE_BYTES,
        SpscLayout.maxBody(laneCapacity));

    ShmDomain(Place place, ShmSpace space) {
        this.place = place;
        this.space = space;
        long pid = ProcessHandle.current().pid();
        signature = place.directory() == null || pid >= RecordHeader.OWNERS ? -1 : (int) pid;
        foreigners = new ShmForeigners(place, space);
        sights = new ShmSights(this, space, place.size());
        regions = new ShmRegions(space, place.rank(), foreigners);
        memory = space.create(ShmLayout.fileOf(place.rank()),
            ShmLayout.MAILBOX + MpscLayout.bytes(mailboxCapacity), Arena.global());
        doorbell = bell(memory);
        counters = new Counters(memory.asSlice(ShmLayout.COUNTER, ShmLayout.COUNTERS * (long) Long.BYTES));
        mailbox = new MpscReader(memory.asSlice(ShmLayout.MAILBOX));
        lanes = new ShmLanes(space, place.rank(), memory.asSlice(0, ShmLayout.MAILBOX), laneSlots, counters);
        setLong(memory, ShmLayout.RANK, place.rank());
        setLong(memory, ShmLayout.PID, pid);
        setLong(memory, ShmLayout.STATE, ShmLayout.RUNNING);
        // Release: the page first, then the word that says it is whole. Pairs with the acquire in peerMemory().
        setRelease(memory, ShmLayout.MAGIC, ShmLayout.MAGIC_VALUE);
    }

    @Override
    public String provider() {
        return ShmProvider.NAME;
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.of(Capability.REMOTE_WRITE, Capability.REMOTE_READ, Capability.REMOTE_ATOMICS,
            Capability.DIRECT_MAPPING);
    }

    @Override
    public Endpoint connect(int peer) {
        ShmEndpoint known = endpoints.get(peer);
        return known != null ? known : endpoints.computeIfAbsent(peer, this::open);
    }

    private ShmEndpoint open(int peer) {
        ShmPeer where = foreigners.peer(peer);
        ShmEndpoint endpoint = new ShmEndpoint(this, peer, where, peerMemory(peer, where), maxBody);
        connected.add(endpoint);
        return endpoint;
    }

    @Override
    public int poll(Receiver receiver, int limit) {
        int work = lanes.poll(receiver, limit);
        // A busy lane is answered first; the mailbox has its turn all the same.
        if (work > 0 && ++mailPatience < MAIL_PATIENCE) {
            return work;
        }
        mailPatience = 0;
        mailReader.receiver = receiver;
        mailReader.limit = limit;
        mailReader.beside = 0;
        try {
            return work + mailbox.poll(mailReader, limit) + mailReader.beside;
        } catch (CorruptRingException e) {
            throw broken(e);
        }
    }

    private FabricException broken(CorruptRingException cause) {
        return new FabricException(FabricException.Severity.FATAL, "a record in shared memory is corrupt: rank="
            + place.rank() + " mailbox cause=" + cause.getMessage() + "; every rank of the node writes there: one of "
            + "them, or native code anywhere that has a wrong address, has written over it", cause);
    }

    /**
     * A mail that a live rank has begun and not finished hides those behind it, which may be the last of a rank that is
     * gone: it is waited for.
     */
    @Override
    public int pollAll(Receiver receiver, int limit) {
        long deadline = 0;
        while (true) {
            int work = poll(receiver, limit);
            if (work > 0 || !mailbox.isBehindClaims()) {
                return work;
            }
            long now = System.nanoTime();
            if (deadline == 0) {
                deadline = now + UNFINISHED_NANOS;
            } else if (now > deadline) {
                return 0;
            }
            Thread.yield();
            maintain();
        }
    }

    @Override
    public boolean hasArrivals() {
        return mailbox.hasRecords() || lanes.hasRecords();
    }

    @Override
    public Doorbell doorbell() {
        return doorbell;
    }

    @Override
    public void wake(int peer) {
        ((ShmEndpoint) connect(peer)).wake();
    }

    @Override
    public boolean isAlive(int peer) {
        ShmEndpoint endpoint = endpoints.get(peer);
        if (endpoint != null) {
            return endpoint.isAlive();
        }
        return peer >= place.size() || sights.isAlive(peer);
    }

    @Override
    public boolean isLost(int peer) {
        ShmEndpoint endpoint = endpoints.get(peer);
        if (endpoint != null) {
            return endpoint.isLost();
        }
        return place.directory() != null && peer < place.size() && sights.isLost(peer);
    }

    @Override
    public boolean meetsInMemory() {
        return true;
    }

    @Override
    public void admit(int number, ForeignRank rank, long stamp) {
        foreigners.admit(number, rank, stamp);
        ShmEndpoint endpoint = (ShmEndpoint) connect(number);
        if (endpoint.mailboxCapacity() != mailboxCapacity) {
            dismiss(number);
            throw FabricException.refused("the other job's mailboxes have another size, set by hawser.shm.mailbox: "
                + "theirs=" + endpoint.mailboxCapacity() + " ours=" + mailboxCapacity);
        }
    }

    @Override
    public void dismiss(int number) {
        foreigners.dismiss(number);
        lanes.forget(number);
        ShmEndpoint endpoint = endpoints.remove(number);
        if (endpoint != null) {
            connected.remove(endpoint);
        }
    }

    @Override
    public void maintain() {
        int claimer = mailbox.claimOwner();
        if (claimer >= 0 && claimer != signature && !isRunning(claimer)) {
            // It has ended in the middle of a mail: those behind it are not to wait for it.
            try {
                mailbox.skipClaim(claimer);
            } catch (CorruptRingException e) {
                throw broken(e);
            }
        }
        lanes.maintain();
        // By index: this runs between messages and must not make an iterator.
        for (int i = connected.size() - 1; i >= 0; i--) {
            connected.get(i).maintain();
        }
    }

    /** Asked anew each time: a process that has the number of an earlier one is another. */
    private static boolean isRunning(int process) {
        return ProcessHandle.of(process).isPresent();
    }

    /**
     * What this rank leaves with a mail that it begins: its process, of whatever job it is, which those can look after
     * who have never met the rank, or have forgotten it. Negative where ranks are threads: none ends without the rest.
     */
    int signature() {
        return signature;
    }

    @Override
    public Region allocate(long bytes, long id, long secret) {
        return regions.allocate(bytes, id, secret);
    }

    @Override
    public Region register(MemorySegment foreign, long id, long secret) {
        return regions.register(foreign, id, secret);
    }

    @Override
    public RemoteRegion attach(RegionKey key) {
        return regions.attach(key);
    }

    @Override
    public void close() {
        // Release: whatever this rank sent comes before its leaving.
        setRelease(memory, ShmLayout.STATE, ShmLayout.LEFT);
    }

    /** The doorbell on a rank's control page. */
    Doorbell bell(MemorySegment control) {
        return place.directory() == null ? Doorbell.ofThread(control, ShmLayout.DOORBELL)
            : Doorbell.ofProcess(control, ShmLayout.DOORBELL);
    }

    int hotAfter() {
        return hotAfter;
    }

    void count(ShmCounter counter) {
        counters.increment(counter.ordinal());
    }

    /** The process of the rank with this control page; null when it has ended, or is this one. */
    ProcessHandle processOf(MemorySegment control) {
        return place.directory() == null ? null
            : ProcessHandle.of(getOpaque(control, ShmLayout.PID)).orElse(null);
    }

    /** Ranks that meet in this JVM's memory have no process that could end without them. */
    boolean processLives(ProcessHandle process) {
        return place.directory() == null || process != null && process.isAlive();
    }

    /** Takes a free lane slot of the peer with this control page; -1 when there is none. */
    int takeSlot(MemorySegment peerControl, long self) {
        for (int slot = 0; slot < laneSlots; slot++) {
            if (getOpaque(peerControl, ShmLayout.owner(slot)) == 0
                    && compareAndSet(peerControl, ShmLayout.owner(slot), 0, self + 1)) {
                return slot;
            }
        }
        return -1;
    }

    /** The ring of a slot just taken; null when there is no memory for it (the mailbox goes on serving). */
    MemorySegment laneMemory(ShmPeer peer, int slot) {
        String name = ShmLayout.laneFile(peer.rank(), slot);
        MemorySegment ring = peer.space().open(name, peer.arena());
        if (ring != null) {
            return ring;
        }
        try {
            return peer.space().create(name, SpscLayout.bytes(laneCapacity), peer.arena());
        } catch (FabricException e) {
            return null;
        }
    }

    int laneSlots() {
        return laneSlots;
    }

    private MemorySegment peerMemory(int peer, ShmPeer where) {
        long deadline = System.nanoTime() + START_PATIENCE_NANOS;
        String name = ShmLayout.fileOf(where.rank());
        Naps naps = new Naps();
        while (true) {
            MemorySegment found = peer == place.rank() ? memory : where.space().open(name, where.arena());
            if (found != null && getAcquire(found, ShmLayout.MAGIC) == ShmLayout.MAGIC_VALUE) {
                return found;
            }
            if (System.nanoTime() > deadline) {
                throw new FabricException(FabricException.Severity.PEER_LOST,
                    "a peer has not started within 60 s: peer=" + peer);
            }
            naps.take(Long.MAX_VALUE);
        }
    }

    /** Takes mails: control mails are this domain's, the rest go up with their source. */
    private final class MailReader implements RingReader {
        private Receiver receiver;
        private int limit;
        /** Messages that lanes brought while mails were read, less the mails that are no messages. */
        private int beside;

        @Override
        public void onRecord(int word, MemorySegment mails, long offset, int length) {
            long stamp = length < ShmEndpoint.SOURCE_BYTES ? -1 : Words.getLong(mails, offset);
            int source = stamp >= 0 && stamp < place.size() ? (int) stamp : foreigners.numberOf(stamp);
            if (source < 0) {
                throw new FabricException(FabricException.Severity.FATAL, "a mail from nobody: source=" + stamp
                    + " length=" + length);
            }
            beside += lanes.drain(source, receiver);
            switch (word) {
                case ShmEndpoint.SWITCH -> beside += lanes.open(source, stamp, (int) Words.getLong(mails,
                    offset + ShmEndpoint.SOURCE_BYTES), receiver, limit) - 1;
                case ShmEndpoint.NOTHING -> beside--;
                default -> receiver.onMessage(source, word, mails, offset + ShmEndpoint.SOURCE_BYTES,
                    length - ShmEndpoint.SOURCE_BYTES);
            }
        }
    }
}
