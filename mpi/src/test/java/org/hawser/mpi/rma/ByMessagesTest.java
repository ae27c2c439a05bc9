package org.hawser.mpi.rma;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.hawser.mpi.coll.op.Operand;
import org.hawser.mpi.coll.op.Operator;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.LayoutBuilder;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows that are reached by messages: nothing is lost and nobody waits for ever, however much there is. */
class ByMessagesTest {
    private static final Layout LONG = Layout.basic(Long.BYTES);
    private static final Update SUM = Update.of(Operator.SUM, Operand.LONG);

    private static Hints hints(String path, String schedule) {
        return new Hints(Map.of("hawser_path", path, "hawser_schedule", schedule));
    }

    private static long valueAt(Window window, long index) {
        return window.memory().segment().getAtIndex(ValueLayout.JAVA_LONG, index);
    }

    private static void fill(Window window, int me) {
        MemorySegment memory = window.memory().segment();
        for (long i = 0; i < memory.byteSize() / Long.BYTES; i++) {
            memory.setAtIndex(ValueLayout.JAVA_LONG, i, 1000L * me + i);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        messages | on
        messages | off
        agent    | on
        agent    | off
        agent    | interleave
        """)
    void allFloodAll(String path, String schedule) {
        flood(WindowJob.THREADS, 8, hints(path, schedule));
        flood(WindowJob.TIGHT, 4, hints(path, schedule));
    }

    /** Everyone puts a block of its own, adds to a counter and reads what does not change, at everyone, at once. */
    private static void flood(Medium medium, int ranks, Hints hints) {
        int block = 1500;
        int rounds = 12;
        WindowJob.run(medium, ranks, world -> {
            int me = world.rank();
            Window window = WindowMemory.allocate(world, (long) (ranks * block + 2 + block) * Long.BYTES, Long.BYTES,
                hints);
            int fixed = ranks * block + 2;
            fill(window, me);
            world.point().rank().barrier();
            window.lockAll(true);
            long[][] given = new long[rounds][block];
            long[][] fetched = new long[ranks][block];
            long[] one = {1};
            for (int round = 0; round < rounds; round++) {
                for (int i = 0; i < block; i++) {
                    given[round][i] = 100_000L * me + 1000L * round + i;
                }
                for (int to = 0; to < ranks; to++) {
                    window.put(given[round], 0, null, to, (long) me * block, block, LONG, block * 8L, null);
                    window.get(fetched[to], 0, null, to, fixed, block, LONG, block * 8L, null);
                    for (int i = 0; i < 20; i++) {
                        window.accumulate(one, 0, null, to, (long) ranks * block, 1, LONG, 8, SUM, null);
                    }
                    if (round == rounds / 2) {
                        window.flush(to);
                    }
                }
                window.flushAll();
            }
            window.unlockAll();
            world.point().rank().barrier();
            for (int to = 0; to < ranks; to++) {
                for (int i = 0; i < block; i++) {
                    assertEquals(1000L * to + fixed + i, fetched[to][i]);
                }
            }
            for (int from = 0; from < ranks; from++) {
                for (int i = 0; i < block; i++) {
                    assertEquals(100_000L * from + 1000L * (rounds - 1) + i, valueAt(window, (long) from * block + i));
                }
            }
            assertEquals(1000L * me + ranks * block + 20L * rounds * ranks, valueAt(window, (long) ranks * block));
            window.free();
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        messages | on
        agent    | on
        agent    | off
        """)
    void operationsReturnWhileTheTargetComputes(String path, String schedule) {
        int operations = 2000;
        int block = 512;
        CountDownLatch started = new CountDownLatch(1);
        WindowJob.run(WindowJob.TIGHT, 2, world -> {
            Window window = WindowMemory.allocate(world, (long) (operations + block) * Long.BYTES, Long.BYTES,
                hints(path, schedule));
            fill(window, world.rank());
            world.point().rank().barrier();
            if (world.rank() == 0) {
                window.lock(1, true, true);
                long[] values = new long[block];
                long[][] fetched = new long[operations][1];
                for (int i = 0; i < operations; i++) {
                    window.put(values, 0, null, 1, operations, block, LONG, block * 8L, null);
                    window.get(fetched[i], 0, null, 1, i, 1, LONG, 8, null);
                }
                // More than any ring holds has been started, and the target has not been in a call since.
                started.countDown();
                window.unlock(1);
                for (int i = 0; i < operations; i++) {
                    assertEquals(1000 + i, fetched[i][0]);
                }
            } else {
                assertTrue(started.await(60, TimeUnit.SECONDS), "an operation waits for its target");
            }
            world.point().rank().barrier();
            window.free();
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        messages | on
        messages | off
        agent    | on
        agent    | gets-first
        """)
    void longItemsWithGapsGoInPieces(String path, String schedule) {
        WindowJob.run(WindowJob.THREADS, 2, world -> longItems(world, hints(path, schedule)));
    }

    /** One item of the target's type is far longer than a frame. */
    private static void longItems(Communicator world, Hints hints) {
        int blocks = 40_000;
        Layout comb = LONG.vector(blocks, 2, 3).resized(0, (3L * blocks + 1) * Long.BYTES);
        long bytes = comb.size() * 2;
        long room = 2 * comb.extent();
        Window window = WindowMemory.allocate(world, room, Long.BYTES, hints);
        fill(window, world.rank());
        world.point().rank().barrier();
        if (world.rank() == 0) {
            int count = (int) (bytes / Long.BYTES);
            long[] ones = new long[count];
            long[] before = new long[count];
            long[] expected = new long[count];
            for (int i = 0; i < count; i++) {
                ones[i] = 1 + i % 7;
                long within = i % (2L * blocks);
                expected[i] = 1000 + i / (2L * blocks) * (3L * blocks + 1) + within / 2 * 3 + within % 2;
            }
            window.lock(1, false, true);
            window.getAccumulate(ones, 0, null, before, 0, null, 1, 0, 2, comb, bytes, SUM, null);
            window.accumulate(ones, 0, null, 1, 0, 2, comb, bytes, SUM, null);
            window.flush(1);
            assertArrayEquals(expected, before);
            long[] after = new long[count];
            window.get(after, 0, null, 1, 0, 2, comb, bytes, null);
            window.flushLocal(1);
            for (int i = 0; i < count; i++) {
                assertEquals(expected[i] + 2 * ones[i], after[i]);
            }
            window.put(before, 0, null, 1, 0, 2, comb, bytes, null);
            window.unlock(1);
        }
        world.point().rank().barrier();
        for (long i = 0; world.rank() == 1 && i < room / Long.BYTES; i++) {
            assertEquals(1000 + i, valueAt(window, i), "what lies between the blocks, or what was put back");
        }
        window.free();
    }

    @Test
    void whatGoesByMessagesIsAtomicToWhatDoesNot() {
        int rounds = 300;
        WindowJob.run(WindowJob.THREADS, 4, world -> {
            Window direct = WindowMemory.allocate(world, 64, Long.BYTES, Hints.NONE);
            Window messages = WindowMemory.create(world, direct.memory().segment(), Long.BYTES,
                hints("messages", "on"));
            Window agent = WindowMemory.create(world, direct.memory().segment(), Long.BYTES, hints("agent", "off"));
            world.point().rank().barrier();
            long[] one = {1};
            for (Window window : new Window[] {direct, messages, agent}) {
                window.lockAll(true);
            }
            for (int i = 0; i < rounds; i++) {
                for (Window window : new Window[] {direct, messages, agent}) {
                    window.accumulate(one, 0, null, i % 4, 0, 1, LONG, 8, SUM, null);
                }
            }
            for (Window window : new Window[] {agent, messages, direct}) {
                window.unlockAll();
            }
            world.point().rank().barrier();
            assertEquals(3L * rounds, valueAt(direct, 0));
            agent.free();
            messages.free();
            direct.free();
        });
    }

    @ParameterizedTest
    @CsvSource({"messages", "agent"})
    void pairsWithGapsAreCombined(String path) {
        Update smaller = Update.of(Operator.MINLOC, Operand.SHORT_INT);
        Layout pair = new LayoutBuilder().add(Layout.basic(Short.BYTES), 0, 1, 0).add(Layout.basic(Integer.BYTES), 4, 1,
            0).build();
        int count = 9000;
        WindowJob.run(WindowJob.THREADS, 2, world -> {
            Window window = WindowMemory.allocate(world, count * pair.extent(), (int) pair.extent(),
                hints(path, "on"));
            MemorySegment mine = window.memory().segment();
            for (int i = 0; i < count; i++) {
                mine.set(ValueLayout.JAVA_SHORT, i * pair.extent(), (short) (i % 100));
                mine.set(ValueLayout.JAVA_SHORT, i * pair.extent() + 2, (short) -1);
                mine.set(ValueLayout.JAVA_INT, i * pair.extent() + 4, i);
            }
            world.point().rank().barrier();
            if (world.rank() == 0) {
                byte[] given = new byte[(int) (count * pair.extent())];
                byte[] before = new byte[given.length];
                MemorySegment values = MemorySegment.ofArray(given);
                for (int i = 0; i < count; i++) {
                    values.set(ValueLayout.JAVA_SHORT_UNALIGNED, i * pair.extent(), (short) 50);
                    values.set(ValueLayout.JAVA_INT_UNALIGNED, i * pair.extent() + 4, -i);
                }
                window.lock(1, true, true);
                window.getAccumulate(given, 0, pair, before, 0, pair, 1, 0, count, pair, count * pair.size(), smaller,
                    null);
                window.accumulate(given, 0, pair, 1, 0, count, pair, count * pair.size(), smaller, null);
                window.unlock(1);
                for (int i = 0; i < count; i++) {
                    assertEquals(i, MemorySegment.ofArray(before).get(ValueLayout.JAVA_INT_UNALIGNED,
                        i * pair.extent() + 4));
                }
            }
            world.point().rank().barrier();
            for (int i = 0; world.rank() == 1 && i < count; i++) {
                assertEquals(Math.min(50, i % 100), mine.get(ValueLayout.JAVA_SHORT, i * pair.extent()));
                assertEquals(-1, mine.get(ValueLayout.JAVA_SHORT, i * pair.extent() + 2), "the gap");
                assertEquals(i % 100 < 50 ? i : -i, mine.get(ValueLayout.JAVA_INT, i * pair.extent() + 4));
            }
            window.free();
        });
    }

    @ParameterizedTest
    @CsvSource({"on", "off"})
    void oneAtATimeHasALockThatItsOwnerKeeps(String schedule) {
        int rounds = 40;
        int ranks = 6;
        WindowJob.run(WindowJob.THREADS, ranks, world -> {
            Window window = WindowMemory.allocate(world, 8, Long.BYTES, hints("messages", schedule));
            world.point().rank().barrier();
            for (int i = 0; i < rounds; i++) {
                int target = i % ranks;
                long[] value = new long[1];
                window.lock(target, true, true);
                window.get(value, 0, null, target, 0, 1, LONG, 8, null);
                window.flush(target);
                value[0]++;
                window.put(value, 0, null, target, 0, 1, LONG, 8, null);
                window.unlock(target);
                window.lock(target, false, true);
                window.unlock(target);
            }
            world.point().rank().barrier();
            long turns = rounds / ranks + (world.rank() < rounds % ranks ? 1 : 0);
            assertEquals(turns * ranks, valueAt(window, 0));
            window.free();
        });
    }

    @Test
    void smallOperationsShareAFrameWithTheLockAndItsEnd() {
        for (String schedule : new String[] {"aggregate", "off"}) {
            WindowJob.run(WindowJob.THREADS, 2, world -> {
                Window window = WindowMemory.allocate(world, 8 * 100, Long.BYTES, hints("messages", schedule));
                world.point().rank().barrier();
                if (world.rank() == 0) {
                    window.lock(1, true, true);
                    long[] values = new long[100];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = i;
                        window.put(values, 8L * i, null, 1, i, 1, LONG, 8, null);
                    }
                    window.unlock(1);
                    assertEquals(schedule.equals("off") ? 100 : 1, window.memory().messages().to(1, false).frames());
                }
                world.point().rank().barrier();
                if (world.rank() == 1) {
                    assertEquals(schedule.equals("off") ? 100 : 1, window.memory().messages().received(0));
                    assertEquals(99, valueAt(window, 99));
                }
                window.free();
            });
        }
    }
}
