package org.hawser.platform.idle;

/**
 * Spins, then yields, then sleeps. How long each lasts follows from whether every rank of the node has a core: with
 * one to itself a rank spins through a wake-up's cost (some 100 µs) before it lets go; ranks that share cores yield
 * almost at once, because what they wait for cannot happen before a neighbour runs, and sleep late, because a
 * runnable neighbour makes the switch cheap and a sleeper is dear to wake.
 *
 * <p>A look at a network is a system call. So many of them as are spun into memory would last for milliseconds, and the
 * kernel, which wakes a thread beside the one that has sent to it, may have put both on one core: then what is awaited
 * cannot come before the waiting thread lets go. So such looks are spun for about as long as a message takes.
 *
 * <p>In the first seconds of a JVM its compiler is as busy as the rank is. Then a rank with a core to itself yields
 * early, too: what it waits for comes sooner from code that is compiled.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing.
 */
public final class BackoffIdle implements IdleStrategy {
    private static final long SHORTEST_SLEEP = 1_000_000L;
    private static final int DOUBLINGS = 10;
    /** So many looks follow each other without the processor's pause, which lasts nearly as long as a message takes. */
    private static final int QUICK_LOOKS = 200;
    /** So many looks of a young JVM go before it yields. */
    private static final int YOUNG_SPINS = 300;
    /** So many looks at a network go before a yield: some 20 µs. */
    private static final int DEAR_SPINS = 32;
    private static final long YOUTH_NANOS = 10_000_000_000L;
    private static final long BIRTH = System.nanoTime();

    /** Set once, for good; whoever sees it late asks the clock once more. */
    private static boolean grown;

    private final int spins;
    private final int yields;

    private BackoffIdle(int spins, int yields) {
        this.spins = spins;
        this.yields = yields;
    }

    /**
     * The strategy for a node.
     *
     * @param ranks ranks on the node
     * @param cores cores they may use
     */
    public static BackoffIdle forNode(int ranks, int cores) {
        if (ranks <= cores) {
            return new BackoffIdle(8_000, 500);
        }
        // A yield lets every other rank of the core run once: the more there are, the fewer yields are a fair wait.
        int perCore = (ranks + cores - 1) / cores;
        return new BackoffIdle(0, Math.max(4, 2_000 / perCore));
    }

    /** True when there are more ranks than cores. */
    public boolean sharesCores() {
        return spins == 0;
    }

    /** The count at which a wait becomes sleep, of the shortest kind. */
    public int firstSleep() {
        return spins + yields + 1;
    }

    /**
     * True when {@link #idle} would only yield, or ought to.
     *
     * @param isDear a look is a system call
     */
    public boolean yields(int fruitless, boolean isDear) {
        return fruitless <= spins + yields && (isBeyondSpins(fruitless) || isDear && fruitless > DEAR_SPINS);
    }

    private boolean isBeyondSpins(int fruitless) {
        return fruitless > spins || fruitless > YOUNG_SPINS && isYoung();
    }

    private static boolean isYoung() {
        if (!grown) {
            grown = System.nanoTime() - BIRTH > YOUTH_NANOS;
        }
        return !grown;
    }

    @Override
    public long idle(int fruitless) {
        if (fruitless > spins + yields) {
            // 1 ms, 2 ms, … about 1 s: thousands of idle ranks must not keep the machine awake.
            return SHORTEST_SLEEP << Math.min(fruitless - spins - yields - 1, DOUBLINGS);
        }
        if (isBeyondSpins(fruitless)) {
            Thread.yield();
        } else if (fruitless > QUICK_LOOKS) {
            Thread.onSpinWait();
        }
        return 0;
    }
}
