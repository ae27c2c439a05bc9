package org.hawser.mpi.group;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

/**
 * An ordered set of ranks of the job. Consecutive ones, as all of the job are, take no memory per member.
 *
 * <p><b>Threads:</b> immutable, but for an index that is made when it is first needed.
 */
public final class Members {
    /** What {@link #indexOf} gives for a rank that is not a member. */
    public static final int NONE = -32766;
    /** No members. */
    public static final Members EMPTY = new Members(0, 0, null);

    private final int first;
    private final int size;
    /** In order; null when they are {@code first}, {@code first + 1}, … */
    private final int[] ranks;
    private volatile Map<Integer, Integer> index;

    private Members(int first, int size, int[] ranks) {
        this.first = first;
        this.size = size;
        this.ranks = ranks;
    }

    /** The ranks from {@code first} on. */
    public static Members range(int first, int size) {
        return size == 0 ? EMPTY : new Members(first, size, null);
    }

    /** These ranks of the job, all different. */
    public static Members of(int... ranks) {
        for (int i = 1; i < ranks.length; i++) {
            if (ranks[i] != ranks[0] + i) {
                return new Members(0, ranks.length, ranks.clone());
            }
        }
        return range(ranks.length == 0 ? 0 : ranks[0], ranks.length);
    }

    /** How many there are. */
    public int size() {
        return size;
    }

    /** The rank in the job of member {@code i}. */
    public int get(int i) {
        return ranks == null ? first + i : ranks[i];
    }

    /** The job's ranks by member, or null when member {@code i} is {@link #first} + i. */
    public int[] table() {
        return ranks;
    }

    /** The first member's rank in the job, when members are consecutive. */
    public int first() {
        return first;
    }

    /** Which member a rank of the job is, or {@link #NONE}. */
    public int indexOf(int rank) {
        if (ranks == null) {
            return rank >= first && rank - first < size ? rank - first : NONE;
        }
        Map<Integer, Integer> known = index;
        if (known == null) {
            known = new HashMap<>();
            for (int i = 0; i < size; i++) {
                known.put(ranks[i], i);
            }
            index = known;
        }
        return known.getOrDefault(rank, NONE);
    }

    /** These members, then those of {@code other} that are not among them. */
    public Members union(Members other) {
        int[] all = Arrays.copyOf(ranks(), size + other.size);
        int count = size;
        for (int i = 0; i < other.size; i++) {
            if (indexOf(other.get(i)) == NONE) {
                all[count++] = other.get(i);
            }
        }
        return of(Arrays.copyOf(all, count));
    }

    /** The members that {@code other} has too, in this order. */
    public Members intersection(Members other) {
        return of(Arrays.stream(ranks()).filter(rank -> other.indexOf(rank) != NONE).toArray());
    }

    /** The members that {@code other} does not have, in this order. */
    public Members difference(Members other) {
        return of(Arrays.stream(ranks()).filter(rank -> other.indexOf(rank) == NONE).toArray());
    }

    /** The members with these numbers, in the order of the numbers. */
    public Members including(int[] numbers) {
        checkDistinct(numbers);
        return of(Arrays.stream(numbers).map(this::get).toArray());
    }

    /** The members with other numbers than these, in this order. */
    public Members excluding(int[] numbers) {
        boolean[] out = checkDistinct(numbers);
        int[] rest = new int[size - numbers.length];
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (!out[i]) {
                rest[count++] = get(i);
            }
        }
        return of(rest);
    }

    /** Writes triples of first, last and stride out as numbers, which must be those of different members. */
    public int[] expand(int[][] triples) {
        int[] numbers = new int[16];
        int count = 0;
        for (int[] triple : triples) {
            if (triple == null || triple.length != 3) {
                throw new MpiFailure(ErrorClass.ARG, "a range is first, last and stride: range="
                    + Arrays.toString(triple));
            }
            int stride = triple[2];
            if (stride == 0) {
                throw new MpiFailure(ErrorClass.RANK, "a range's stride cannot be 0: range=" + Arrays.toString(triple));
            }
            for (long at = triple[0]; stride > 0 ? at <= triple[1] : at >= triple[1]; at += stride) {
                // Checked one by one: a range may be much longer than the group.
                checkNumber((int) at);
                if (count == size) {
                    throw new MpiFailure(ErrorClass.RANK, "ranges name more ranks than there are: size=" + size);
                }
                numbers = count == numbers.length ? Arrays.copyOf(numbers, 2 * count) : numbers;
                numbers[count++] = (int) at;
            }
        }
        return Arrays.copyOf(numbers, count);
    }

    /** The numbers in {@code other} of members with these numbers here; those not in {@code other} are NONE. */
    public int[] translate(int[] numbers, Members other, int nobody) {
        int[] result = new int[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] == nobody) {
                result[i] = nobody;
            } else {
                checkNumber(numbers[i]);
                result[i] = other.indexOf(get(numbers[i]));
            }
        }
        return result;
    }

    /** True when the members are the same in any order. */
    public boolean sameSet(Members other) {
        return size == other.size && intersection(other).size == size;
    }

    /** All of them, in order. */
    public int[] ranks() {
        if (ranks != null) {
            return ranks.clone();
        }
        int[] all = new int[size];
        Arrays.setAll(all, i -> first + i);
        return all;
    }

    private boolean[] checkDistinct(int[] numbers) {
        boolean[] seen = new boolean[size];
        for (int number : numbers) {
            checkNumber(number);
            if (seen[number]) {
                throw new MpiFailure(ErrorClass.RANK, "a rank is named twice: rank=" + number);
            }
            seen[number] = true;
        }
        return seen;
    }

    private void checkNumber(int number) {
        if (number < 0 || number >= size) {
            throw new MpiFailure(ErrorClass.RANK, "no such rank in the group: rank=" + number + " size=" + size);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Members members && size == members.size && first == members.first
            && Arrays.equals(ranks, members.ranks);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * first + size) + Arrays.hashCode(ranks);
    }

    @Override
    public String toString() {
        return Arrays.toString(ranks());
    }
}
