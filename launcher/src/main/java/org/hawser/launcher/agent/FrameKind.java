package org.hawser.launcher.agent;

/**
 * What a frame between the launcher and an agent is about. Its place here is its number on the wire: new ones come
 * last, and a change of meaning raises {@link AgentHello#PROTOCOL}.
 */
public enum FrameKind {
    /** To the agent: what to run, see {@link org.hawser.launcher.agent.HostOrder}. */
    ORDER,
    /** From the agent: ranks (int), then rank (int) and process (long) of each. */
    STARTED,
    /** From the agent: nothing runs; what is wrong (UTF). */
    REFUSED,
    /** From the agent: rank (int), error (boolean), then what the rank wrote. */
    OUTPUT,
    /** From the agent: rank (int), exit code (int); all of its output has come before. */
    ENDED,
    /** To the agent: what rank 0 reads; nothing in it means the end. */
    INPUT,
    /** From the agent: rank (int), key (UTF), value (UTF). */
    PUBLISH,
    /** From the agent: rank (int), key (UTF). */
    LOOKUP,
    /** To the agent: rank (int), key (UTF), known (boolean), value (UTF) if so. */
    VALUE,
    /** To the agent: who of the ranks goes on when others are killed? */
    ASK_OUTLIVING,
    /** From the agent: whether all ranks that still run do (boolean). */
    OUTLIVING,
    /** To the agent: ask all ranks to end. */
    TERMINATE,
    /** To the agent: end all ranks. */
    KILL,
    /** To the agent: all is over, clear away and go. */
    BYE,
    /** From the agent: rank 0 has taken a piece of its input. */
    TAKEN,
    /** Both ways: I am here. */
    ALIVE,
    /**
     * Both ways: number (int) of a conversation in which a rank there asks for further ranks, then bytes of it, see
     * {@link org.hawser.runtime.spawn.LauncherProtocol}; none at its end.
     */
    SPAWN
}
