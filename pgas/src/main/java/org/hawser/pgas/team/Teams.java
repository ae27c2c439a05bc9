package org.hawser.pgas.team;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How teams come to be. A team's number is drawn by its first thread from those that no other rank can draw, so two
 * teams never have the same, wherever and in whatever order they are made.
 *
 * <p><b>Threads:</b> one thread of a rank at a time.
 */
public final class Teams {
    /** Set in the numbers under which ranks meet that have no team yet; never in a team's own. */
    private static final long MEETING = Long.MIN_VALUE;

    private final World world;
    /** How often this rank has met the same ranks. */
    private final Map<List<Integer>, Integer> meetings = new HashMap<>();

    /** Of a rank that is in the team of all so far. */
    public Teams(World world) {
        this.world = world;
    }

    /** Collective in {@code parent}: the threads of the same colour, by key, then by their order in the parent. */
    public Team split(Team parent, int colour, int key) {
        ByteBuffer wish = ByteBuffer.allocate(2 * Integer.BYTES + Long.BYTES);
        wish.putInt(colour).putInt(key).putLong(world.newNumber());
        ByteBuffer[] wishes = Arrays.stream(parent.exchange().allGather(wish.array())).map(ByteBuffer::wrap)
            .toArray(ByteBuffer[]::new);
        int[] threads = IntStream.range(0, wishes.length).filter(i -> wishes[i].getInt(0) == colour).boxed()
            .sorted(Comparator.comparingInt(i -> wishes[i].getInt(Integer.BYTES))).mapToInt(i -> i).toArray();
        long id = wishes[threads[0]].getLong(2 * Integer.BYTES);
        return Team.of(world, id, Arrays.stream(threads).map(parent::rankOf).toArray());
    }

    /** Collective among {@code ranks}, this one among them, who have no team in common: thread i is rank i of them. */
    public Team over(int[] ranks) {
        List<Integer> who = Arrays.stream(ranks).boxed().toList();
        int times = meetings.merge(who, 1, Integer::sum);
        Team guests = Team.meeting(world, MEETING | hash(ranks), ranks, times);
        ByteBuffer drawn = ByteBuffer.allocate(Long.BYTES).putLong(0, world.newNumber());
        return Team.of(world, ByteBuffer.wrap(guests.exchange().broadcast(0, drawn.array())).getLong(), ranks);
    }

    /** A number of 64 bits that other ranks in another order do not have, as good as certainly. */
    private static long hash(int[] ranks) {
        byte[] bytes = new byte[ranks.length * Integer.BYTES];
        MemorySegment.copy(MemorySegment.ofArray(ranks), 0, MemorySegment.ofArray(bytes), 0, bytes.length);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return MemorySegment.ofArray(digest).get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
