package org.hawser.runtime;

import org.hawser.fabric.Region;

/**
 * Finds the region that holds given bytes. Regions come and go rarely and are looked for with every large message, so
 * a change copies the table, and a search reads it with no lock.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> when a region comes or goes; a search allocates nothing.
 */
final class RegionsByAddress {
    private static final Table EMPTY = new Table(new long[0], new long[0], new Region[0]);

    /** Regions do not overlap, so they are sorted by start and by end alike. */
    private record Table(long[] starts, long[] ends, Region[] regions) {
        /** How many regions start at {@code address} or below. */
        int startsUpTo(long address) {
            int low = 0;
            int high = starts.length;
            while (low < high) {
                int middle = low + high >>> 1;
                if (starts[middle] <= address) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }

    private volatile Table table = EMPTY;

    /** Adds a region; an empty one holds no bytes and is left out. */
    synchronized void add(Region region) {
        long start = region.memory().address();
        long length = region.memory().byteSize();
        if (length == 0) {
            return;
        }
        Table old = table;
        int size = old.starts.length;
        int at = old.startsUpTo(start);
        Table grown = new Table(new long[size + 1], new long[size + 1], new Region[size + 1]);
        copy(old, 0, grown, 0, at);
        copy(old, at, grown, at + 1, size - at);
        grown.starts[at] = start;
        grown.ends[at] = start + length;
        grown.regions[at] = region;
        table = grown;
    }

    /** Takes a region out, if it is in. */
    synchronized void remove(Region region) {
        Table old = table;
        int at = old.startsUpTo(region.memory().address()) - 1;
        if (at < 0 || old.regions[at] != region) {
            return;
        }
        int size = old.starts.length - 1;
        Table shrunk = new Table(new long[size], new long[size], new Region[size]);
        copy(old, 0, shrunk, 0, at);
        copy(old, at + 1, shrunk, at, size - at);
        table = shrunk;
    }

    synchronized void clear() {
        table = EMPTY;
    }

    /** The region that holds all of these bytes, or null. */
    Region find(long address, long bytes) {
        Table now = table;
        int at = now.startsUpTo(address) - 1;
        return at >= 0 && bytes <= now.ends[at] - address ? now.regions[at] : null;
    }

    private static void copy(Table from, int fromIndex, Table to, int toIndex, int count) {
        System.arraycopy(from.starts, fromIndex, to.starts, toIndex, count);
        System.arraycopy(from.ends, fromIndex, to.ends, toIndex, count);
        System.arraycopy(from.regions, fromIndex, to.regions, toIndex, count);
    }
}
