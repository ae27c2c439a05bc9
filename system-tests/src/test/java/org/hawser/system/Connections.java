package org.hawser.system;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The TCP connections of this process as the kernel sees them, and a way to cut them that no library knows of. */
final class Connections {
    private static final Pattern SOCKET = Pattern.compile("socket:\\[([0-9]+)]");
    private static final String ESTABLISHED = "01";
    private static final String LISTENING = "0A";
    private static final int ADDRESS_BYTES = 16;

    private static final MethodHandle CONNECT = handle();

    private Connections() {
    }

    @SuppressWarnings("restricted")
    private static MethodHandle handle() {
        return Linker.nativeLinker().downcallHandle(Linker.nativeLinker().defaultLookup().findOrThrow("connect"),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS,
                ValueLayout.JAVA_INT));
    }

    /** An end of a connection; two ends of one have their ports the other way round. */
    record End(int descriptor, int port, int peerPort) {
    }

    /** Those that are established now. */
    static List<End> established() throws IOException {
        return ends("self", ESTABLISHED);
    }

    /** The ports on which a process listens. */
    static List<Integer> listening(long pid) throws IOException {
        return ends(Long.toString(pid), LISTENING).stream().map(End::port).toList();
    }

    private static List<End> ends(String process, String state) throws IOException {
        Path place = Path.of("/proc", process);
        Map<String, int[]> ports = new HashMap<>();
        for (String table : List.of("net/tcp", "net/tcp6")) {
            for (String line : Files.readAllLines(place.resolve(table))) {
                String[] word = line.strip().split("\\s+");
                if (word.length > 9 && word[3].equals(state)) {
                    ports.put(word[9], new int[] {port(word[1]), port(word[2])});
                }
            }
        }
        List<End> ends = new ArrayList<>();
        try (Stream<Path> descriptors = Files.list(place.resolve("fd"))) {
            for (Path descriptor : descriptors.toList()) {
                int[] pair = ports.get(inode(descriptor));
                if (pair != null) {
                    ends.add(new End(Integer.parseInt(descriptor.getFileName().toString()), pair[0], pair[1]));
                }
            }
        }
        return ends;
    }

    /**
     * Ends a connection at once, at whatever byte it is: what is under way in both directions is thrown away, and the
     * other side gets a reset. That is what connecting to no address does.
     */
    static boolean cut(End end) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment nowhere = arena.allocate(ADDRESS_BYTES);
            return (int) CONNECT.invokeExact(end.descriptor, nowhere, ADDRESS_BYTES) == 0;
        } catch (Throwable e) {
            throw new IllegalStateException("cannot call connect", e);
        }
    }

    private static int port(String addressAndPort) {
        return Integer.parseInt(addressAndPort.substring(addressAndPort.indexOf(':') + 1), 16);
    }

    /** Empty for what is no socket, or is gone since. */
    private static String inode(Path descriptor) {
        try {
            Matcher socket = SOCKET.matcher(Files.readSymbolicLink(descriptor).toString());
            return socket.matches() ? socket.group(1) : "";
        } catch (IOException e) {
            return "";
        }
    }
}
