package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.hawser.pgas.team.Team;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Teams, and what their threads tell each other. */
class TeamTest {
    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void threadsOfOneColourAreATeamInTheOrderOfTheirKeys(String name, Medium medium) {
        PgasJob.run(medium, 5, pgas -> {
            Pgas half = pgas.split(pgas.myThread() % 2, -pgas.myThread());
            assertEquals(pgas.myThread() % 2 == 0 ? 3 : 2, half.threads());
            assertEquals(pgas.myThread(), half.rankOf(half.myThread()));
            assertEquals(pgas.myThread() % 2 == 0 ? 4 : 3, half.rankOf(0));
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("org.hawser.pgas.PgasJob#media")
    void aTeamExchangesBytesOfAnyLength(String name, Medium medium) {
        PgasJob.run(medium, 7, pgas -> {
            Team team = pgas.split(pgas.myThread() / 4, 0).team();
            for (int round = 0; round < 20; round++) {
                int root = round % team.size();
                byte[] given = team.me() == root ? letter(root, round * 3000) : null;
                assertArrayEquals(letter(root, round * 3000), team.exchange().broadcast(root, given));
                byte[][] all = team.exchange().allGather(letter(team.me(), team.me() * round));
                for (int i = 0; i < team.size(); i++) {
                    assertArrayEquals(letter(i, i * round), all[i]);
                }
            }
        });
    }

    private static byte[] letter(int from, int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) (from + 1));
        return bytes;
    }

    @Test
    void teamsOfTeamsHaveNumbersOfTheirOwn() {
        PgasJob.run(6, pgas -> {
            Pgas half = pgas.split(pgas.myThread() % 2, 0);
            Pgas third = pgas.split(pgas.myThread() % 3, 0);
            Pgas alone = half.split(half.myThread(), 0);
            Pgas again = pgas.split(0, 0);
            long[] ids = {pgas.team().id(), half.team().id(), third.team().id(), alone.team().id(), again.team().id()};
            assertEquals(5, Arrays.stream(ids).distinct().count());
            assertEquals(1, alone.threads());
            assertTrue(again.team().isAll());
        });
    }

    @Test
    void ranksThatAGroupNamesMeetWithoutTheOthers() {
        PgasJob.run(5, pgas -> {
            if (pgas.myThread() == 2) {
                return;
            }
            int[] ranks = {4, 0, 1, 3};
            Team first = pgas.teamOver(ranks);
            Team second = pgas.teamOver(ranks);
            assertNotEquals(first.id(), second.id());
            assertEquals(4, second.exchange().allGather(new byte[0]).length);
            assertArrayEquals(ranks, IntStream.range(0, 4).map(first::rankOf).toArray());
            assertEquals(-1, first.threadOf(2));
        });
    }

    @Test
    void whatIsNoCommunicatorIsRefused() {
        assertTrue(assertThrows(PgasException.class, () -> Pgas.over("comm")).getMessage().contains("String"));
        assertThrows(PgasException.class, () -> Pgas.over(null));
    }

    @Test
    void aViewThatHasEndedRefusesEveryCallAndSoDoTheTeamsMadeFromIt() {
        PgasJob.run(2, pgas -> {
            Pgas team = pgas.split(0, 0);
            Pgas inner = team.split(0, 0);
            team.close();
            team.close();
            assertThrows(PgasException.class, () -> inner.split(0, 0));
            assertThrows(PgasException.class, team::fence);
            assertThrows(PgasException.class, () -> team.memget(null, null));
            pgas.barrier();
        });
    }

    @Test
    void aTeamThatHasEndedIsKeptByNobody() {
        PgasJob.run(2, pgas -> {
            WeakReference<Team> ended = new WeakReference<>(usedOnce(pgas));
            for (int i = 0; ended.get() != null; i++) {
                assertTrue(i < 100, "the team is still there");
                System.gc();
                Thread.sleep(10);
            }
            pgas.barrier();
        });
    }

    private static Team usedOnce(Pgas pgas) {
        try (Pgas team = pgas.split(0, 0)) {
            team.split(0, 0).barrier(5);
            if (team.myThread() == 0) {
                team.free(team.globalAlloc(4, 8));
            }
            team.barrier();
            return team.team();
        }
    }
}
