package org.hawser.platform.settings;

/**
 * A setting has a value that it cannot have: a mistake of whoever set it, not of the program. The text names the
 * setting, what was given and what may be.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class SettingMistake extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /** A mistake in words. */
    public SettingMistake(String text) {
        super(text);
    }

    /** A mistake in words, with what found it. */
    public SettingMistake(String text, Throwable cause) {
        super(text, cause);
    }
}
