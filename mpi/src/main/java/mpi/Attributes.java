package mpi;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

/**
 * What a program has hung on a communicator, a datatype or a window, by key. A key that was freed can still be used
 * where something hangs by it: only then is it gone for good.
 *
 * <p><b>Threads:</b> any.
 */
final class Attributes {
    /** Keys below are MPI's own. */
    private static final int FIRST_KEY = 100;

    private final Map<Integer, Object> values = new HashMap<>();

    synchronized void set(Keys keys, int key, Object value) {
        check(keys, key);
        values.put(key, value);
    }

    synchronized Object get(Keys keys, int key) {
        check(keys, key);
        return values.get(key);
    }

    synchronized void delete(Keys keys, int key) {
        check(keys, key);
        values.remove(key);
    }

    private void check(Keys keys, int key) {
        if (!values.containsKey(key)) {
            keys.check(key);
        }
    }

    synchronized Attributes copy() {
        Attributes copy = new Attributes();
        copy.values.putAll(values);
        return copy;
    }

    /** The keys for one kind of object. */
    static final class Keys {
        private final Set<Integer> known = new HashSet<>();
        private int last = FIRST_KEY;

        synchronized int create() {
            known.add(++last);
            return last;
        }

        synchronized void free(int key) {
            check(key);
            known.remove(key);
        }

        synchronized void check(int key) {
            if (!known.contains(key)) {
                boolean wasThere = key > FIRST_KEY && key <= last;
                throw new MpiFailure(ErrorClass.KEYVAL, (wasThere ? "the attribute key was freed"
                    : "no such attribute key, or it cannot be changed") + ": keyval=" + key);
            }
        }
    }
}
