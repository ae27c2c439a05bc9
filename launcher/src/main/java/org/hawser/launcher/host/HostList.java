package org.hawser.launcher.host;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hawser.launcher.job.UsageException;

/**
 * Reads the hosts of a job: a list as in {@code --hosts a:4,b:4}, or a file in the form of Open MPI
 * ({@code a slots=4}), of MPICH ({@code a:4}) or of Kubeflow, which writes one of the two.
 *
 * <p>A host without a number has one slot for each time that it is named. Hosts that are named again add up. All names
 * of this machine are one host, {@link LocalNames#LOCAL}.
 *
 * <pre>{@code
 * List<HostSlots> hosts = HostList.parse("a:4,b:4");
 * }</pre>
 *
 * <p><b>Threads:</b> stateless.
 */
public final class HostList {
    private static final int MOST_SLOTS = 4096;
    private static final String FORMS = "a host is written as host, host:4 or host slots=4";

    private HostList() {
    }

    /**
     * Reads a list with commas between.
     *
     * @throws UsageException that says which entry is wrong
     */
    public static List<HostSlots> parse(String list) throws UsageException {
        Map<String, HostSlots> hosts = new LinkedHashMap<>();
        int number = 0;
        for (String entry : list.split(",", -1)) {
            number++;
            try {
                if (entry.strip().contains(" ")) {
                    throw new UsageException("hosts of a list have commas between them");
                }
                add(hosts, host(entry.strip()));
            } catch (UsageException e) {
                throw new UsageException("--hosts " + list + ": entry " + number + " '" + entry + "': "
                    + e.getMessage());
            }
        }
        return List.copyOf(hosts.values());
    }

    /**
     * Reads a file with a host on each line.
     *
     * @throws UsageException that says which line is wrong
     */
    public static List<HostSlots> read(Path file) throws UsageException {
        Map<String, HostSlots> hosts = new LinkedHashMap<>();
        int number = 0;
        for (String line : linesOf(file)) {
            number++;
            int comment = line.indexOf('#');
            String text = (comment < 0 ? line : line.substring(0, comment)).strip();
            if (text.isEmpty()) {
                continue;
            }
            try {
                add(hosts, line(text));
            } catch (UsageException e) {
                throw new UsageException(file + ", line " + number + " '" + line.strip() + "': " + e.getMessage());
            }
        }
        if (hosts.isEmpty()) {
            throw new UsageException("the host file names no host: " + file + " (" + FORMS + ", one on each line)");
        }
        return List.copyOf(hosts.values());
    }

    private static List<String> linesOf(Path file) throws UsageException {
        try {
            return Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            throw new UsageException("no such host file: " + file);
        } catch (MalformedInputException e) {
            throw new UsageException("the host file is not a text file: " + file);
        } catch (IOException e) {
            throw new UsageException("cannot read the host file: " + file + ": " + e.getMessage());
        }
    }

    private static void add(Map<String, HostSlots> hosts, HostSlots host) throws UsageException {
        String name = LocalNames.isLocal(host.name()) ? LocalNames.LOCAL : host.name();
        HostSlots known = new HostSlots(name, host.slots(), host.most());
        HostSlots all = hosts.merge(name, known, HostSlots::plus);
        if (all.slots() > MOST_SLOTS) {
            throw new UsageException("a host has at most " + MOST_SLOTS + " slots: slots=" + all.slots());
        }
    }

    /** A line of a file: a host, then {@code key=value} as often as one likes. */
    private static HostSlots line(String text) throws UsageException {
        List<String> words = new ArrayList<>(List.of(text.split("[ \t]+")));
        HostSlots host = host(words.removeFirst());
        int slots = host.slots();
        int most = HostSlots.ANY;
        String name = host.name();
        for (String word : words) {
            int equals = word.indexOf('=');
            String value = word.substring(equals + 1);
            switch (equals < 0 ? "" : word.substring(0, equals)) {
                case "slots" -> slots = number(value, word);
                case "max_slots", "max-slots" -> most = number(value, word);
                case "user" -> name = checkedName(value + "@" + name);
                default -> throw new UsageException("not understood: '" + word
                    + "' (known are slots=N, max_slots=N and user=NAME, without blanks around the '=')");
            }
        }
        if (most < slots) {
            throw new UsageException("max_slots is less than slots: slots=" + slots + " max_slots=" + most);
        }
        return new HostSlots(name, slots, most);
    }

    /** {@code host}, {@code host:4}, {@code [::1]}, {@code [::1]:4}. */
    private static HostSlots host(String text) throws UsageException {
        if (text.isEmpty()) {
            throw new UsageException("nothing there (" + FORMS + ")");
        }
        String name = text;
        String count = null;
        int bracket = text.indexOf(']');
        int colon = text.indexOf(':', Math.max(0, bracket));
        if (colon >= 0) {
            if (text.indexOf(':', colon + 1) >= 0) {
                throw new UsageException("an address with colons stands in brackets, as in [fe80::1]:4");
            }
            name = text.substring(0, colon);
            count = text.substring(colon + 1);
        }
        if (bracket >= 0) {
            int open = name.indexOf('[');
            if (open < 0 || !name.endsWith("]")) {
                throw new UsageException("brackets that do not match, or text behind them (" + FORMS + ")");
            }
            name = name.substring(0, open) + name.substring(open + 1, name.length() - 1);
        }
        return new HostSlots(checkedName(name), count == null ? 1 : number(count, text), HostSlots.ANY);
    }

    /** A name goes on the command line of a remote shell, so it must not look like an option. */
    private static String checkedName(String name) throws UsageException {
        if (!name.matches("([A-Za-z0-9_][\\w.-]*@)?[A-Za-z0-9_:][\\w.:%-]*")) {
            throw new UsageException("not a host's name: '" + name + "' (letters, digits, '.', '-' and '_'; " + FORMS
                + ")");
        }
        return name;
    }

    private static int number(String text, String within) throws UsageException {
        try {
            int slots = Integer.parseInt(text);
            if (slots >= 1 && slots <= MOST_SLOTS) {
                return slots;
            }
        } catch (NumberFormatException e) {
            throw new UsageException("not a number of slots: '" + text + "' in '" + within + "' (" + FORMS + ")");
        }
        throw new UsageException("slots are from 1 to " + MOST_SLOTS + ": '" + within + "'");
    }
}
