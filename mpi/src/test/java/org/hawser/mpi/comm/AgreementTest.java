package org.hawser.mpi.comm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.group.Members;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgreementTest {
    /** Of different lengths, some longer than what goes at once. */
    private static int[] numbers(int member) {
        return IntStream.range(0, member % 3 == 2 ? 5000 : member).map(i -> member * 7 + i).toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 13})
    void everythingReachesTheFirstAndComesBackToEach(int ranks) {
        CommJob.run(CommJob.THREADS, ranks, world -> {
            int me = world.rank();
            int[][] all = Agreement.of(world).collect(numbers(me));
            if (me == 0) {
                for (int i = 0; i < ranks; i++) {
                    assertArrayEquals(numbers(i), all[i]);
                }
            } else {
                assertNull(all);
            }
            assertArrayEquals(numbers(me), Agreement.of(world).scatter(all));
            for (int root = 0; root < ranks; root++) {
                assertArrayEquals(numbers(root), Agreement.of(world).spread(root, me == root ? numbers(me) : null));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void oneFailureIsEverybodysAndTheNextSucceeds(int ranks) {
        CommJob.run(CommJob.THREADS, ranks, world -> {
            int last = ranks - 1;
            MpiFailure told = assertThrows(MpiFailure.class, () -> Agreement.of(world).reach(() -> {
                if (world.rank() == last) {
                    throw new MpiFailure(ErrorClass.DIMS, "not with me");
                }
                return new int[] {1};
            }, all -> new int[0]));
            assertEquals(ErrorClass.DIMS, told.errorClass());
            assertTrue(told.getMessage().endsWith("not with me"), told.getMessage());
            assertEquals(ErrorClass.OTHER, assertThrows(MpiFailure.class, () -> Agreement.of(world).reach(
                () -> new int[0], all -> {
                    throw new MpiFailure(ErrorClass.OTHER, "cannot decide");
                })).errorClass());
            assertArrayEquals(new int[] {ranks * (ranks - 1) / 2}, Agreement.of(world).reach(
                () -> new int[] {world.rank()}, all -> new int[] {Arrays.stream(all).mapToInt(one -> one[0]).sum()}));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7})
    void twoGroupsAgreeAsOne(int ranks) {
        CommJob.run(CommJob.THREADS, ranks, world -> {
            Communicator half = Creation.split(world, world.rank() % 2, 0);
            Communicator both = Bridge.join(half, 0, world, 1 - world.rank() % 2, 0);
            int[] order = Agreement.of(both).reach(() -> new int[] {world.rank()},
                all -> Arrays.stream(all).mapToInt(one -> one[0]).toArray());
            Members evens = Members.of(IntStream.range(0, (ranks + 1) / 2).map(i -> 2 * i).toArray());
            assertEquals(evens.union(world.local()), Members.of(order));
            Communicator merged = Bridge.merge(both, world.rank() % 2 == 0);
            assertEquals(world.local().difference(evens).union(evens), merged.local());
            assertEquals(ErrorClass.ARG, ranks < 3 ? ErrorClass.ARG : assertThrows(MpiFailure.class,
                () -> Bridge.merge(both, world.rank() == 0)).errorClass());
        });
    }
}
