package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;

/**
 * The small collective exchange that the floors above start from: everybody's bytes to everybody, and one rank's bytes
 * to all. Every rank calls the same exchanges in the same order.
 *
 * <pre>{@code
 * byte[][] hosts = rank.exchange().allGather(hostName.getBytes(UTF_8));
 * }</pre>
 *
 * <p><b>Threads:</b> one thread of a rank at a time. <b>Allocates:</b> per call.
 */
public final class Exchange extends TreeExchange {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private record Arrival(int source, int sequence) {
    }

    private final Rank rank;
    private final ProgressEngine engine;
    private final int handler;
    private final Map<Arrival, byte[]> arrivals = new HashMap<>();

    Exchange(Rank rank, ProgressEngine engine, int handler) {
        super(rank.number(), rank.size(), 0);
        this.rank = rank;
        this.engine = engine;
        this.handler = handler;
        rank.messages().registerAny(handler, this::onHeader);
    }

    private void onHeader(int source, MemorySegment memory, long offset, int length, Delivery delivery) {
        int number = memory.get(INT, offset);
        byte[] bytes = new byte[Math.toIntExact(delivery.payloadLength())];
        delivery.into(MemorySegment.ofArray(bytes), 0).then(() -> {
            synchronized (arrivals) {
                arrivals.put(new Arrival(source, number), bytes);
            }
        });
    }

    /** Gives every rank what {@code root} gave; the others' argument is ignored. */
    @Override
    public byte[] broadcast(int root, byte[] bytes) {
        rank.checkRank(root);
        return super.broadcast(root, bytes);
    }

    @Override
    protected void send(int to, int number, byte[] bytes) {
        MemorySegment header = MemorySegment.ofArray(new int[] {number});
        Counter sent = new Counter();
        rank.messages().deliverAny(to, handler, header, MemorySegment.ofArray(bytes), sent, null);
        engine.await(() -> sent.value() > 0, to);
    }

    @Override
    protected byte[] receive(int from, int number) {
        Arrival key = new Arrival(from, number);
        engine.await(() -> {
            synchronized (arrivals) {
                return arrivals.containsKey(key);
            }
        }, from);
        synchronized (arrivals) {
            return arrivals.remove(key);
        }
    }
}
