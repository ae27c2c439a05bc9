package org.hawser.fabric.tcp.fault;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.hawser.fabric.Domain;
import org.hawser.fabric.NodeMap;
import org.hawser.fabric.Place;
import org.hawser.fabric.Provider;
import org.hawser.fabric.WireUp;

/**
 * Ranks of a job on TCP, as threads of this JVM, who find each other's addresses through the test; so it can put a
 * {@link Proxy} in between.
 *
 * <p><b>Threads:</b> the test's.
 */
public final class ProxiedRanks implements AutoCloseable {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

    /** Each rank is on a node of its own: those that never come share no cores, and make nobody patient. */
    private final NodeMap nodes;
    private final byte[] secret = new byte[WireUp.SECRET_BYTES];
    private final Map<Integer, String> addresses = new ConcurrentHashMap<>();
    private final Map<Integer, IntFunction<Proxy.Plan>> plans = new HashMap<>();
    private final Map<Integer, Proxy> proxies = new ConcurrentHashMap<>();
    private final Map<String, String> before = new HashMap<>();
    private final List<Domain> domains = new ArrayList<>();

    /** A job of {@code size} ranks, none of which has come. */
    public ProxiedRanks(int size) {
        nodes = NodeMap.of(IntStream.range(0, size).mapToObj(rank -> "host" + rank).toList());
        new Random(7).nextBytes(secret);
    }

    /** A setting that holds until the job is closed. */
    public ProxiedRanks with(String setting, Object value) {
        before.put(setting, System.setProperty(setting, value.toString()));
        return this;
    }

    /** Connections that are dialled to {@code rank} go through a proxy with these plans. */
    public ProxiedRanks proxied(int rank, IntFunction<Proxy.Plan> plan) {
        plans.put(rank, plan);
        return this;
    }

    /** The rank comes. */
    public Domain open(int rank) {
        Provider tcp = ServiceLoader.load(Provider.class).stream().map(ServiceLoader.Provider::get)
            .filter(provider -> provider.name().equals("tcp")).findFirst().orElseThrow();
        Domain domain = tcp.open(new Place(rank, nodes, null, new ConcurrentHashMap<>(), new Hub(rank)), null);
        domains.add(domain);
        return domain;
    }

    /** Gives a rank that never comes an address all the same. */
    public void pretend(int rank, InetSocketAddress address) {
        addresses.put(rank, "127.0.0.1:" + address.getPort());
    }

    /** The proxy in front of a rank. */
    public Proxy proxy(int rank) {
        return proxies.get(rank);
    }

    /** Where a rank listens, without its proxy. */
    public InetSocketAddress address(int rank) {
        return parse(addresses.get(rank));
    }

    /** The job's secret. */
    public byte[] secret() {
        return secret.clone();
    }

    /** Waits until something has happened, however long that takes on a slow machine. */
    public static void until(BooleanSupplier happened, String what) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!happened.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("waited too long for " + what);
            }
            Thread.onSpinWait();
        }
    }

    private static InetSocketAddress parse(String address) {
        int colon = address.lastIndexOf(':');
        return new InetSocketAddress(InetAddress.ofLiteral(address.substring(0, colon)),
            Integer.parseInt(address.substring(colon + 1)));
    }

    @Override
    public void close() {
        // At once, as ranks of a job do: whoever leaves waits for peers that do not answer.
        domains.parallelStream().forEach(Domain::close);
        proxies.values().forEach(Proxy::close);
        before.forEach((name, value) -> {
            if (value == null) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, value);
            }
        });
    }

    /** Tells ranks the addresses of proxies instead of ranks. */
    private final class Hub implements WireUp {
        private final int rank;

        Hub(int rank) {
            this.rank = rank;
        }

        @Override
        public void publish(String key, String value) {
            addresses.put(rank, value);
            if (plans.containsKey(rank)) {
                proxies.put(rank, new Proxy(parse(value), plans.get(rank)));
            }
        }

        @Override
        public void commit() {
            // What is published is known at once.
        }

        @Override
        public String lookup(int peer, String key) {
            until(() -> addresses.containsKey(peer), "rank " + peer + " to come");
            Proxy proxy = proxies.get(peer);
            return proxy == null ? addresses.get(peer) : "127.0.0.1:" + proxy.address().getPort();
        }

        @Override
        public byte[] secret() {
            return secret.clone();
        }

        @Override
        public void close() {
            // The test looks after the rest.
        }
    }
}
