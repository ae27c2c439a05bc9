package org.hawser.fabric.tcp.gate;

import java.util.ArrayList;
import java.util.List;

/** Admits everybody, with an offset of its own, and remembers what it was asked and told. */
final class RecordedAdmissions implements Admissions {
    final List<Admitted> admitted = new ArrayList<>();
    final List<Refusal> failures = new ArrayList<>();
    final List<String> texts = new ArrayList<>();
    long offset;
    long answer;
    int asked;

    RecordedAdmissions(long offset) {
        this.offset = offset;
        answer = offset;
    }

    @Override
    public long received(int peer) {
        asked++;
        return offset;
    }

    @Override
    public long admit(int peer, long peerReceived) {
        asked++;
        return answer;
    }

    @Override
    public void admitted(Admitted connection) {
        admitted.add(connection);
    }

    @Override
    public void failed(int peer, Refusal why, String text) {
        failures.add(why);
        texts.add(text);
    }
}
