package org.hawser.pgas.team;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.hawser.fabric.FabricException;
import org.hawser.runtime.Link;
import org.hawser.runtime.MessageHandler;
import org.hawser.runtime.ModelReceiver;
import org.hawser.runtime.Rank;
import org.hawser.runtime.RankBarrier;

/**
 * What all teams of this rank share: the rank, the model's messages, and the numbers of what is made here.
 *
 * <p>A part of the model registers one handler for each of its {@linkplain Kind kinds}, before {@link #open}, and sends
 * by {@link #link}. Handlers run in the polling context and never wait.
 *
 * <p><b>Threads:</b> any; registrations before it is open.
 */
public final class World implements ModelReceiver {
    private static final int MODEL = 4;
    /** The runtime's barrier of the team of all, and of another team of all ranks. */
    private static final int BARRIER = 2;
    private static final int SECOND_BARRIER = 3;

    private final Rank rank;
    private final MessageHandler[] handlers = new MessageHandler[Kind.values().length];
    private final AtomicLong lastNumber = new AtomicLong();
    private final LinkTable links;
    private final Parcels parcels;
    private final TeamTable teams = new TeamTable(this);
    private final AtomicBoolean hasSecond = new AtomicBoolean();

    /** Of a rank that no other model of this kind stands on. */
    public World(Rank rank) {
        this.rank = rank;
        links = new LinkTable(rank.size(), to -> rank.messages().link(to, MODEL));
        parcels = new Parcels(this);
        register(Kind.ARRIVED, (source, memory, offset, length) ->
            state(memory, offset, length).barrier.onArrived(memory, offset, length));
        register(Kind.RELEASED, (source, memory, offset, length) ->
            state(memory, offset, length).barrier.onReleased(memory, offset, length));
        register(Kind.COLLECTIVE, (source, memory, offset, length) ->
            state(memory, offset, length).values.onWord(source, memory, offset, length));
    }

    /** All kinds have their handlers: messages may come, and those that came before are handled now. */
    public void open() {
        rank.messages().registerModel(MODEL, this);
    }

    /** The rank underneath. */
    public Rank rank() {
        return rank;
    }

    /** The model's own barrier of all ranks; other models have theirs. */
    public void barrier() {
        rank.barrier(BARRIER).await();
    }

    /**
     * The runtime's barrier for a team of all ranks; null when there is none left. Teams are made in the same order
     * everywhere, so all ranks are told the same.
     */
    RankBarrier barrierOf(Team team) {
        if (team.id() == Team.ALL) {
            return rank.barrier(BARRIER);
        }
        return hasSecond.compareAndSet(false, true) ? rank.barrier(SECOND_BARRIER) : null;
    }

    Parcels parcels() {
        return parcels;
    }

    TeamTable teams() {
        return teams;
    }

    /** A message that begins with the number of a team. */
    private TeamState state(MemorySegment memory, long offset, int length) {
        return teams.get(length < Long.BYTES ? -1 : memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset));
    }

    /** Has {@code takes} run for every message of a kind. */
    public void register(Kind kind, MessageHandler takes) {
        if (handlers[kind.ordinal()] != null) {
            throw new IllegalStateException("a kind of messages has a handler already: kind=" + kind);
        }
        handlers[kind.ordinal()] = takes;
    }

    /** The way to a rank. Send with {@code link.post(kind.ordinal(), …)}; it never waits. */
    public Link link(int to) {
        return links.get(to);
    }

    /** A number that no other memory made by this rank has, and none made by another rank either. */
    public long newNumber() {
        return (long) rank.number() << 32 | lastNumber.incrementAndGet() & 0xffffffffL;
    }

    @Override
    public void onMessage(int kind, int source, MemorySegment memory, long offset, int length) {
        MessageHandler takes = kind < handlers.length ? handlers[kind] : null;
        if (takes == null) {
            throw new FabricException(FabricException.Severity.FATAL, "a message of a kind that this rank does not "
                + "know: kind=" + kind + " source=" + source + "; all ranks must run the same version");
        }
        takes.onMessage(source, memory, offset, length);
    }

    @Override
    public void onWord(int bits, int source, long body) {
        throw new FabricException(FabricException.Severity.FATAL, "a message of a form that the model does not use: "
            + "bits=" + bits + " source=" + source);
    }
}
