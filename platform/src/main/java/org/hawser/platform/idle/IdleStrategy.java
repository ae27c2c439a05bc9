package org.hawser.platform.idle;

/**
 * How to spend the time until something arrives. The caller counts its fruitless looks in a row; the strategy keeps
 * no state, so one instance serves all threads of a rank.
 *
 * <pre>{@code
 * int fruitless = 0;
 * while (!done()) {
 *     fruitless = progress() > 0 ? 0 : fruitless + 1;
 *     long nanos = idle.idle(fruitless);
 *     if (nanos > 0) {
 *         doorbell.sleep(nanos, this::done);
 *     }
 * }
 * }</pre>
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing.
 */
@FunctionalInterface
public interface IdleStrategy {
    /**
     * Waits a little after the {@code fruitless}-th look in a row that found nothing; 0 returns at once.
     *
     * @return 0, or for how many nanoseconds the caller had better sleep
     */
    long idle(int fruitless);
}
