package org.hawser.mpi.coll.node;

import org.hawser.fabric.FabricException;
import org.hawser.fabric.MappedRegion;
import org.hawser.fabric.Region;
import org.hawser.fabric.RegionKey;
import org.hawser.mpi.group.Members;
import org.hawser.platform.memory.RawWords;
import org.hawser.runtime.Rank;

/**
 * The program's own buffers, where they are memory of the runtime: each member shows the others in its slot where its
 * buffer is, and these read it there, with nothing written in between. Whether that goes for all members is the same
 * for each, as each sees what all have shown; a heap array cannot be shown.
 *
 * <p>What was shown may be read until its owner has seen the stage of every reader ({@link NodeArea#READ} or
 * {@link NodeArea#COMBINED}); no member leaves a collective before that.
 *
 * <p><b>Threads:</b> as {@link NodeArea}. <b>Allocates:</b> for buffers of other regions than the last.
 */
final class ShownMemory {
    /** The first place in a slot, for what all show. */
    static final int ALL = 0;
    /** The second, for what only the root has. */
    static final int ROOT = 1;
    private static final int PLACE = 4 * Long.BYTES;
    private static final int SECRET = Long.BYTES;
    private static final int LENGTH = 2 * Long.BYTES;
    private static final int OFFSET = 3 * Long.BYTES;

    private final NodeArea area;
    private final Rank rank;
    private final Members members;
    /** The region that each member showed last in each place: held, so that it stays mapped. */
    private final MappedRegion[] regions;
    private final long[] found;

    ShownMemory(NodeArea area, Rank rank, Members members) {
        this.area = area;
        this.rank = rank;
        this.members = members;
        regions = new MappedRegion[2 * area.size];
        found = new long[2 * area.size];
    }

    /** Writes into this member's slot where its bytes are, or that the others cannot have them. */
    void show(int place, Object array, long at, long bytes) {
        long words = area.slot() + place * PLACE;
        Region region = array == null ? rank.regionOf(at, bytes) : null;
        found[2 * area.me + place] = region == null ? 0 : at;
        if (region == null) {
            RawWords.setLong(words, 0);
            return;
        }
        RegionKey key = region.key();
        RawWords.setLong(words, key.id());
        RawWords.setLong(words + SECRET, key.secret());
        RawWords.setLong(words + LENGTH, key.length());
        RawWords.setLong(words + OFFSET, at - region.memory().address());
    }

    /** Nothing is in this place. */
    void hide(int place) {
        show(place, this, 0, 0);
    }

    /** Waits for all; true when each has shown its bytes, and the root those that it alone has, if it must. */
    boolean areAllShown(long bytes, int root) {
        boolean all = true;
        for (int member = 0; member < area.size; member++) {
            if (member != area.me) {
                long words = area.slotOf(member);
                find(ALL, member, words, bytes);
                if (member == root) {
                    find(ROOT, member, words + PLACE, bytes);
                }
            }
            all &= found[2 * member + ALL] != 0;
        }
        area.sawAll();
        return all && (root < 0 || found[2 * root + ROOT] != 0);
    }

    /** Where the bytes of a member are in this process. */
    long at(int place, int member) {
        return found[2 * member + place];
    }

    private void find(int place, int member, long words, long bytes) {
        int index = 2 * member + place;
        long id = RawWords.getLong(words);
        if (id == 0) {
            found[index] = 0;
            regions[index] = null;
            return;
        }
        long offset = RawWords.getLong(words + OFFSET);
        MappedRegion region = regions[index];
        if (region == null || !isOf(region.key(), words) || !region.isOpen()) {
            region = (MappedRegion) rank.attach(new RegionKey(members.get(member), id,
                RawWords.getLong(words + SECRET), RawWords.getLong(words + LENGTH)));
            regions[index] = region;
        }
        if (offset < 0 || offset > region.key().length() - bytes) {
            throw new FabricException(FabricException.Severity.FATAL, "a buffer outside its region: member=" + member
                + " offset=" + offset + " bytes=" + bytes + " in " + region.key());
        }
        found[index] = RawWords.addressOf(region.map()) + offset;
    }

    private static boolean isOf(RegionKey key, long words) {
        return key.id() == RawWords.getLong(words) && key.secret() == RawWords.getLong(words + SECRET)
            && key.length() == RawWords.getLong(words + LENGTH);
    }
}
