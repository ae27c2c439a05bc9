package org.hawser.runtime.wireup;

import java.io.IOException;
import java.io.StreamCorruptedException;
import java.net.SocketTimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Speaks PMI-1.1 with a process manager: one line asks, one line answers.
 *
 * <pre>
 * cmd=init pmi_version=1 pmi_subversion=1   -> cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0
 * cmd=get_maxes                             -> cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024
 * cmd=get_my_kvsname                        -> cmd=my_kvsname kvsname=K
 * cmd=put kvsname=K key=k value=v           -> cmd=put_result rc=0 msg=success
 * cmd=barrier_in                            -> cmd=barrier_out
 * cmd=get kvsname=K key=k                   -> cmd=get_result rc=0 msg=success value=v
 * cmd=finalize                              -> cmd=finalize_ack
 * cmd=abort exitcode=N
 * </pre>
 *
 * <p><b>Threads:</b> any; they take turns.
 */
final class PmiClient implements KeyValues {
    private static final String PREFIX = "hawser-";
    /** Lines that tell a caller who it is, in any order: size, rank, and one that no rank needs. */
    private static final int SETTINGS = 3;

    private final ReentrantLock turn = new ReentrantLock();
    private final LineWire wire;
    private final Trouble trouble;
    private final int rank;
    private final int size;
    private final byte[] secret;
    private String space;
    private int longestKey;
    private int longestValue;
    private volatile boolean over;

    private PmiClient(LineWire wire, Trouble trouble, int rank, int size, byte[] secret) {
        this.wire = wire;
        this.trouble = trouble;
        this.rank = rank;
        this.size = size;
        this.secret = secret;
    }

    /** Over a wire that belongs to this rank alone. */
    static PmiClient open(LineWire wire, int rank, int size) {
        PmiClient client = new PmiClient(wire, new Trouble(rank + " of " + size, "PMI at " + wire), rank, size, null);
        client.begin();
        return client;
    }

    /**
     * Over a connection to where the manager waits for all ranks: it is told who comes, and tells who that is.
     *
     * @param id     what the manager called this process
     * @param name   of the manager, for messages
     * @param secret that the ranks know, one of which keeps the values and may end before the others; null where a
     *     process manager keeps them
     */
    static PmiClient call(LineWire wire, String id, String name, byte[] secret) {
        Trouble trouble = new Trouble(id, name + " at " + wire);
        PmiClient caller = new PmiClient(wire, trouble, 0, 0, secret);
        String hello = "cmd=initack pmiid=" + id;
        Patience patience = Patience.forAnAnswer();
        caller.ask(hello, "initack", patience);
        Integer size = null;
        Integer rank = null;
        for (int lines = 0; lines < SETTINGS; lines++) {
            PmiLine line = caller.receive(hello, "set", patience);
            size = line.get("size") == null ? size : line.number("size", 1);
            rank = line.get("rank") == null ? rank : line.number("rank", 0);
        }
        if (size == null || rank == null || rank >= size) {
            throw trouble.nonsense(hello, "size=" + size + " rank=" + rank);
        }
        PmiClient client = new PmiClient(wire, new Trouble(rank + " of " + size, trouble.with()), rank, size, secret);
        client.begin();
        return client;
    }

    private void begin() {
        // Alone in its write: Slurm reads this line, and nothing behind it, with a buffer of 64 bytes.
        String init = "cmd=init pmi_version=1 pmi_subversion=1";
        PmiLine begun = ask(init, "response_to_init", Patience.forAnAnswer());
        if (!"1".equals(begun.get("pmi_version"))) {
            throw trouble.nonsense(init, begun.toString());
        }
        PmiLine limits = ask("cmd=get_maxes", "maxes", Patience.forAnAnswer());
        Integer key = limits.number("keylen_max", 1);
        Integer value = limits.number("vallen_max", 1);
        space = ask("cmd=get_my_kvsname", "my_kvsname", Patience.forAnAnswer()).get("kvsname");
        if (key == null || value == null || space == null || space.isEmpty()) {
            throw trouble.nonsense("cmd=get_maxes", limits + " kvsname=" + space);
        }
        longestKey = key;
        longestValue = value;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public byte[] secret() {
        return secret;
    }

    @Override
    public void put(String name, String value) {
        String key = PREFIX + rank + "-" + name;
        if (key.length() >= longestKey || value.length() >= longestValue) {
            throw trouble.failure("the process manager takes no value of this length", "cmd=put key=" + key,
                "length=" + value.length() + " longest=" + (longestValue - 1) + " longestKey=" + (longestKey - 1),
                "use hawser run, which has no such limit", null);
        }
        // The value may be the job's secret, and is not for messages.
        PmiLine answer = exchange("cmd=put kvsname=" + space + " key=" + key + " value=" + value,
            "cmd=put key=" + key, "put_result", Patience.forAnAnswer());
        if (!answer.isGood()) {
            throw trouble.refused("cmd=put key=" + key, answer.toString());
        }
    }

    @Override
    public void fence() {
        ask("cmd=barrier_in", "barrier_out", new Patience());
    }

    @Override
    public String get(int owner, String name) {
        String question = "cmd=get kvsname=" + space + " key=" + PREFIX + owner + "-" + name;
        PmiLine answer = exchange(question, question, "get_result", Patience.forAnAnswer());
        String value = answer.get("value");
        if (!answer.isGood()) {
            return null;
        }
        if (value == null || value.isEmpty()) {
            throw trouble.nonsense(question, answer.toString());
        }
        return value;
    }

    @Override
    public void abort(int exitCode) {
        try {
            // No waiting for a turn: whoever has it may wait for a rank that this one is about to end.
            wire.send("cmd=abort exitcode=" + exitCode);
        } catch (IOException e) {
            // Nobody is there to end the others; each finds out by itself.
            over = true;
        }
    }

    @Override
    public String end() {
        if (over || !turn.tryLock()) {
            // Who has the turn hears by itself when the manager goes.
            return null;
        }
        try {
            boolean open = over || wire.isOpen();
            String unasked = wire.pending();
            if (unasked != null) {
                return "it was told: received=" + Quoted.of(unasked);
            }
            return open || secret != null ? null : "its process manager is gone: manager=" + trouble.with();
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void close() {
        if (over) {
            return;
        }
        over = true;
        try (wire) {
            ask("cmd=finalize", "finalize_ack", Patience.forAnAnswer());
        } catch (IOException e) {
            throw trouble.gone("close", e);
        }
    }

    private PmiLine ask(String question, String expected, Patience patience) {
        PmiLine answer = exchange(question, question, expected, patience);
        if (!answer.isGood()) {
            throw trouble.refused(question, answer.toString());
        }
        return answer;
    }

    private PmiLine exchange(String question, String shown, String expected, Patience patience) {
        turn.lock();
        try {
            wire.send(question);
            return receive(shown, expected, patience);
        } catch (IOException e) {
            throw trouble.gone(shown, e);
        } finally {
            turn.unlock();
        }
    }

    private PmiLine receive(String question, String expected, Patience patience) {
        String line;
        try {
            line = wire.receive(patience);
        } catch (SocketTimeoutException e) {
            throw trouble.silent(question, patience, e);
        } catch (StreamCorruptedException e) {
            throw trouble.nonsense(question, e.getMessage());
        } catch (IOException e) {
            throw trouble.gone(question, e);
        }
        PmiLine answer = PmiLine.parse(line);
        if (answer == null || !answer.command().equals(expected)) {
            throw trouble.nonsense(question, line);
        }
        return answer;
    }
}
