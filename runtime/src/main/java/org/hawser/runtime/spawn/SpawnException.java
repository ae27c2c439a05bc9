package org.hawser.runtime.spawn;

/** Ranks could not be started; the text says which program and why. None of them runs. */
public class SpawnException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int program;

    /**
     * Says why.
     *
     * @param program which of the programs asked for cannot be started, or -1 when it is none of them
     * @param message what is wrong
     */
    public SpawnException(int program, String message) {
        super(message);
        this.program = program;
    }

    /** Which of the programs asked for cannot be started, or -1 when it is none of them. */
    public int program() {
        return program;
    }
}
