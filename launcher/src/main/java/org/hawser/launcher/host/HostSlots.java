package org.hawser.launcher.host;

/**
 * A host and how many ranks it is there for.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param name  as a remote shell takes it: a name or an address, perhaps with {@code user@} before it
 * @param slots ranks that it takes
 * @param most  ranks that it takes with {@code --oversubscribe}
 */
public record HostSlots(String name, int slots, int most) {
    /** No limit on {@link #most}. */
    public static final int ANY = Integer.MAX_VALUE;

    /** Checks. */
    public HostSlots {
        if (slots < 1 || most < slots) {
            throw new IllegalArgumentException("a host has at least one slot, and not less at most: host=" + name
                + " slots=" + slots + " most=" + most);
        }
    }

    /** This host with the slots of another mention of it as well. */
    HostSlots plus(HostSlots again) {
        int together = most == ANY || again.most == ANY ? ANY : Math.addExact(most, again.most);
        return new HostSlots(name, Math.addExact(slots, again.slots), together);
    }

    @Override
    public String toString() {
        return (name.indexOf(':') < 0 ? name : "[" + name + "]") + ":" + slots;
    }
}
