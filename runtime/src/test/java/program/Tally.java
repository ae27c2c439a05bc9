package program;

/** Static state that each rank must have for itself. */
public final class Tally {

    public static int count;

    private Tally() {
    }

    public static int next() {
        return ++count;
    }
}
