package org.hawser.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Two shapes side by side, against a loop over their bytes. */
class ShapeWalkTest {
    private static final int BYTES = 24;

    /** Shapes of {@link #BYTES} bytes, with chunks anywhere, also on each other. */
    @Provide
    Arbitrary<Shape> shapes() {
        Arbitrary<Integer> chunks = Arbitraries.of(1, 2, 3, 4, 6, 8, 12, 24);
        Arbitrary<Shape> strided = Combinators.combine(chunks, Arbitraries.integers().between(-40, 40))
            .as((chunk, stride) -> Shape.strided(chunk, stride, BYTES / chunk));
        Arbitrary<Shape> indexed = chunks.flatMap(chunk -> Arbitraries.longs().between(-100, 100).array(long[].class)
            .ofSize(BYTES / chunk).map(offsets -> Shape.indexed(chunk, offsets)));
        return Arbitraries.oneOf(strided, indexed, Arbitraries.just(Shape.run(BYTES)));
    }

    @Property(tries = 500)
    void everyByteGoesWhereALoopWouldPutIt(@ForAll("shapes") Shape from, @ForAll("shapes") Shape to,
                                           @ForAll @IntRange(min = 1, max = 30) int most) {
        ShapeWalk walk = new ShapeWalk();
        walk.start(from, to);
        int done = 0;
        long fromEnd = Long.MIN_VALUE;
        long toEnd = Long.MIN_VALUE;
        long last = 0;
        while (walk.next(most)) {
            assertTrue(walk.length() > 0 && walk.length() <= most);
            assertFalse(last < most && walk.from() == fromEnd && walk.to() == toEnd, "two runs that are one");
            for (long i = 0; i < walk.length(); i++, done++) {
                assertEquals(place(from, done), walk.from() + i);
                assertEquals(place(to, done), walk.to() + i);
            }
            last = walk.length();
            fromEnd = walk.from() + last;
            toEnd = walk.to() + last;
        }
        assertEquals(BYTES, done);
    }

    @Property(tries = 200)
    void theEndsAreThoseOfTheOutermostChunks(@ForAll("shapes") Shape shape) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < BYTES; i++) {
            low = Math.min(low, place(shape, i));
            high = Math.max(high, place(shape, i) + 1);
        }
        assertEquals(BYTES, shape.bytes());
        assertEquals(low, shape.low());
        assertEquals(high, shape.high());
    }

    private static long place(Shape shape, int index) {
        return shape.offset(index / shape.chunk()) + index % shape.chunk();
    }
}
