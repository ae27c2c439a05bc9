package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.hawser.mpi.ErrorClass;

/**
 * Hints to MPI: values by key, in the order in which the keys came.
 *
 * <pre>{@code
 * Info info = new Info();
 * info.set("access_style", "read_once");
 * info.free();
 * }</pre>
 *
 * <p><b>Threads:</b> one at a time.
 */
public final class Info implements Freeable, Cloneable {
    /** Null when there is none: freed, or {@link MPI#INFO_NULL}. */
    private Map<String, String> values;
    private final boolean permanent;

    /** An empty Info. */
    public Info() throws MPIException {
        this(new LinkedHashMap<>(), false);
        Errors.check();
    }

    Info(Map<String, String> values, boolean permanent) {
        this.values = values;
        this.permanent = permanent;
    }

    /** What this process knows of how it was started. */
    static Info environment() {
        Map<String, String> values = new LinkedHashMap<>();
        // The launcher's class stands before the program's.
        String[] words = System.getProperty("sun.java.command", "java").split(" ");
        int program = words.length > 1 && words[0].startsWith("org.hawser.runtime.launch.") ? 1 : 0;
        values.put("command", words[program]);
        values.put("argv", String.join(" ", Arrays.copyOfRange(words, program + 1, words.length)));
        values.put("arch", System.getProperty("os.arch"));
        values.put("wdir", System.getProperty("user.dir"));
        return new Info(values, true);
    }

    /** Adds what is known from Init on. */
    void begin(String[] args, int size, String host, int threadLevel) {
        if (args != null) {
            values.put("argv", String.join(" ", args));
        }
        values.put("maxprocs", Integer.toString(size));
        values.put("soft", Integer.toString(size));
        // Open MPI's own, which programs written for it may ask for.
        values.put("ompi_np", Integer.toString(size));
        values.put("ompi_num_apps", "1");
        values.put("ompi_first_rank", "0");
        values.put("host", host);
        values.put("thread_level", new String[] {"MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED", "MPI_THREAD_SERIALIZED",
            "MPI_THREAD_MULTIPLE"}[threadLevel]);
    }

    /** What an Info holds; nothing, when there is none. */
    static Map<String, String> values(Info info) {
        return info == null || info.values == null ? Map.of() : Map.copyOf(info.values);
    }

    /** Sets a value, in place of the one the key may have. */
    public void set(String key, String value) throws MPIException {
        check("Info.set", key);
        if (value == null || value.length() > MPI.MAX_INFO_VAL) {
            throw Errors.raise(null, "Info.set", ErrorClass.INFO_VALUE, "the value is null or too long: key=" + key
                + " length=" + (value == null ? 0 : value.length()) + " longest=" + MPI.MAX_INFO_VAL);
        }
        values.put(key, value);
    }

    /** A key's value, or null. */
    public String get(String key) throws MPIException {
        check("Info.get", key);
        return values.get(key);
    }

    /** Removes a key with its value. */
    public void delete(String key) throws MPIException {
        check("Info.delete", key);
        if (values.remove(key) == null) {
            throw Errors.raise(null, "Info.delete", ErrorClass.INFO_NOKEY, "no such key: key=" + key);
        }
    }

    /** How many keys there are. */
    public int size() throws MPIException {
        check("Info.size");
        return values.size();
    }

    /** The key at a place, from 0. */
    public String getKey(int i) throws MPIException {
        check("Info.getKey");
        if (i < 0 || i >= values.size()) {
            throw Errors.raise(null, "Info.getKey", ErrorClass.INFO_KEY, "no such key: index=" + i + " size="
                + values.size());
        }
        return new ArrayList<>(values.keySet()).get(i);
    }

    /** A copy; {@link #dup()} says more when it fails. */
    @Override
    public Info clone() {
        try {
            return dup();
        } catch (MPIException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A copy. */
    public Info dup() throws MPIException {
        check("Info.dup");
        return new Info(new LinkedHashMap<>(values), false);
    }

    /** What this says, and what {@code older} says by other keys. */
    Info over(Info older) {
        Map<String, String> all = older == null ? new LinkedHashMap<>() : new LinkedHashMap<>(older.values);
        all.putAll(values);
        return new Info(all, false);
    }

    @Override
    public void free() throws MPIException {
        check("Info.free");
        if (permanent) {
            throw Errors.raise(null, "Info.free", ErrorClass.INFO, "INFO_ENV cannot be freed");
        }
        values = null;
    }

    /** True when it has been freed, and for {@link MPI#INFO_NULL}. */
    public boolean isNull() {
        return values == null;
    }

    private void check(String call) throws MPIException {
        Errors.check();
        if (values == null) {
            throw Errors.raise(null, call, ErrorClass.INFO, "the Info is null: it was freed, or is INFO_NULL");
        }
    }

    private void check(String call, String key) throws MPIException {
        check(call);
        if (key == null || key.isEmpty() || key.length() > MPI.MAX_INFO_KEY) {
            throw Errors.raise(null, call, ErrorClass.INFO_KEY, "the key is null, empty or too long: key=" + key
                + " longest=" + MPI.MAX_INFO_KEY);
        }
    }
}
