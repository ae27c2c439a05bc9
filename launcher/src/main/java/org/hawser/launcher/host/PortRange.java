package org.hawser.launcher.host;

import org.hawser.launcher.job.UsageException;

/**
 * The ports at which ranks may listen, as in {@code 40000-40099}.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param first the lowest
 * @param last  the highest
 */
public record PortRange(int first, int last) {
    private static final int HIGHEST = 65_535;

    /**
     * Reads a range, or one port.
     *
     * @throws UsageException when it is none
     */
    public static PortRange parse(String text) throws UsageException {
        if (!text.matches("\\d{1,5}(-\\d{1,5})?")) {
            throw new UsageException("not a range of ports: --port-range " + text + " (as in 40000-40099)");
        }
        String[] ends = text.split("-");
        PortRange range = new PortRange(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
        if (range.first < 1 || range.last > HIGHEST || range.first > range.last) {
            throw new UsageException("ports are from 1 to " + HIGHEST + ", the lower one first: --port-range " + text);
        }
        return range;
    }

    /**
     * This range, if it has a port for each rank of the fullest host.
     *
     * @param ranks of the job
     * @param plan  where they go, or null: all are on one host
     * @throws UsageException when it has too few
     */
    public PortRange checkedFor(int ranks, HostPlan plan) throws UsageException {
        int most = plan == null ? ranks : 0;
        for (int node = 0; plan != null && node < plan.placement().nodes().nodes(); node++) {
            most = Math.max(most, plan.placement().nodes().ranksOn(node).length);
        }
        if (last - first + 1 < most) {
            throw new UsageException("fewer ports than ranks on a host: --port-range " + this + " ranks=" + most
                + " (each rank listens at a port of its own)");
        }
        return this;
    }

    @Override
    public String toString() {
        return first + "-" + last;
    }
}
