package mpi;

import static org.hawser.mpi.Running.errorOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.hawser.mpi.Running;
import org.hawser.mpi.group.Members;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Groups by the rules of the standard; they may name processes that are not there, since nobody is asked. */
@ExtendWith(Running.class)
class GroupTest {
    @BeforeContainer
    static void begin() throws MPIException {
        new Running().beforeAll(null);
    }

    @Provide
    Arbitrary<Group> groups() {
        return Arbitraries.integers().between(0, 9).array(int[].class).ofMaxSize(8).uniqueElements()
            .map(ranks -> new Group(Members.of(ranks)));
    }

    private static int[] all(Group group) throws MPIException {
        int[] ranks = new int[group.getSize()];
        Arrays.setAll(ranks, i -> i);
        return ranks;
    }

    @Property
    void algebraHolds(@ForAll("groups") Group a, @ForAll("groups") Group b) throws MPIException {
        Group union = Group.union(a, b);
        Group both = Group.intersection(a, b);
        Group rest = Group.difference(a, b);
        assertEquals(a.getSize() + b.getSize() - both.getSize(), union.getSize());
        assertEquals(a.getSize(), both.getSize() + rest.getSize());
        assertTrue(Group.compare(Group.union(both, rest), a) != MPI.UNEQUAL);
        assertEquals(0, Group.intersection(rest, b).getSize());
        assertEquals(MPI.IDENT, Group.compare(Group.union(a, MPI.GROUP_EMPTY), a));
        assertEquals(MPI.IDENT, Group.compare(Group.intersection(a, MPI.GROUP_EMPTY), MPI.GROUP_EMPTY));
        assertEquals(MPI.IDENT, Group.compare(union.incl(all(a)), a));
        assertTrue(Group.compare(Group.union(b, a), union) != MPI.UNEQUAL);
    }

    @Property
    void translationLeadsBack(@ForAll("groups") Group a, @ForAll("groups") Group b) throws MPIException {
        int[] there = Group.translateRanks(a, all(a), b);
        for (int i = 0; i < there.length; i++) {
            if (there[i] != MPI.UNDEFINED) {
                assertArrayEquals(new int[] {i}, Group.translateRanks(b, new int[] {there[i]}, a));
            }
        }
        long common = Arrays.stream(there).filter(rank -> rank != MPI.UNDEFINED).count();
        assertEquals(Group.intersection(a, b).getSize(), common);
    }

    @Property
    void rangesAreListsOfRanks(@ForAll("groups") Group a) throws MPIException {
        int size = a.getSize();
        int[][] everySecond = {{0, size - 1, 2}};
        int[][] back = {{size - 1, 0, -1}};
        int[] list = Arrays.stream(all(a)).filter(i -> i % 2 == 0).toArray();
        if (size > 0) {
            assertEquals(MPI.IDENT, Group.compare(a.rangeIncl(everySecond), a.incl(list)));
            assertEquals(MPI.IDENT, Group.compare(a.rangeExcl(everySecond), a.excl(list)));
            assertEquals(size < 2 ? MPI.IDENT : MPI.SIMILAR, Group.compare(a.rangeIncl(back), a));
            assertEquals(0, a.rangeExcl(back).getSize());
        }
        assertEquals(MPI.IDENT, Group.compare(a.rangeExcl(new int[0][]), a));
        assertEquals(0, a.incl(new int[0]).getSize());
    }

    @Test
    void mistakesAreRefused() throws MPIException {
        Group world = MPI.COMM_WORLD.getGroup();
        assertEquals(MPI.ERR_RANK, errorOf(() -> world.incl(new int[] {-1})));
        assertEquals(MPI.ERR_RANK, errorOf(() -> world.incl(new int[] {0, 0})));
        assertEquals(MPI.ERR_RANK, errorOf(() -> world.excl(new int[] {1})));
        assertEquals(MPI.ERR_RANK, errorOf(() -> world.rangeIncl(new int[][] {{0, 1, 1}})));
        assertEquals(MPI.ERR_RANK, errorOf(() -> world.rangeIncl(new int[][] {{0, 0, 0}})));
        assertEquals(MPI.ERR_ARG, errorOf(() -> world.rangeIncl(new int[][] {{0, 0}})));
        assertEquals(MPI.ERR_ARG, errorOf(() -> world.rangeExcl(new int[][] {null})));
        assertEquals(MPI.ERR_ARG, errorOf(() -> world.incl(null)));
        assertEquals(MPI.ERR_ARG, errorOf(() -> world.excl(null)));
        assertEquals(MPI.ERR_ARG, errorOf(() -> world.rangeIncl(null)));
        assertEquals(MPI.ERR_ARG, errorOf(() -> Group.translateRanks(world, null, world)));
        assertEquals(MPI.ERR_RANK, errorOf(() -> Group.translateRanks(world, new int[] {1}, world)));
        assertEquals(MPI.ERR_GROUP, errorOf(() -> Group.union(world, null)));
        assertEquals(MPI.ERR_GROUP, errorOf(() -> Group.compare(null, world)));
        assertEquals(MPI.ERR_GROUP, errorOf(MPI.GROUP_EMPTY::free));
        assertFalse(MPI.GROUP_EMPTY.isNull());
        world.free();
        assertEquals(MPI.ERR_GROUP, errorOf(world::free));
        assertEquals(MPI.ERR_GROUP, errorOf(() -> world.incl(new int[0])));
        assertEquals(MPI.ERR_GROUP, errorOf(() -> Group.difference(MPI.GROUP_EMPTY, world)));
    }
}
