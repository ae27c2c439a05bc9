package org.hawser.bench.pgas;

/** How a {@link Mailbox} puts a letter where it belongs. */
enum Puts {
    /** Put, and then said: the next letter begins when this one is there. */
    BLOCKING,
    /** Put with a handle; all letters that are under way are waited for together, and then said. */
    NONBLOCKING,
    /** Put with a signal: it is said by what carries it, and nobody waits. */
    SIGNALLED
}
