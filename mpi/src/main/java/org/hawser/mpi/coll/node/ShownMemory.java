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
 * <p>What was shown may be read until its owner has seen the stage of every reader ({@link NodeChunks#READ} or
 * {@link NodeChunks#COMBINED}); no member leaves a collective before that.
 *
 * <p><b>Threads:</b> as {@link NodeArea}. <b>Allocates:</b> for buffers of other regions than the last.
 */
final class ShownMemory {
    /** The first place in a slot: what the others read. */
    static final int VECTOR = 0;
    /** The second: where results belong. */
    static final int RESULT = 1;
    /** Said in place of a root: no member, or every one, shows where results belong. */
    static final int NOBODY = -1;
    static final int EVERYBODY = -2;
    /** The shortest vectors that are shown: it takes a second round, which shorter ones are not worth. */
    static final int LEAST = 4 << 10;
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

    /**
     * Waits for all; true when each has shown its bytes, and those with results where they belong. A member that has
     * something to hide knows the answer, and waits for nobody.
     */
    boolean areAllShown(long bytes, int withResult) {
        if (isHidden(area.me, withResult)) {
            return false;
        }
        boolean all = true;
        for (int member = 0; member < area.size; member++) {
            boolean result = withResult == EVERYBODY || withResult == member;
            if (member != area.me) {
                long words = area.slotOf(member);
                find(VECTOR, member, words, bytes);
                if (result) {
                    find(RESULT, member, words + PLACE, bytes);
                }
            }
            all &= !isHidden(member, withResult);
        }
        area.sawAll();
        return all;
    }

    private boolean isHidden(int member, int withResult) {
        return at(VECTOR, member) == 0
            || (withResult == EVERYBODY || withResult == member) && at(RESULT, member) == 0;
    }

    /** Where the bytes of a member are in this process; 0 when it has not shown them. */
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
