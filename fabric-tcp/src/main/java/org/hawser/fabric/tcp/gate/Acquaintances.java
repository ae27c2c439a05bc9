package org.hawser.fabric.tcp.gate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.hawser.fabric.FabricException;

/**
 * The ranks of other jobs that this rank was told of. With each of those jobs it has keys of its own: one for
 * connections that are made from here, one for those that are made to here.
 *
 * <p>They stay known when they have parted, so that one that calls all the same can prove itself and be told that there
 * is nothing here for it any more.
 *
 * <p><b>Threads:</b> one at a time, the gate's. <b>Allocates:</b> per rank that is added.
 */
final class Acquaintances {
    private static final int NOBODY = -1;

    private final Map<Integer, Acquaintance> byNumber = new HashMap<>();
    /** Where connections come from, by the tag that they name. */
    private final Map<Long, Job> byTag = new HashMap<>();
    private final Map<String, Job> byKey = new HashMap<>();

    /** Another job. */
    private record Job(JobKeys dialling, JobKeys called, Map<Integer, Integer> numbers) {
    }

    /** One of its ranks. */
    private record Acquaintance(Job job, int rank) {
    }

    /**
     * Takes note of a rank.
     *
     * @param own    this job's keys
     * @param number what it is called here
     * @param rank   what it is called in its job
     * @param key    the public half of its job's meeting key
     * @return the keys of connections that it makes, when its job was not known before; else null
     */
    JobKeys add(JobKeys own, int number, int rank, byte[] key) {
        byte[] mine = own.meeting().publicHalf();
        if (key.length != MeetingKey.BYTES || Arrays.equals(key, mine)) {
            throw FabricException.refused("not the key of another job: number=" + number + " rank=" + rank);
        }
        String name = HexFormat.of().formatHex(key);
        Job known = byKey.get(name);
        Job job = known;
        if (job == null) {
            byte[] common = own.meeting().agreeWith(key);
            job = new Job(JobKeys.between(common, mine, key), JobKeys.between(common, key, mine), new HashMap<>());
            byKey.put(name, job);
            byTag.put(job.called.tag(), job);
        }
        job.numbers.put(rank, number);
        byNumber.put(number, new Acquaintance(job, rank));
        return known == null ? job.called : null;
    }

    /** The keys with which a rank is dialled; null when it is none of these. */
    JobKeys dialling(int number) {
        Acquaintance known = byNumber.get(number);
        return known == null ? null : known.job.dialling;
    }

    /** What a rank is called in its own job. */
    int rankOf(int number) {
        Acquaintance known = byNumber.get(number);
        return known == null ? NOBODY : known.rank;
    }

    /** The keys of who names this tag when it calls; null when nobody should. */
    JobKeys called(long tag) {
        Job job = byTag.get(tag);
        return job == null ? null : job.called;
    }

    /** What the rank is called here that names this tag; negative when it is none of these. */
    int numberOf(long tag, int rank) {
        return byTag.get(tag).numbers.getOrDefault(rank, NOBODY);
    }
}
