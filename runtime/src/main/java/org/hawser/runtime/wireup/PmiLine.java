package org.hawser.runtime.wireup;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A line of PMI-1.1: {@code cmd=get_result rc=0 msg=success value=v}. Managers order the fields as they like, and some
 * leave {@code rc} out where all is well.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param command the value of {@code cmd}
 * @param fields  the others
 */
record PmiLine(String command, Map<String, String> fields) {
    /** Reads a line; null when it is none of PMI's. */
    static PmiLine parse(String line) {
        Map<String, String> fields = new LinkedHashMap<>();
        String last = null;
        for (String word : line.split(" ")) {
            int equals = word.indexOf('=');
            if (word.isEmpty()) {
                continue;
            }
            if (equals > 0) {
                last = word.substring(0, equals);
                fields.put(last, word.substring(equals + 1));
            } else if (last != null) {
                // A message in plain words.
                fields.merge(last, word, (text, more) -> text + " " + more);
            } else {
                return null;
            }
        }
        String command = fields.remove("cmd");
        return command == null ? null : new PmiLine(command, fields);
    }

    /** A field's value, or null. */
    String get(String name) {
        return fields.get(name);
    }

    /** A field that is a number from {@code least} on; null when it is missing or something else. */
    Integer number(String name, int least) {
        try {
            int value = Integer.parseInt(fields.getOrDefault(name, ""));
            return value >= least ? value : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Whether the manager did what it was asked. */
    boolean isGood() {
        String code = fields.get("rc");
        return code == null || code.equals("0");
    }
}
