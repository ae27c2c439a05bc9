package org.hawser.runtime.wireup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A process manager with one rank, which answers as it should but for what a test wants otherwise. */
final class FakePmi implements AutoCloseable {
    /** Instead of an answer: the connection is closed. */
    static final String CLOSE = "close";
    /** Instead of an answer: none. */
    static final String HANG = "hang";

    private final ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final Map<String, String> answers = new HashMap<>();
    private final Map<String, String> values = new HashMap<>();
    private final List<String> heard = new CopyOnWriteArrayList<>();

    FakePmi() throws IOException {
        answers.put("initack", "cmd=initack rc=0\ncmd=set size=2\ncmd=set rank=1\ncmd=set debug=0");
        answers.put("init", "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0");
        answers.put("get_maxes", "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024");
        answers.put("get_my_kvsname", "cmd=my_kvsname kvsname=k_1");
        answers.put("put", "cmd=put_result rc=0 msg=success");
        answers.put("barrier_in", "cmd=barrier_out");
        answers.put("finalize", "cmd=finalize_ack");
        Thread.ofVirtual().start(this::serve);
    }

    /** Has a command answered otherwise. */
    FakePmi when(String command, String answer) {
        answers.put(command, answer);
        return this;
    }

    Map<String, String> environment() {
        return Map.of("PMI_PORT", "127.0.0.1:" + door.getLocalPort(), "PMI_ID", "1");
    }

    List<String> heard() {
        return heard;
    }

    private void serve() {
        try (Socket rank = door.accept();
                BufferedReader in = new BufferedReader(new InputStreamReader(rank.getInputStream(),
                    StandardCharsets.US_ASCII))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                heard.add(line);
                String answer = answer(PmiLine.parse(line));
                if (answer.equals(CLOSE)) {
                    return;
                }
                if (!answer.equals(HANG)) {
                    rank.getOutputStream().write((answer + "\n").getBytes(StandardCharsets.ISO_8859_1));
                }
            }
        } catch (IOException e) {
            heard.add("broken: " + e);
        }
    }

    private String answer(PmiLine line) {
        if (line.command().equals("put") && answers.get("put").contains("rc=0")) {
            values.put(line.get("key"), line.get("value"));
        }
        if (line.command().equals("get") && !answers.containsKey("get")) {
            String value = values.get(line.get("key"));
            return value == null ? "cmd=get_result rc=-1 msg=key_not_found value=unknown"
                : "cmd=get_result rc=0 value=" + value + " msg=success";
        }
        return answers.getOrDefault(line.command(), HANG);
    }

    @Override
    public void close() throws IOException {
        door.close();
    }
}
