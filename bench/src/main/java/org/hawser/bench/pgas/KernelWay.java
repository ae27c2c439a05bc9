package org.hawser.bench.pgas;

import java.util.List;
import java.util.Locale;
import org.hawser.bench.nas.KernelKind;

/**
 * The ways in which the data of a NAS kernel goes through shared memory.
 *
 * <p><b>Threads:</b> immutable.
 */
public enum KernelWay {
    /** Exchanges and the gets of an all-to-all are under way together, each with a handle. */
    NONBLOCKING(Puts.NONBLOCKING, AccessOrder.ROTATED, true),
    /** As that, with exchanges by puts that carry a signal. */
    SIGNALLED(Puts.SIGNALLED, AccessOrder.ROTATED, true),
    /** One put after the other. */
    BLOCKING(Puts.BLOCKING, AccessOrder.ROTATED, false),
    /** One get after the other, each thread beginning with the next one. */
    ROTATED(Puts.BLOCKING, AccessOrder.ROTATED, false),
    /** One get after the other, everybody beginning with thread 0. */
    ZERO_FIRST(Puts.BLOCKING, AccessOrder.ZERO_FIRST, false);

    private static final List<KernelKind> KERNELS = List.of(KernelKind.CG, KernelKind.MG, KernelKind.FT);

    final Puts puts;
    final AccessOrder order;
    final boolean together;

    KernelWay(Puts puts, AccessOrder order, boolean together) {
        this.puts = puts;
        this.order = order;
        this.together = together;
    }

    /** The kernels that are compared: those of the papers. */
    public static List<KernelKind> kernels() {
        return KERNELS;
    }

    /** The ways of a kernel that differ in it; the first is ours, the others are compared with it. */
    public static List<KernelWay> of(KernelKind kernel) {
        return kernel == KernelKind.FT ? List.of(ROTATED, ZERO_FIRST, NONBLOCKING)
            : List.of(NONBLOCKING, BLOCKING, SIGNALLED);
    }

    /** The word on the command line and in reports. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The way of that word. */
    static KernelWay of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
