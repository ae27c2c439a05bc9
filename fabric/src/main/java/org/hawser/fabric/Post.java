package org.hawser.fabric;

/**
 * What a post returns. Busy is a value: a refused post has changed nothing and may be made again later.
 *
 * <p><b>Threads:</b> constants.
 */
public final class Post {
    /** Done: source and target are free, the {@link Completion} is not called. */
    public static final int DONE = 0;
    /** Started: the {@link Completion} will be called from a later poll. */
    public static final int STARTED = 1;
    /** No room now; nothing has changed. */
    public static final int BUSY = -1;

    private Post() {
    }
}
