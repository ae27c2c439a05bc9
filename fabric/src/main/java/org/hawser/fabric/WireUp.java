package org.hawser.fabric;

/**
 * Where the ranks of a job find each other before they can talk: each leaves a few words about itself, and asks for
 * those of a peer when it first wants to reach it.
 *
 * <pre>{@code
 * wireUp.publish("tcp", "10.0.0.1:40001");
 * wireUp.commit();
 * String address = wireUp.lookup(3, "tcp");
 * }</pre>
 *
 * <p><b>Threads:</b> {@link #publish} and {@link #commit} by the thread that joins the job, the rest by any.
 */
public interface WireUp extends AutoCloseable {
    /** Bytes of {@link #secret()}. */
    int SECRET_BYTES = 32;

    /**
     * Leaves a value for all ranks of the job.
     *
     * @param key   letters, digits and {@code '-'}
     * @param value printable ASCII without blanks and {@code '='}, 500 characters at most
     */
    void publish(String key, String value);

    /**
     * Makes what was published known. Every rank calls it once, after its last {@link #publish} and before its first
     * {@link #lookup}; where a process manager wants a barrier in between, this is one.
     */
    void commit();

    /**
     * What a rank has published; waits for a rank that has not come so far.
     *
     * @throws FabricException with {@code PEER_LOST} when it does not come
     */
    String lookup(int rank, String key);

    /** What only the processes of this job know: {@link #SECRET_BYTES} random bytes. */
    byte[] secret();

    /** Ends the conversation with whoever keeps the values. */
    @Override
    void close();
}
