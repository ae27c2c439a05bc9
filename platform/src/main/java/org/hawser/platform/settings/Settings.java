package org.hawser.platform.settings;

/**
 * Settings by name: the system property {@code hawser.shm.lanes}, else the environment's {@code HAWSER_SHM_LANES},
 * else the default.
 *
 * <p><b>Threads:</b> any.
 */
public final class Settings {
    private Settings() {
    }

    /** A text setting. */
    public static String text(String name, String otherwise) {
        String value = System.getProperty(name);
        if (value == null) {
            value = System.getenv(environmentName(name));
        }
        return value == null || value.isBlank() ? otherwise : value.trim();
    }

    /**
     * A whole number from {@code least} to {@code most}; a size may end in K, M or G.
     *
     * @throws SettingMistake when it is none of those; so with the other kinds
     */
    public static long number(String name, long otherwise, long least, long most) {
        String text = text(name, null);
        if (text == null) {
            return otherwise;
        }
        long value;
        try {
            int last = "KMG".indexOf(Character.toUpperCase(text.charAt(text.length() - 1)));
            value = last < 0 ? Long.parseLong(text)
                : Math.multiplyExact(Long.parseLong(text.substring(0, text.length() - 1).trim()),
                    1L << 10 * (last + 1));
        } catch (NumberFormatException | ArithmeticException e) {
            throw new SettingMistake("setting is not a number, as 8 or 64K: " + name + "=" + text + range(least, most),
                e);
        }
        if (value < least || value > most) {
            throw new SettingMistake("setting out of range: " + name + "=" + text + range(least, most));
        }
        return value;
    }

    /** A size in bytes that must be a power of two. */
    public static int powerOfTwo(String name, int otherwise, int least, int most) {
        long value = number(name, otherwise, least, most);
        if (Long.bitCount(value) != 1) {
            throw new SettingMistake("setting must be a power of two: " + name + "=" + value + range(least, most));
        }
        return (int) value;
    }

    /**
     * One of a few words.
     *
     * @param words those it may be
     */
    public static String word(String name, String otherwise, String... words) {
        String value = text(name, otherwise);
        for (String word : words) {
            if (word.equals(value)) {
                return value;
            }
        }
        StringBuilder known = new StringBuilder();
        for (int i = 0; i < words.length; i++) {
            known.append(i == 0 ? "" : i == words.length - 1 ? " or " : ", ").append(words[i]);
        }
        throw new SettingMistake("setting must be " + known + ": " + name + "=" + value);
    }

    /** True for {@code on}, false for {@code off}; others are refused. */
    public static boolean isOn(String name, boolean otherwise) {
        return word(name, otherwise ? "on" : "off", "on", "off").equals("on");
    }

    private static String range(long least, long most) {
        return " least=" + least + " most=" + most;
    }

    private static String environmentName(String name) {
        StringBuilder spelled = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char letter = name.charAt(i);
            spelled.append(letter == '.' || letter == '-' ? '_' : Character.toUpperCase(letter));
        }
        return spelled.toString();
    }
}
