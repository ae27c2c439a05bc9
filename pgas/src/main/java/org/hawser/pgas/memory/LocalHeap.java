package org.hawser.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.hawser.fabric.Region;
import org.hawser.platform.memory.RawWords;
import org.hawser.platform.memory.SegmentBytes;
import org.hawser.platform.settings.Settings;
import org.hawser.runtime.Rank;

/**
 * The shared memory that one rank makes by itself: extents, cut into blocks of which each has a header that says
 * whether it is there. The shortest room that is long enough is taken; rooms side by side become one.
 *
 * <p>A block longer than half an extent has one of its own, which goes back to the system with it. The others stay; the
 * more there are, the longer the next is.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> per block.
 */
final class LocalHeap {
    private static final long LONG_EXTENT = 64 << 20;
    private static final int EXTENTS_OF_A_LENGTH = 8;

    /** Memory of this rank, with the rooms in it by their beginnings. */
    private record Own(Extent extent, Region region, TreeMap<Long, Long> rooms, boolean single) {
    }

    private record Room(long bytes, long start, long number) implements Comparable<Room> {
        @Override
        public int compareTo(Room other) {
            int byBytes = Long.compare(bytes, other.bytes);
            int byStart = byBytes != 0 ? byBytes : Long.compare(start, other.start);
            return byStart != 0 ? byStart : Long.compare(number, other.number);
        }
    }

    private final long firstExtent = Settings.number("hawser.pgas.extent", 1 << 20, 1 << 16, 1L << 40);
    private final Rank rank;
    private final Directory directory;
    private final Map<Long, Own> extents = new HashMap<>();
    private final TreeSet<Room> rooms = new TreeSet<>();
    private long lastStamp = Rank.newSecret();

    LocalHeap(Rank rank, Directory directory) {
        this.rank = rank;
        this.directory = directory;
    }

    /** A block of this length, all zero. */
    synchronized Block allocate(long bytes) {
        long span = Block.HEADER + (Math.max(bytes, 1) + Block.HEADER - 1 & -Block.HEADER);
        Room room = rooms.ceiling(new Room(span, 0, 0));
        if (room == null) {
            room = grow(span);
        }
        Own own = extents.get(room.number());
        remove(own, room.start(), room.bytes());
        if (room.bytes() > span) {
            add(own, room.start() + span, room.bytes() - span);
        }
        long header = own.extent().base() + room.start();
        SegmentBytes.fill(header, span, (byte) 0);
        lastStamp = lastStamp == -1 ? 1 : lastStamp + 1;
        RawWords.setLong(header + Block.LENGTH, bytes);
        // Release: the length first. Pairs with the look at the stamp of whoever reads a pointer.
        RawWords.setRelease(header, lastStamp);
        return new Block(own.extent(), room.start() + Block.HEADER, bytes, lastStamp);
    }

    /** Takes back the room of a block that was marked as freed; what is no such block stays. */
    synchronized void reclaim(long number, long start) {
        Own own = extents.get(number);
        if (own == null) {
            return;
        }
        if (own.single()) {
            directory.withdraw(own.extent());
            extents.remove(number);
            own.region().close();
            return;
        }
        long from = start - Block.HEADER;
        long end = own.region().memory().byteSize();
        if (from < 0 || start >= end || (start & Block.HEADER - 1) != 0
                || RawWords.getAcquire(own.extent().base() + from) != 0) {
            return;
        }
        long bytes = RawWords.getLong(own.extent().base() + from + Block.LENGTH);
        long to = start + (Math.max(bytes, 1) + Block.HEADER - 1 & -Block.HEADER);
        Map.Entry<Long, Long> before = own.rooms().floorEntry(from);
        if (before != null && before.getKey() + before.getValue() == from) {
            from = before.getKey();
            remove(own, from, before.getValue());
        }
        Long after = own.rooms().get(to);
        if (after != null) {
            remove(own, to, after);
            to += after;
        }
        add(own, from, to - from);
    }

    /** Gives all of it back. */
    synchronized void close() {
        for (Own own : extents.values()) {
            directory.withdraw(own.extent());
            own.region().close();
        }
        extents.clear();
        rooms.clear();
    }

    private Room grow(long span) {
        long usual = Math.min(Math.max(firstExtent, LONG_EXTENT),
            firstExtent << Math.min(30, extents.size() / EXTENTS_OF_A_LENGTH));
        boolean single = span > usual / 2;
        long number = directory.newNumber();
        long secret = Rank.newSecret();
        Region region = null;
        try {
            region = rank.allocate(single ? span : usual, number, secret);
        } finally {
            if (region == null) {
                directory.giveUp(number);
            }
        }
        MemorySegment memory = region.memory();
        Own own = new Own(new Extent(rank.number(), number, secret, memory), region, new TreeMap<>(), single);
        extents.put(number, own);
        directory.publish(own.extent());
        add(own, 0, memory.byteSize());
        return new Room(memory.byteSize(), 0, number);
    }

    private void add(Own own, long start, long bytes) {
        own.rooms().put(start, bytes);
        rooms.add(new Room(bytes, start, own.extent().number()));
    }

    private void remove(Own own, long start, long bytes) {
        own.rooms().remove(start);
        rooms.remove(new Room(bytes, start, own.extent().number()));
    }
}
