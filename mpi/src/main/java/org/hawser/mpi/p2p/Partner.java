package org.hawser.mpi.p2p;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hawser.fabric.Capability;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.RegionKey;
import org.hawser.fabric.RemoteRegion;
import org.hawser.mpi.datatype.Layout;
import org.hawser.platform.memory.Handover;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Link;
import org.hawser.runtime.Rank;

/**
 * What this rank knows of one peer it talks to.
 *
 * <p>Which message an announcement is for is found by counting. The receiver says how many messages of this rank it
 * had seen when it announced, and how many of its receives with the same key stand in front. This rank counts what it
 * has sent and remembers the keys of the last {@value #REMEMBERED} messages, so it knows how many of that key were on
 * their way. This comes to the same as a counter for each tag on both sides, with memory that does not grow with the
 * number of tags; an announcement too old to be placed is refused, which costs speed only.
 *
 * <p><b>Threads:</b> whoever holds the rank. <b>Allocates:</b> at construction, and per announcement and region.
 */
final class Partner {
    static final int REMEMBERED = 64;
    private static final int MOST_REGIONS = 64;
    /** After so many announcements in a row that were of no use, only one receive in as many is announced. */
    private static final int PATIENCE = 16;
    private static final int EXPECTATION = 4;

    final int rank;
    final Link link;
    /** It and this rank map each other's memory. */
    final boolean maps;
    /** Not that, but each writes into memory that the other lends it. */
    final boolean writes;
    /** Not mapped either, and the network takes messages from where the program has them. */
    final boolean refers;
    /** The longest message that goes whole, whether it is awaited or not. */
    final int eager;
    /** The layouts that each has told the other of. */
    final LayoutExchange layouts;
    /** Sends that found no room, in order; later ones go behind. */
    final ArrayDeque<Operation> queued = new ArrayDeque<>();
    /** Receives whose last byte is watched, and those of which the peer is to say whether it has written it. */
    int watching;
    int doubts;
    /** What has come since it was asked; or null. */
    ArrayDeque<LastBytes.HeldBack> heldBack;
    /** The peer's receive that was last told by its last byte, and nothing else, that the message is there; or -1. */
    long toldByByte = -1;
    /** Messages of which pieces are to come. */
    final List<HybridAfar.Incoming> incoming = new ArrayList<>();
    /** Bytes of messages in pieces that went to this peer and, as far as is known, were not received. */
    long afloat;
    /** Sends that the program has begun since it waited last, and when that was. */
    private int begun;
    private int begunAfter;
    /** Bytes of such messages that were received here and that the peer was not told of. */
    long untold;
    /** Announcements that were taken back, as far as the peer has not confirmed it; none is made meanwhile. */
    int retracting;
    /** Messages that have come from this peer. */
    long received;
    /** Messages that have gone to this peer. */
    private long sent;
    private final long[] recent = new long[REMEMBERED];
    private Announcement announcements;
    private Announcement free;
    /** Sends that wait for the receiver's answer to SENDER_READY. */
    private Operation offered;
    private int useless;
    /** Above zero: the last announcements came just after the messages they were for, so a look or two pay. */
    private int expectation;

    private final Rank home;
    private final Map<RegionKey, MappedRegion> regions = new HashMap<>();
    private RegionKey lastKey;
    private MappedRegion lastRegion;
    /** The peer's staging memory here. */
    private MappedRegion staging;
    private long stagingBase;
    /** This rank has told the peer where its staging memory is. */
    boolean toldStaging;
    /** Stands in the queue of a peer that is lost, so that nothing passes; else null. */
    private Operation tombstone;
    /** How the peer's process was named last, see {@link AttachedMemory}, and whether the kernel reaches it. */
    RegionKey process;
    boolean attaches;
    /** Those that this rank and the peer named to each other last. */
    final LastPlaces places;
    /** What it costs to copy between the program's own memory here and there. */
    final CopyCosts costs = new CopyCosts();
    /** Whether the two copy together what both map. */
    final JointGain jointGain = new JointGain();
    /** Fills staging memory that the peer reads. */
    final Handover handover = new Handover();

    Partner(Rank home, int rank, Link link, Limits limits) {
        this.home = home;
        this.rank = rank;
        this.link = link;
        maps = home.has(Capability.DIRECT_MAPPING, rank);
        writes = !maps && home.has(Capability.REMOTE_WRITE, rank);
        refers = !maps && RawWords.isDirect() && home.has(Capability.ZERO_COPY_SEND, rank);
        eager = maps ? limits.eager() : limits.eagerAfar(link.maxBytes());
        layouts = new LayoutExchange(this, limits.layoutCache());
        places = new LastPlaces(rank);
    }

    /** The peer is lost: what is sent to it goes behind something that never goes. */
    void bury(Operations operations) {
        if (tombstone == null) {
            tombstone = operations.apart();
            queued.add(tombstone);
        }
    }

    boolean isBuried() {
        return tombstone != null;
    }

    /** A message with this key has been sent: counts it and settles which announcements it passes. */
    void sent(long key) {
        recent[(int) sent++ & REMEMBERED - 1] = key;
        if (announcements != null) {
            pass(key);
        }
    }

    /** Counts a send that the program begins; how many it has begun since it waited for one, for the n-th time. */
    int countBegun(int waits) {
        begun = begunAfter == waits ? begun + 1 : 1;
        begunAfter = waits;
        return begun;
    }

    /** Which of the messages to this peer the next one is. */
    long nextSequence() {
        return sent;
    }

    private void pass(long key) {
        Announcement before = null;
        Announcement each = announcements;
        while (each != null) {
            Announcement following = each.next;
            if (each.key == key && each.ahead-- == 0) {
                unlink(before, each);
            } else {
                before = each;
            }
            each = following;
        }
    }

    /** The announcement that the next message with this key is for; null when there is none. */
    Announcement announcementFor(long key) {
        Announcement each = announcements;
        while (each != null && (each.key != key || each.ahead != 0)) {
            each = each.next;
        }
        return each;
    }

    /** The announcement of this receive of the peer's, unless its message has gone; else null. */
    Announcement announcementOf(long receive) {
        Announcement each = announcements;
        while (each != null && each.receive != receive) {
            each = each.next;
        }
        return each;
    }

    /** True when more than one receive of the peer's waits for a message of this rank's. */
    boolean hasSeveralAnnouncements() {
        return announcements != null && announcements.next != null;
    }

    Announcement newAnnouncement() {
        Announcement fresh = free == null ? new Announcement() : free;
        free = fresh.next;
        return fresh;
    }

    void giveBack(Announcement announcement) {
        announcement.place = null;
        announcement.layout = null;
        announcement.next = free;
        free = announcement;
    }

    void keep(Announcement announcement) {
        announcement.next = announcements;
        announcements = announcement;
    }

    /** Forgets all announcements with this key. */
    void forget(long key) {
        Announcement before = null;
        Announcement each = announcements;
        while (each != null) {
            Announcement following = each.next;
            if (each.key == key) {
                unlink(before, each);
            } else {
                before = each;
            }
            each = following;
        }
    }

    private void unlink(Announcement before, Announcement gone) {
        if (before == null) {
            announcements = gone.next;
        } else {
            before.next = gone.next;
        }
        giveBack(gone);
    }

    /**
     * Where in this rank's messages an announcement belongs that was made when the peer had seen {@code seen} of them
     * and {@code ahead} receives of its key stood in front.
     *
     * @return the message's sequence number if it has gone already; else {@code -1 - n}, when {@code n} more messages
     *     of that key go before it; {@link Long#MIN_VALUE} when that cannot be told any more
     */
    long place(long key, long seen, long ahead) {
        if (seen < 0 || seen > sent || ahead < 0 || ahead > Integer.MAX_VALUE) {
            throw new FabricException(FabricException.Severity.FATAL, "a receive announced out of all order: peer="
                + rank + " seen=" + seen + " sent=" + sent + " ahead=" + ahead);
        }
        if (sent - seen > REMEMBERED) {
            return Long.MIN_VALUE;
        }
        long left = ahead;
        for (long i = seen; i < sent; i++) {
            if (recent[(int) i & REMEMBERED - 1] == key && left-- == 0) {
                return i;
            }
        }
        return -1 - left;
    }

    void addOffered(Operation send) {
        send.previous = null;
        send.next = offered;
        if (offered != null) {
            offered.previous = send;
        }
        offered = send;
    }

    /** Takes a send out of those that wait; nothing when it is none of them any more. */
    void removeOffered(Operation send) {
        if (send.previous == null && send != offered) {
            return;
        }
        if (send.previous == null) {
            offered = send.next;
        } else {
            send.previous.next = send.next;
        }
        if (send.next != null) {
            send.next.previous = send.previous;
        }
        send.next = null;
        send.previous = null;
    }

    /** The send with this sequence number that waits for an answer; null when there is none. */
    Operation offeredWith(long sequence) {
        Operation send = offered;
        while (send != null && send.sequence != sequence) {
            send = send.next;
        }
        return send;
    }

    /** An announcement was of use, or not. */
    void learn(boolean useful) {
        useless = useful ? 0 : useless + 1;
    }

    /** An announcement has come too late for its message, by a moment. */
    void cameLate() {
        expectation = EXPECTATION;
    }

    /** True when an announcement for such a message is not there and is worth a few more looks. */
    boolean expectsAnnouncement(long key) {
        return expectation > 0 && announcementFor(key) == null;
    }

    /** None came in that time. */
    void expectedInVain() {
        expectation--;
    }

    /** True when the next large receive from this peer should be announced. */
    boolean wantsAnnouncements() {
        return useless < PATIENCE || ++useless % PATIENCE == 0;
    }

    /** Where the items of a message of {@code bytes} are in this rank; -1 when they cannot be mapped. */
    long addressOf(Place place, Layout layout, long bytes) {
        long items = Paths.itemsIn(layout, bytes);
        long first;
        long length;
        try {
            first = layout.firstOf(items);
            length = Math.subtractExact(layout.endOf(items), first);
            long found = addressOf(new Place(place.key(), Math.addExact(place.offset(), first)), length);
            return found < 0 ? found : found - first;
        } catch (ArithmeticException e) {
            throw new FabricException(FabricException.Severity.FATAL, "items that reach further than memory: peer="
                + rank + " bytes=" + bytes, e);
        }
    }

    /** Where {@code length} bytes at a place of this peer's are in this rank; -1 when they cannot be mapped. */
    long addressOf(Place place, long length) {
        MappedRegion region = place.key().equals(lastKey) ? lastRegion : region(place.key());
        if (region == null) {
            return -1;
        }
        long offset = place.offset();
        if (offset < 0 || length < 0 || offset > place.key().length() - length) {
            throw new FabricException(FabricException.Severity.FATAL, "a place outside its region: peer=" + rank
                + " offset=" + offset + " length=" + length + " in " + place.key());
        }
        return RawWords.addressOf(region.map()) + offset;
    }

    private MappedRegion region(RegionKey key) {
        MappedRegion known = regions.get(key);
        if (known == null) {
            RemoteRegion attached = home.attach(key);
            if (!(attached instanceof MappedRegion mapped)) {
                return null;
            }
            // What its owner has closed stays mapped as long as it is held here.
            regions.values().removeIf(region -> !region.isOpen());
            if (regions.size() == MOST_REGIONS) {
                regions.clear();
            }
            regions.put(key, mapped);
            known = mapped;
        }
        lastKey = key;
        lastRegion = known;
        return known;
    }

    /** Opens the peer's staging memory; false when it cannot be mapped. */
    boolean openStaging(Place place) {
        if (!(home.attach(place.key()) instanceof MappedRegion mapped)) {
            return false;
        }
        staging = mapped;
        stagingBase = RawWords.addressOf(mapped.map());
        return true;
    }

    /** The address of the peer's slot with {@code length} bytes. */
    long slotAddress(long slot, long length) {
        if (staging == null || slot < Staging.HEADER || slot % Wire.WORD != 0 || length < 0
                || slot > staging.key().length() - length) {
            throw new FabricException(FabricException.Severity.FATAL, "a slot outside its staging memory: peer=" + rank
                + " slot=" + slot + " length=" + length);
        }
        return stagingBase + slot;
    }

    /** This rank has copied all it wanted out of the peer's slot. */
    void freeSlot(long slot) {
        // Release: our reads first, then the word that lets the sender write again. Pairs with the acquire in Staging.
        RawWords.setRelease(stagingBase + slot - Staging.HEADER, Staging.FREE);
    }
}
