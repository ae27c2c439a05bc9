package org.hawser.platform.idle;

/**
 * How to spend the time until something arrives. The caller counts its fruitless looks in a row; the strategy keeps
 * no state, so one instance serves all threads of a rank.
 *
 * <pre>{@code
 * int fruitless = 0;
 * while (!done()) {
 *     fruitless = progress() > 0 ? 0 : fruitless + 1;
 *     idle.idle(fruitless);
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing.
 */
@FunctionalInterface
public interface IdleStrategy {
    /** Waits a little after the {@code fruitless}-th look in a row that found nothing; 0 returns at once. */
    void idle(int fruitless);
}
