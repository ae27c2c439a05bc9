package org.hawser.mpi.p2p;

import org.hawser.fabric.Region;
import org.hawser.mpi.datatype.Layout;
import org.hawser.runtime.Rank;

/**
 * The choice of how items with gaps travel. Whether a peer is told where items lie is decided by who has them; who
 * moves them then does so in one pass. Where nobody was told they are packed, which all protocols can.
 *
 * <p>Short blocks are packed: each costs a line of the sender's memory and one of the receiver's, and when they are
 * packed the two ranks share that work. Messages beyond the eager limit with longer blocks are not packed into staging
 * memory either, if the receiver can read them where they lie: that is one copy instead of two. One pass is as fast as
 * a write for each block where blocks are long, and faster where they are not, so that Multi-W is never chosen.
 *
 * <p><b>Threads:</b> whoever holds the rank; the path may be changed by any thread between messages.
 * <b>Allocates:</b> per place told.
 */
final class Paths {
    private final Rank rank;
    private final Limits limits;
    private final MultiWrite multiWrite;
    private final GatherScatter gatherScatter;
    private volatile Noncontiguous path;

    Paths(Rank rank, Limits limits, ProtocolCounts counts) {
        this.rank = rank;
        this.limits = limits;
        multiWrite = new MultiWrite(counts);
        gatherScatter = new GatherScatter(counts);
        path = limits.noncontiguous();
    }

    void choose(Noncontiguous chosen) {
        path = chosen;
    }

    /** True when such a message is to be kept from the protocols that pack. */
    boolean avoidsPacking(Operation send) {
        return send.layout != null && (path == Noncontiguous.MULTI_W || path == Noncontiguous.SGRS);
    }

    /** True when such a message, beyond the eager limit, is better read where it lies than packed for the receiver. */
    boolean avoidsStaging(Operation send) {
        return avoidsPacking(send) || send.layout != null && path == Noncontiguous.AUTO
            && send.layout.size() / send.layout.blocks() >= limits.longBlock() && place(send) != null;
    }

    /** Where a receive's items are for the sender to write; null when they are not to be written there. */
    Place ofReceive(Operation receive) {
        return path == Noncontiguous.PACK || path == Noncontiguous.AUTO && hasShortBlocks(receive.layout) ? null
            : place(receive);
    }

    /** Where a send's items are for the receiver to read; null when they are not to be read there. */
    Place ofSend(Operation send) {
        return path == Noncontiguous.PACK || path == Noncontiguous.MULTI_W
            || path == Noncontiguous.AUTO && hasShortBlocks(send.layout) ? null : place(send);
    }

    /** True when a receive with gaps is to be written to, though its sender's memory could be read. */
    boolean prefersWrites(Operation receive) {
        return receive.layout != null && path == Noncontiguous.MULTI_W;
    }

    private boolean hasShortBlocks(Layout layout) {
        return layout.size() / layout.blocks() < limits.block();
    }

    private Place place(Operation operation) {
        Layout layout = operation.layout;
        if (!LayoutExchange.canTell(layout)) {
            return null;
        }
        long items = itemsIn(layout, operation.room);
        long first = operation.offset + layout.firstOf(items);
        Region region = rank.regionOf(first, layout.endOf(items) - layout.firstOf(items));
        return region == null ? null : new Place(region.key(), operation.offset - region.memory().address());
    }

    /** How many items {@code bytes} of their packed form reach into. */
    static long itemsIn(Layout layout, long bytes) {
        return bytes == 0 || layout.size() == 0 ? 0 : (bytes - 1) / layout.size() + 1;
    }

    /** Writes the first {@code bytes} of a message to the receiver's items; {@code layout} is null without gaps. */
    void write(Operation send, long target, Layout layout, long bytes) {
        if (layout == null) {
            gatherScatter.gather(send, target, bytes);
            return;
        }
        if (path == Noncontiguous.MULTI_W) {
            multiWrite.write(send, target, layout, bytes);
        } else {
            gatherScatter.write(send, target, layout, bytes);
        }
    }

    /** Reads the first {@code bytes} of a message from the sender's items; {@code layout} is null without gaps. */
    void read(Operation receive, long source, Layout layout, long bytes) {
        if (layout == null) {
            gatherScatter.scatter(receive, source, bytes);
        } else {
            gatherScatter.read(receive, source, layout, bytes);
        }
    }
}
