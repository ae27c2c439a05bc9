package org.hawser.pgas;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/**
 * Which loop goes with which body. A loop that calls bodies of many classes is compiled with a call in it, and what it
 * costs then depends on what else the program has gone through. So a class of bodies (each lambda expression of a
 * program has one) that has been called often gets a loop that is loaded for it alone, as a hidden class from the bytes
 * of {@link BodyLoop}: its body is compiled into it. Bodies that are called seldom share one.
 *
 * <p>Such a loop lives as long as the class of its bodies.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> a class for each class of bodies that has become busy.
 */
final class BodyLoops {
    /** Calls of bodies of one class before it gets a loop: about what it costs to load one. */
    private static final long MANY = 100_000;
    private static final IndexLoop SHARED = new BodyLoop();

    private static final ClassValue<BodyLoops> ALL = new ClassValue<>() {
        @Override
        protected BodyLoops computeValue(Class<?> bodies) {
            return new BodyLoops();
        }
    };

    /** Calls so far; a late look, or two threads that add at once, only move the moment. */
    private long calls;
    private volatile IndexLoop loop = SHARED;

    private BodyLoops() {
    }

    /** The loop for a body that is to be called {@code count} times. */
    static IndexLoop of(Object body, long count) {
        return ALL.get(body.getClass()).after(count);
    }

    private IndexLoop after(long count) {
        IndexLoop known = loop;
        if (known != SHARED || (calls += count) < MANY) {
            return known;
        }
        return load();
    }

    private synchronized IndexLoop load() {
        if (loop == SHARED) {
            loop = Template.loaded();
        }
        return loop;
    }

    /** The bytes of the class that is loaded again and again, read once. */
    private static final class Template {
        private static final byte[] BYTES = read();

        private static byte[] read() {
            try (InputStream file = BodyLoop.class.getResourceAsStream(BodyLoop.class.getSimpleName() + ".class")) {
                return file == null ? null : file.readAllBytes();
            } catch (IOException e) {
                return null;
            }
        }

        /** A new class of the same code; the shared one where the file of the class cannot be read. */
        static IndexLoop loaded() {
            if (BYTES == null) {
                return new BodyLoop();
            }
            try {
                return (IndexLoop) MethodHandles.lookup().defineHiddenClass(BYTES, true).lookupClass()
                    .getDeclaredConstructor().newInstance();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the loop of a forAll cannot be loaded: cause=" + e, e);
            }
        }
    }
}
