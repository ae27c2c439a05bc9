package org.hawser.mpi.ft;

import java.util.Random;
import org.hawser.mpi.ft.DeliberationModel.Death;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members that live decide, all the same, and with the contributions of all that live; whoever dies, and when. */
@Tag("once")
class DeliberationTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void allDecideTheSameWhenNobodyDies(int size) {
        for (long seed = 0; seed < 200; seed++) {
            new DeliberationModel(size, seed).run();
        }
    }

    /** Every member dies at every event of many runs. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void oneMayDieAtAnyMoment(int size) {
        for (long seed = 0; seed < 20; seed++) {
            int events = new DeliberationModel(size, seed).run();
            for (int event = 0; event < events; event++) {
                for (int member = 0; member < size; member++) {
                    new DeliberationModel(size, seed).run(new Death(member, event));
                }
            }
        }
    }

    /** The first two coordinators die, at every pair of events. */
    @Test
    void coordinatorsMayDieOneAfterTheOther() {
        for (long seed = 0; seed < 6; seed++) {
            int events = new DeliberationModel(4, seed).run();
            for (int first = 0; first < events; first += 2) {
                for (int second = 0; second < 2 * events; second += 2) {
                    new DeliberationModel(4, seed).run(new Death(0, first), new Death(1, second));
                }
            }
        }
    }

    /** Any number but one die, of up to eight, whenever. */
    @Test
    void manyMayDie() {
        for (long seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            int size = 2 + random.nextInt(7);
            Death[] deaths = new Death[random.nextInt(size)];
            for (int i = 0; i < deaths.length; i++) {
                deaths[i] = new Death((i + (int) seed) % size, random.nextInt(1 + random.nextInt(200)));
            }
            new DeliberationModel(size, seed).run(deaths);
        }
    }
}
