package org.hawser.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.RemoteRegion;
import org.hawser.pgas.memory.Refusal;
import org.hawser.runtime.Handle;
import org.hawser.runtime.Rank;

/**
 * A box of a tiled array, on its way to or from the program's memory, where its cells lie by rows without gaps.
 *
 * <p>The box is cut at the edges of the grid and into its parts in tiles, each of which is near one thread; a part goes
 * row by row. Rows that follow each other at both sides go together: a whole tile is one run.
 *
 * <p><b>Threads:</b> one call. <b>Allocates:</b> per call and for what is not mapped; nothing per row.
 */
final class TiledSection {
    /** What lies between the rows of a part is got with them when it is not more than this. */
    private static final long SPAN_BYTES = 16 << 10;

    private final SharedArray array;
    private final Tiling tiling;
    private final Box box;
    private final Side side;
    private final long at;
    private final int shift;
    private final Rank rank;
    private final int dimensions;
    private final boolean isPut;
    /** True when the caller waits, not this; then its handle is used, be it null. */
    private final boolean started;
    private Handle handle;
    private List<Span> spans;

    /** The part that is being copied: its tile, its cells from {@code low} to before {@code high}, a row in it. */
    private final long[] tile;
    private final long[] low;
    private final long[] high;
    private final long[] row;
    /** From here on the dimensions of a part are one run at both sides. */
    private int together;
    private long runCells;

    TiledSection(SharedArray array, Tiling tiling, Box box, Side side, long at, boolean isPut, boolean started,
                 Handle handle) {
        this.array = array;
        this.tiling = tiling;
        this.box = box;
        this.side = side;
        this.at = at;
        this.isPut = isPut;
        this.started = started;
        this.handle = handle;
        shift = array.shift;
        rank = array.services.world.rank();
        dimensions = tiling.dimensions();
        tile = new long[dimensions];
        low = new long[dimensions];
        high = new long[dimensions];
        row = new long[dimensions];
    }

    /** Copies, or starts to. */
    void copy() {
        for (int d = 0; d < dimensions; d++) {
            if (first(d) >= last(d)) {
                return;
            }
            tile[d] = first(d) / tiling.tileExtent(d);
        }
        try {
            copyParts();
        } catch (FabricException e) {
            throw Refusal.of(e, array.area);
        }
        Reference.reachabilityFence(array);
    }

    private void copyParts() {
        do {
            copyPart();
        } while (nextTile());
        if (!started && handle != null) {
            rank.await(handle);
            for (int i = 0; spans != null && i < spans.size(); i++) {
                spans.get(i).scatter();
            }
        }
    }

    /** The first coordinate of the box in the grid. */
    private long first(int d) {
        return Math.max(0, box.from(d));
    }

    /** The first coordinate behind the box in the grid. */
    private long last(int d) {
        return Math.min(tiling.extent(d), box.to(d));
    }

    private boolean nextTile() {
        for (int d = dimensions - 1; d >= 0; d--) {
            if (++tile[d] * tiling.tileExtent(d) < last(d)) {
                return true;
            }
            tile[d] = first(d) / tiling.tileExtent(d);
        }
        return false;
    }

    private void copyPart() {
        for (int d = 0; d < dimensions; d++) {
            low[d] = Math.max(first(d), tile[d] * tiling.tileExtent(d));
            high[d] = Math.min(last(d), (tile[d] + 1) * tiling.tileExtent(d));
            row[d] = low[d];
        }
        together = dimensions - 1;
        runCells = high[together] - low[together];
        while (together > 0 && isFull(together)) {
            together--;
            runCells *= high[together] - low[together];
        }
        long index = tiling.index(low);
        int thread = array.layout.threadOf(index);
        long place = array.layout.placeOf(index);
        long base = array.base(thread);
        if (base != 0) {
            copyRows(base + (place << shift));
        } else {
            RemoteRegion region = array.region(thread);
            array.services.far.settle(region);
            if (isPut) {
                putRows(region, place);
            } else {
                getRows(region, place);
            }
        }
    }

    private boolean isFull(int d) {
        return high[d] - low[d] == tiling.tileExtent(d) && box.extent(d) == tiling.tileExtent(d);
    }

    private void copyRows(long address) {
        do {
            long cell = address + (inTile() << shift);
            if (isPut) {
                side.store(place(), cell, runCells << shift);
            } else {
                side.load(cell, place(), runCells << shift);
            }
        } while (nextRow());
    }

    private void putRows(RemoteRegion region, long place) {
        do {
            long to = place + inTile() << shift;
            if (side.isMemory()) {
                rank.put(region, to, side.memory(), place(), runCells << shift, handle());
            } else {
                byte[] bytes = new byte[(int) (runCells << shift)];
                side.store(place(), bytes, 0, bytes.length);
                rank.put(region, to, MemorySegment.ofArray(bytes), 0, bytes.length, handle());
            }
        } while (nextRow());
    }

    /** Few rows by themselves; many with what lies between them, which is one transfer. */
    private void getRows(RemoteRegion region, long place) {
        long spanBytes = span() << shift;
        if (!side.isMemory() || !started && spanBytes > runCells << shift && spanBytes <= SPAN_BYTES) {
            Span span = new Span(new byte[(int) spanBytes]);
            rank.get(region, place << shift, MemorySegment.ofArray(span.bytes), 0, spanBytes, handle());
            do {
                span.add(inTile() << shift, place());
            } while (nextRow());
            if (spans == null) {
                spans = new ArrayList<>();
            }
            spans.add(span);
        } else {
            do {
                rank.get(region, place + inTile() << shift, side.memory(), place(), runCells << shift, handle());
            } while (nextRow());
        }
    }

    private boolean nextRow() {
        for (int d = together - 1; d >= 0; d--) {
            if (++row[d] < high[d]) {
                return true;
            }
            row[d] = low[d];
        }
        return false;
    }

    /** How many cells of the tile the row is behind the part's first. */
    private long inTile() {
        long cells = 0;
        for (int d = 0; d < together; d++) {
            cells += (row[d] - low[d]) * tiling.cellStep(d);
        }
        return cells;
    }

    /** The cells of the tile from the part's first to its last. */
    private long span() {
        long cells = 1;
        for (int d = 0; d < dimensions; d++) {
            cells += (high[d] - low[d] - 1) * tiling.cellStep(d);
        }
        return cells;
    }

    /** Where the row is at the program's side. */
    private long place() {
        long cells = 0;
        for (int d = 0; d < dimensions; d++) {
            cells = cells * box.extent(d) + row[d] - box.from(d);
        }
        return at + (cells << shift);
    }

    private Handle handle() {
        if (handle == null && !started) {
            handle = new Handle();
        }
        return handle;
    }

    /** Rows of a part that come in one transfer, with what lies between them. */
    private final class Span {
        private final byte[] bytes;
        private final long rowBytes = runCells << shift;
        private final List<long[]> rows = new ArrayList<>();

        Span(byte[] bytes) {
            this.bytes = bytes;
        }

        void add(long from, long to) {
            rows.add(new long[] {from, to});
        }

        void scatter() {
            for (long[] each : rows) {
                side.load(bytes, (int) each[0], each[1], (int) rowBytes);
            }
        }
    }
}
