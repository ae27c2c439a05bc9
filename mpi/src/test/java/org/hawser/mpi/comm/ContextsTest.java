package org.hawser.mpi.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.p2p.Operation;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContextsTest {
    private static Medium medium(String name) {
        return name.equals("shm") ? CommJob.THREADS : CommJob.CORE_ONLY;
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "core"})
    void theLowestIsTakenAndComesBackWhenAllHaveDone(String name) {
        CommJob.run(medium(name), 3, world -> {
            Communicator first = Creation.duplicate(world);
            Communicator second = Creation.duplicate(world);
            assertEquals(4, first.context());
            assertEquals(6, second.context());
            assertTrue(world.contexts().holders(4) > 0);
            first.end();
            world.point().rank().barrier();
            assertEquals(0, world.contexts().holders(4));
            world.point().rank().barrier();
            assertEquals(4, Creation.duplicate(world).context());
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "core"})
    void ranksThatTakeAtTheSameTimeGetDifferentOnes(String name) {
        Set<Integer> taken = ConcurrentHashMap.newKeySet();
        CommJob.run(medium(name), 4, world -> {
            for (int i = 0; i < 100; i++) {
                int context = world.contexts().take(1)[0];
                assertTrue(taken.add(context), "taken twice: " + context);
            }
        });
        assertEquals(400, taken.size());
        assertEquals(2 * 402 - 2, taken.stream().mapToInt(i -> i).max().orElseThrow());
    }

    @Test
    void aBusyCommunicatorKeepsItsContext() {
        CommJob.run(CommJob.THREADS, 2, world -> {
            Communicator copy = Creation.duplicate(world);
            int other = 1 - world.rank();
            byte[] room = new byte[8];
            Operation receive = copy.point().startReceive(copy.context(), other, 3, room, 0, 8, room);
            assertTrue(copy.isBusy());
            copy.end();
            world.point().rank().barrier();
            assertEquals(2, world.contexts().holders(copy.context()));
            world.point().rank().barrier();
            assertEquals(6, Creation.duplicate(world).context());
            copy.point().send(copy.context(), other, 3, false, new byte[] {1, 2, 3, 4, 5, 6, 7, (byte) world.rank()}, 0,
                8);
            copy.point().await(receive);
            copy.point().recycle(receive);
            assertEquals(other, room[7]);
            assertFalse(copy.isBusy());
            Creation.duplicate(world);
            copy.drain();
        });
    }

    @Test
    void whatIsUnderWayKeepsItsContextToo() {
        CommJob.run(CommJob.THREADS, 1, world -> {
            Communicator copy = Creation.duplicate(world);
            copy.enter();
            copy.end();
            assertEquals(1, world.contexts().holders(4));
            copy.leave();
            assertEquals(4, Creation.split(world, 0, 0).context());
        });
    }

    @Test
    void whenAllAreTakenEveryProcessIsTold() {
        CommJob.run(CommJob.THREADS, 3, world -> {
            if (world.rank() == 0) {
                for (int i = 2; i < Contexts.PAIRS; i++) {
                    world.contexts().take(1);
                }
            }
            world.point().rank().barrier();
            assertEquals(ErrorClass.OTHER, assertThrows(MpiFailure.class,
                () -> Creation.duplicate(world)).errorClass());
            MpiFailure failure = assertThrows(MpiFailure.class, () -> Creation.split(world, 0, 0));
            assertTrue(failure.getMessage().startsWith("too many communicators"), failure.getMessage());
            assertThrows(MpiFailure.class, () -> Creation.createOfGroup(world, world.local(), 0));
            assertNull(Creation.split(world, Creation.UNDEFINED, 0), "needs no context");
        });
    }

    /** Who only frees what it has with other jobs can go on to meet others as often as it likes. */
    @Test
    void aRangeComesBackWithTheLastCommunicatorThatIsFreed() {
        CommJob.run(CommJob.THREADS, 1, world -> {
            Connections connections = world.contexts().connections();
            int range = Contexts.FIRST_SHARED;
            for (int round = 0; round < 3; round++) {
                assertTrue(connections.reserve(range), "round " + round);
                Contexts shared = world.contexts().shared(world.contexts().makeShared(range, 1), range);
                Communicator first = new Communicator(world.point(), shared, world.local(), world.local(), 0, range,
                    null);
                shared.begin(first);
                Communicator second = Creation.duplicate(first);
                second.enter();
                first.end();
                assertFalse(connections.reserve(range), "the second lives");
                second.end();
                assertFalse(connections.reserve(range), "something is under way in the second");
                connections.giveBackDeserted();
                assertFalse(connections.reserve(range), "something still is");
                second.leave();
                connections.giveBackDeserted();
            }
        });
    }
}
