package org.hawser.launcher;

import java.util.concurrent.Callable;

/**
 * A sub-command of {@code hawser}. An implementation is a picocli {@code @Command} class with a public constructor
 * that takes nothing; other jars on the launcher's class path add theirs as {@link java.util.ServiceLoader}
 * services. {@link #call()} returns the exit code.
 *
 * <p><b>Threads:</b> one instance is parsed into and called on the main thread.
 */
public interface Subcommand extends Callable<Integer> {
}
