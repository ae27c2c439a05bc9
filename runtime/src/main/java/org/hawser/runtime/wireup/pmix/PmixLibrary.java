package org.hawser.runtime.wireup.pmix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls of {@code libpmix} that a rank needs to find its peers. They wait inside the library, for other processes
 * among them, and may wait for ever: callers bring a thread that they can do without.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> at binding, and per call.
 */
public final class PmixLibrary {
    /** All went well. */
    public static final int SUCCESS = 0;
    /** There is no such value. */
    public static final int NOT_FOUND = -46;
    /** Instead of a rank: what is the same for all ranks of the job. */
    public static final int JOB = -2;

    private static final byte GLOBAL = 3;

    private final String path;
    private final MethodHandle init;
    private final MethodHandle put;
    private final MethodHandle commit;
    private final MethodHandle fence;
    private final MethodHandle get;
    private final MethodHandle finish;
    private final MethodHandle abort;
    private final MethodHandle error;
    private String job;
    private int rank;

    private PmixLibrary(String path, SymbolLookup library) {
        this.path = path;
        init = bind(library, "PMIx_Init", JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
        put = bind(library, "PMIx_Put", JAVA_INT, JAVA_BYTE, ADDRESS, ADDRESS);
        commit = bind(library, "PMIx_Commit", JAVA_INT);
        fence = bind(library, "PMIx_Fence", JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG);
        get = bind(library, "PMIx_Get", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS);
        finish = bind(library, "PMIx_Finalize", JAVA_INT, ADDRESS, JAVA_LONG);
        abort = bind(library, "PMIx_Abort", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
        error = bind(library, "PMIx_Error_string", ADDRESS, JAVA_INT);
    }

    /**
     * Loads the first of these that is there.
     *
     * @param names paths, or names that the system's loader searches for
     * @throws IllegalStateException when there is none; the text says what was tried
     * @throws IllegalCallerException when Java is told to deny native access
     */
    public static PmixLibrary load(List<String> names) {
        List<String> tried = new ArrayList<>();
        for (String name : names) {
            SymbolLookup library = find(name);
            if (library != null) {
                return new PmixLibrary(name, library);
            }
            tried.add(name);
        }
        throw new IllegalStateException("no libpmix is found: tried=" + tried);
    }

    @SuppressWarnings("restricted")
    private static SymbolLookup find(String name) {
        try {
            // For the whole life of the process: the library has threads of its own.
            return SymbolLookup.libraryLookup(name, Arena.global());
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle bind(SymbolLookup library, String name, MemoryLayout result, MemoryLayout... takes) {
        MemorySegment symbol = library.find(name).orElseThrow(() -> new IllegalStateException(
            "the library is no PMIx that Hawser knows: it lacks " + name));
        return Linker.nativeLinker().downcallHandle(symbol, FunctionDescriptor.of(result, takes));
    }

    /** Which library it is. */
    public String path() {
        return path;
    }

    /** Makes this process known to its server; says who it is with {@link #job()} and {@link #rank()}. */
    public int init() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment proc = arena.allocate(PmixLayouts.PROC);
            int status = (int) init.invokeExact(proc, MemorySegment.NULL, 0L);
            if (status == SUCCESS) {
                job = PmixLayouts.job(proc);
                rank = PmixLayouts.rank(proc);
            }
            return status;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** The name of the job, after {@link #init}. */
    public String job() {
        return job;
    }

    /** This process's rank in it. */
    public int rank() {
        return rank;
    }

    /** Leaves a value for all ranks of the job. */
    public int put(String key, String value) {
        try (Arena arena = Arena.ofConfined()) {
            return (int) put.invokeExact(GLOBAL, arena.allocateFrom(key), PmixLayouts.text(arena, value));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Hands what was put to the server, and waits for all ranks of the job to come here; then all values are known. */
    public int fence(int seconds) {
        try (Arena arena = Arena.ofConfined()) {
            int status = (int) commit.invokeExact();
            if (status != SUCCESS) {
                return status;
            }
            return (int) fence.invokeExact(PmixLayouts.proc(arena, job, JOB), 1L,
                PmixLayouts.options(arena, "pmix.collect", seconds), 2L);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /**
     * What a rank has put, or what the server knows about it.
     *
     * @param owner a rank, or {@link #JOB}
     * @param into  one element: the value as text, or null
     * @return the status
     */
    @SuppressWarnings("restricted")
    public int get(int owner, String key, int seconds, String[] into) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = arena.allocate(ADDRESS);
            int status = (int) get.invokeExact(PmixLayouts.proc(arena, job, owner), arena.allocateFrom(key),
                PmixLayouts.options(arena, "pmix.immediate", seconds), 2L, found);
            into[0] = status != SUCCESS ? null
                : PmixLayouts.asText(found.get(ADDRESS, 0).reinterpret(PmixLayouts.VALUE.byteSize()));
            return status;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Asks for the end of all processes of the job. */
    public int abort(int exitCode, String why) {
        try (Arena arena = Arena.ofConfined()) {
            return (int) abort.invokeExact(exitCode, arena.allocateFrom(why), MemorySegment.NULL, 0L);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Takes leave of the server. */
    public int finish() {
        try {
            return (int) finish.invokeExact(MemorySegment.NULL, 0L);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** What a status means, in the library's words. */
    @SuppressWarnings("restricted")
    public String describe(int status) {
        try {
            MemorySegment text = (MemorySegment) error.invokeExact(status);
            return status + " " + text.reinterpret(Long.MAX_VALUE).getString(0, StandardCharsets.US_ASCII);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
