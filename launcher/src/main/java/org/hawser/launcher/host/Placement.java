package org.hawser.launcher.host;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.hawser.fabric.NodeMap;
import org.hawser.launcher.job.UsageException;

/**
 * Which rank goes to which host.
 *
 * <pre>{@code
 * Placement placement = Placement.of(8, HostList.parse("a:4,b:4"), Mapping.NODE, false);
 * placement.nodes();     // 0*4,1*4
 * placement.hosts();     // a, b
 * }</pre>
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param hosts the hosts that get ranks, in the order of the nodes' numbers
 * @param nodes the node of each rank
 */
public record Placement(List<String> hosts, NodeMap nodes) {
    /** Checks and copies. */
    public Placement {
        hosts = List.copyOf(hosts);
        if (hosts.size() != nodes.nodes()) {
            throw new IllegalArgumentException("a host for each node: hosts=" + hosts + " nodes=" + nodes);
        }
    }

    /**
     * Places ranks.
     *
     * @param ranks         how many
     * @param hosts         what there is
     * @param mapping       how ranks follow each other
     * @param oversubscribe whether hosts may get more ranks than they have slots: then each gets one more in turn
     * @throws UsageException when the hosts have too few slots
     */
    public static Placement of(int ranks, List<HostSlots> hosts, Mapping mapping, boolean oversubscribe)
            throws UsageException {
        long slots = slots(hosts);
        if (ranks > slots && !oversubscribe) {
            throw new UsageException("more ranks than slots: ranks=" + ranks + " slots=" + slots + " hosts="
                + String.join(",", hosts.stream().map(HostSlots::toString).toList())
                + " (give hosts more slots, as in a:4 or 'a slots=4', or say --oversubscribe)");
        }
        List<Integer> order = mapping == Mapping.NODE ? filled(ranks, hosts) : dealt(ranks, hosts);
        if (order.size() < ranks) {
            throw new UsageException("more ranks than the hosts' max_slots: ranks=" + ranks + " places="
                + order.size());
        }
        List<String> used = new ArrayList<>();
        List<String> hostOfRank = new ArrayList<>();
        for (int host : order) {
            String name = hosts.get(host).name();
            hostOfRank.add(name);
            if (!used.contains(name)) {
                used.add(name);
            }
        }
        return new Placement(used, NodeMap.of(hostOfRank));
    }

    /** The slots of all hosts together. */
    public static int slots(List<HostSlots> hosts) {
        return hosts.stream().mapToInt(HostSlots::slots).sum();
    }

    private static List<Integer> filled(int ranks, List<HostSlots> hosts) {
        List<Integer> order = new ArrayList<>();
        for (int host = 0; host < hosts.size(); host++) {
            int here = Math.min(hosts.get(host).slots(), ranks - order.size());
            order.addAll(Collections.nCopies(here, host));
        }
        addBeyondSlots(order, ranks, hosts);
        Collections.sort(order);
        return order;
    }

    private static List<Integer> dealt(int ranks, List<HostSlots> hosts) {
        List<Integer> order = new ArrayList<>();
        for (int turn = 0; order.size() < Math.min(ranks, slots(hosts)); turn++) {
            for (int host = 0; host < hosts.size() && order.size() < ranks; host++) {
                if (turn < hosts.get(host).slots()) {
                    order.add(host);
                }
            }
        }
        addBeyondSlots(order, ranks, hosts);
        return order;
    }

    private static void addBeyondSlots(List<Integer> order, int ranks, List<HostSlots> hosts) {
        for (int turn = 0, before = -1; order.size() < ranks && order.size() > before; turn++) {
            before = order.size();
            for (int host = 0; host < hosts.size() && order.size() < ranks; host++) {
                if (hosts.get(host).slots() + (long) turn < hosts.get(host).most()) {
                    order.add(host);
                }
            }
        }
    }
}
