package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** Loops that belong to one class of bodies. */
class BodyLoopsTest {
    private static final long MANY = 1_000_000;

    private long sum;

    @Test
    void bodiesThatAreCalledSeldomShareALoop() {
        LongConsumer one = i -> sum += i;
        LongConsumer other = i -> sum -= i;
        assertSame(BodyLoops.of(one, 10), BodyLoops.of(other, 10));
    }

    @Test
    void aBusyClassOfBodiesHasALoopOfItsOwnThatDoesTheSame() {
        LongConsumer one = i -> sum += i;
        LongConsumer other = i -> sum += 1000 * i;
        IndexLoop loop = BodyLoops.of(one, MANY);
        assertTrue(loop.getClass().isHidden());
        assertSame(loop, BodyLoops.of(one, 1));
        assertNotSame(loop.getClass(), BodyLoops.of(other, MANY).getClass());
        loop.neighbours(5, 3, one);
        assertEquals(5 + 6 + 7, sum);
        sum = 0;
        loop.places(5, 4, 100, 3, (index, place) -> sum += index * place);
        assertEquals(5 * 100 + 9 * 101 + 13 * 102, sum);
        sum = 0;
        loop.strided(Integer.MAX_VALUE, 10, 3, one);
        assertEquals(3L * Integer.MAX_VALUE + 30, sum);
        sum = 0;
        // A loop knows the bodies that it was made for best; it is right for all.
        loop.neighbours(1, 2, other);
        assertEquals(3000, sum);
    }

    /** Neighbours are gone through by chunks, which may begin and end anywhere in them. */
    @Test
    void neighboursAreAllCalledOnceAndInOrderWhereverChunksBegin() {
        int chunk = 1 << SharedArray.CHUNK_BITS;
        IndexLoop loop = BodyLoops.of((LongConsumer) i -> sum += i, MANY);
        for (long first : new long[] {0, 1, chunk - 1, chunk, 5L * chunk + 7, (1L << 40) - 3}) {
            for (int count : new int[] {0, 1, 2, chunk - 1, chunk, chunk + 1, 2 * chunk - 1, 3 * chunk + 5}) {
                sum = 0;
                loop.neighbours(first, count, i -> assertEquals(first + sum++, i));
                assertEquals(count, sum);
            }
        }
    }

    @Test
    void objectsOfOneLambdaShareTheirLoop() {
        assertSame(BodyLoops.of(adding(1), MANY), BodyLoops.of(adding(2), 1));
    }

    private LongConsumer adding(long what) {
        return i -> sum += what;
    }
}
