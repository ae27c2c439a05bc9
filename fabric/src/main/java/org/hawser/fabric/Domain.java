package org.hawser.fabric;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.hawser.platform.idle.Doorbell;

/**
 * One rank's presence on one provider.
 *
 * <p>The core that every provider implements is {@link #connect}, the sends of {@link Endpoint}, and {@link #poll}.
 * The rest is optional and advertised by {@link #capabilities}; {@link org.hawser.fabric.emulation} supplies what is
 * missing.
 *
 * <p><b>Threads:</b> {@link #poll} and {@link #maintain} by one thread at a time, the rest by any.
 */
public abstract class Domain implements AutoCloseable {
    /** For providers. */
    protected Domain() {
    }

    /** The provider's name, for messages and reports. */
    public abstract String provider();

    /** What the provider does by itself. */
    public abstract Set<Capability> capabilities();

    /**
     * The way to a peer; allocates what the first message needs and no more. Waits for a peer that has not started yet.
     *
     * @throws FabricException with {@code PEER_LOST} when it cannot be reached
     */
    public abstract Endpoint connect(int peer);

    /**
     * Hands arrived messages to {@code receiver} and returns how many: messages only, not what the provider tells
     * itself. A provider that reads several rings or connections may take up to {@code limit} from each.
     */
    public abstract int poll(Receiver receiver, int limit);

    /** As {@link #poll}, and looks everywhere: what returns 0 twice in a row has nothing that had arrived before. */
    public int pollAll(Receiver receiver, int limit) {
        return poll(receiver, limit);
    }

    /** True when a poll that finds nothing is a system call, or several: as long as some twenty looks into memory. */
    public boolean isPollDear() {
        return false;
    }

    /** True when something may be there to poll; a hint for a thread that is about to sleep. */
    public abstract boolean hasArrivals();

    /** What this rank sleeps on; every arrival rings it. */
    public abstract Doorbell doorbell();

    /** Rings a peer's doorbell, for something that it finds by looking and not by a message. */
    public abstract void wake(int peer);

    /** True while the peer is not known to have ended. */
    public abstract boolean isAlive(int peer);

    /** True when the peer is known to have ended without leaving, as when it was killed. */
    public boolean isLost(int peer) {
        return false;
    }

    /** True when ranks of other jobs on this node reach this one through memory that they share. */
    public boolean meetsInMemory() {
        return false;
    }

    /**
     * What ranks of other jobs have to know to reach this one over a network: address, {@code ':'}, port, {@code '/'},
     * and what the provider adds, all printable ASCII without blanks and bars. It is no secret, but whoever passes it
     * on must not change it. Null when no network leads here.
     */
    public String contact() {
        return null;
    }

    /**
     * Gives a rank of another job a number, by which it is a peer from then on. It must have done the same with this
     * rank before either sends to the other.
     *
     * @param number not a rank of this job, and never given to another rank
     * @param rank   where it is
     * @param stamp  how this rank signs what it sends to other jobs
     * @throws FabricException when this provider cannot reach it
     */
    public void admit(int number, ForeignRank rank, long stamp) {
        throw FabricException.refused("this provider reaches no ranks of other jobs: provider=" + provider());
    }

    /**
     * Forgets a rank of another job. Neither side sends to the other any more, and what it sent has been polled. The
     * number may be given to the same rank again.
     */
    public void dismiss(int number) {
    }

    /** Housekeeping that need not happen at every poll; called now and then by the polling thread. */
    public void maintain() {
    }

    /**
     * Memory that peers can reach as directly as the medium allows.
     *
     * @param bytes  its size
     * @param id     a number not used by another open region of this rank
     * @param secret what a peer's key must hold
     * @throws FabricException when there is not enough; the text says how much was asked and how much there is
     */
    public abstract Region allocate(long bytes, long id, long secret);

    /** Opens memory that came from elsewhere to peers; it must be native and stay alive until the region is closed. */
    public abstract Region register(MemorySegment memory, long id, long secret);

    /** As {@link #register}, for one peer alone: opened on no other way than the one to that peer. */
    public Region lend(MemorySegment memory, long id, long secret, int peer) {
        return register(memory, id, secret);
    }

    /**
     * A peer's region, or null when this provider has no way of its own to it.
     *
     * @throws FabricException when the key is wrong or the region is gone
     */
    public abstract RemoteRegion attach(RegionKey key);

    /** True when the provider does {@code capability} by itself, to whatever peer. */
    public final boolean has(Capability capability) {
        return capabilities().contains(capability);
    }

    /** True when the way to {@code peer} does {@code capability} by itself; a domain may have several ways. */
    public boolean has(Capability capability, int peer) {
        return has(capability);
    }

    /** Leaves; peers that wait for this rank are told. */
    @Override
    public abstract void close();
}
