package org.hawser.mpi.group;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.junit.jupiter.api.Test;

class MembersTest {
    @Provide
    Arbitrary<int[]> ranks() {
        return Arbitraries.integers().between(0, 12).array(int[].class).ofMaxSize(10).uniqueElements();
    }

    private static Set<Integer> set(int[] ranks) {
        return Arrays.stream(ranks).boxed().collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static int[] array(Set<Integer> set) {
        return set.stream().mapToInt(Integer::intValue).toArray();
    }

    @Property
    void setOperationsKeepTheFirstsOrder(@ForAll("ranks") int[] a, @ForAll("ranks") int[] b) {
        Members first = Members.of(a);
        Members second = Members.of(b);
        Set<Integer> union = set(a);
        union.addAll(set(b));
        Set<Integer> intersection = set(a);
        intersection.retainAll(set(b));
        Set<Integer> difference = set(a);
        difference.removeAll(set(b));
        assertArrayEquals(array(union), first.union(second).ranks());
        assertArrayEquals(array(intersection), first.intersection(second).ranks());
        assertArrayEquals(array(difference), first.difference(second).ranks());
        assertEquals(set(a).equals(set(b)), first.sameSet(second));
        assertEquals(Arrays.equals(a, b), first.equals(second));
    }

    @Property
    void membersAreFoundWhereTheyAre(@ForAll("ranks") int[] a) {
        Members members = Members.of(a);
        assertEquals(a.length, members.size());
        for (int i = 0; i < a.length; i++) {
            assertEquals(a[i], members.get(i));
            assertEquals(i, members.indexOf(a[i]));
        }
        assertEquals(Members.NONE, members.indexOf(13));
        assertEquals(Members.NONE, members.indexOf(-1));
    }

    @Property
    void includingAndExcludingTheSameMakesTheWhole(@ForAll("ranks") int[] a, @ForAll int seed) {
        Members members = Members.of(a);
        int[] some = java.util.stream.IntStream.range(0, a.length).filter(i -> (seed >> i & 1) == 1).toArray();
        Members in = members.including(some);
        Members out = members.excluding(some);
        assertEquals(0, in.intersection(out).size());
        assertTrue(in.union(out).sameSet(members));
    }

    @Test
    void consecutiveRanksTakeNoTable() {
        assertNull(Members.range(0, 1000).table());
        assertNull(Members.of(4, 5, 6).table());
        assertEquals(Members.range(4, 3), Members.of(4, 5, 6));
        assertEquals(Members.EMPTY, Members.of());
    }

    @Test
    void rangesCountBothWays() {
        assertArrayEquals(new int[] {1, 3, 5, 9, 7}, Members.range(0, 10).expand(new int[][] {{1, 6, 2}, {9, 7, -2}}));
        assertArrayEquals(new int[0], Members.range(0, 10).expand(new int[][] {{3, 1, 1}}));
        assertEquals(ErrorClass.RANK, assertThrows(MpiFailure.class,
            () -> Members.range(0, 10).expand(new int[][] {{0, 3, 0}})).errorClass());
    }

    @Test
    void strangersAndTwinsAreRefused() {
        Members members = Members.range(0, 4);
        assertEquals(ErrorClass.RANK, assertThrows(MpiFailure.class,
            () -> members.including(new int[] {4})).errorClass());
        assertEquals(ErrorClass.RANK, assertThrows(MpiFailure.class,
            () -> members.excluding(new int[] {1, 1})).errorClass());
    }

    @Test
    void translationKeepsNobodyAndMarksStrangers() {
        Members a = Members.of(5, 3, 8);
        Members b = Members.of(8, 5);
        assertArrayEquals(new int[] {1, Members.NONE, 0, -2}, a.translate(new int[] {0, 1, 2, -2}, b, -2));
    }

    @Test
    void aRangeThatIsLongerThanTheGroupIsRefusedBeforeItIsWrittenOut() {
        Members group = Members.range(5, 4);
        int[][] wrong = {{0, Integer.MAX_VALUE, 1}, {Integer.MAX_VALUE, 0, -1}, {-1, 2, 1}, {0, 4, 1},
            {Integer.MIN_VALUE, Integer.MAX_VALUE, 1}};
        for (int[] range : wrong) {
            assertEquals(ErrorClass.RANK, assertThrows(MpiFailure.class,
                () -> group.expand(new int[][] {range})).errorClass(), () -> Arrays.toString(range));
        }
        assertEquals(ErrorClass.RANK, assertThrows(MpiFailure.class,
            () -> group.expand(new int[][] {{0, 3, 1}, {2, 2, 1}})).errorClass());
    }
}
