package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Receives that wait, beside a list of them that is searched from its front. */
class PostedReceivesTest {
    private final PostedReceives posted = new PostedReceives();
    private final List<Operation> model = new ArrayList<>();

    private Operation receive(int from, int tag) {
        return new Operation(null, 0).begin(Operation.State.POSTED, Wire.key(0, tag), from, null, 0, 8, null);
    }

    private Operation add(int from, int tag) {
        Operation receive = receive(from, tag);
        posted.add(receive);
        model.add(receive);
        return receive;
    }

    private void take(int source, int tag) {
        long key = Wire.key(0, tag);
        Operation expected = null;
        for (int i = model.size() - 1; i >= 0; i--) {
            expected = MatchHash.matches(model.get(i).peer, model.get(i).key, source, key) ? model.get(i) : expected;
        }
        assertSame(expected, posted.take(source, key));
        model.remove(expected);
    }

    private int count(int source, int tag) {
        int count = 0;
        for (Operation receive : model) {
            count += receive.peer == source && receive.key == Wire.key(0, tag) ? 1 : 0;
        }
        return count;
    }

    @Test
    void aReceiveThatWaitsLongIsFoundBehindManyOfOtherTags() {
        add(0, 0);
        for (int tag = 1; tag < 200; tag++) {
            add(0, tag);
        }
        add(0, 0);
        for (int tag = 199; tag >= 0; tag--) {
            take(0, tag);
        }
        take(0, 0);
        take(0, 0);
    }

    @Test
    void receivesOfOneSourceAndTagAreTakenInOrderWhicheverQueueTheyWaitIn() {
        // A few keys, so that each is now the favourite and now in a bin; and now and then so many that bins grow.
        Random random = new Random(7);
        for (int step = 0; step < 200_000; step++) {
            int keys = step % 50_000 < 2_000 ? 400 : 3;
            int from = random.nextInt(2);
            int tag = random.nextInt(keys);
            boolean filling = step / 1_000 % 2 == 0;
            switch (random.nextInt(8)) {
                case 0, 1 -> add(from, tag);
                case 2 -> addSome(from, tag, filling ? 3 : 1);
                case 3 -> removeAny(random);
                case 4 -> assertEquals(count(from, tag), posted.countOf(from, Wire.key(0, tag)));
                case 5 -> add(random.nextInt(20) == 0 ? PointToPoint.ANY_SOURCE : from,
                    random.nextInt(20) == 0 ? PointToPoint.ANY_TAG : tag);
                default -> takeSome(from, tag, filling ? 1 : 4);
            }
        }
    }

    private void addSome(int from, int tag, int count) {
        for (int i = 0; i < count; i++) {
            add(from, tag);
        }
    }

    private void takeSome(int source, int tag, int count) {
        for (int i = 0; i < count; i++) {
            take(source, tag);
        }
    }

    private void removeAny(Random random) {
        if (!model.isEmpty()) {
            posted.remove(model.remove(random.nextInt(model.size())));
        }
    }
}
