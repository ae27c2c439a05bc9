package org.hawser.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What lies between the ranks of the jobs, ours and the peers': the memory of the node, or TCP.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param fabric what {@code hawser.fabric} says; null: as it comes, which is shared memory on one node
 * @param tls    whether jobs of ours are also run with encrypted connections, as a peer of that name
 * @param hosts  two namespaces in which the ranks are, or null: all ranks are here, and talk through the loopback
 *               interface
 */
public record Network(String fabric, boolean tls, Namespaces hosts) implements AutoCloseable {
    /** The node's memory. */
    public static final Network NODE = new Network(null, false, null);
    /** The word for connections. */
    public static final String TCP = "tcp";
    /** The peer that is ours with encrypted connections. */
    public static final String TLS = "tls";

    private static final String FABRIC = "HAWSER_FABRIC";

    /** True when ranks on different nodes, or all ranks, talk through connections. */
    public boolean isTcp() {
        return fabric != null && List.of(fabric.split(",")).contains(TCP);
    }

    /** The word that peers' programs are told. */
    public String word() {
        return isTcp() ? TCP : "shm";
    }

    /** The interface that connections go through. */
    public String device() {
        return hosts == null ? "lo" : Namespaces.DEVICE;
    }

    /** The settings of our jobs. */
    public Map<String, String> environment() {
        Map<String, String> settings = new LinkedHashMap<>();
        if (fabric != null) {
            settings.put(FABRIC, fabric);
        }
        if (hosts != null) {
            settings.put("HAWSER_TCP_INTERFACE", device());
        }
        return settings;
    }

    /** The settings of our jobs whose connections are encrypted. */
    public static Map<String, String> encrypted() {
        return Map.of("HAWSER_TCP_TLS", "true");
    }

    /** Takes the namespaces away. */
    @Override
    public void close() {
        if (hosts != null) {
            hosts.close();
        }
    }
}
