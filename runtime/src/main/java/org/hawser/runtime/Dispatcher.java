package org.hawser.runtime;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Receiver;
import org.hawser.fabric.emulation.RemoteAccessAgent;

/**
 * Where the fabric hands messages up: active messages straight to their handler, the runtime's own to their part.
 *
 * <p><b>Threads:</b> polling thread. <b>Allocates:</b> nothing.
 */
final class Dispatcher implements Receiver {
    private ActiveMessages messages;
    private Deliveries deliveries;
    private RemoteAccessAgent agent;
    private JointHelp help;

    void connect(ActiveMessages to, Deliveries andTo, RemoteAccessAgent andAlso, JointHelp last) {
        messages = to;
        deliveries = andTo;
        agent = andAlso;
        help = last;
    }

    @Override
    public void onMessage(int source, int word, MemorySegment memory, long offset, int length) {
        if (word < Forms.HANDLERS) {
            messages.dispatch(source, word, memory, offset, length);
        } else if (word >= Forms.COMPACT) {
            messages.dispatchCompact(source, word, memory, offset, length);
        } else if (Forms.form(word) == Forms.MODEL) {
            messages.dispatchModel(source, word, memory, offset, length);
        } else {
            dispatchOwn(source, word, memory, offset, length);
        }
    }

    @Override
    public void onWord(int source, int word, long body, MemorySegment memory, long offset) {
        if (word >= Forms.COMPACT) {
            messages.dispatchCompact(source, word, body);
        } else {
            onMessage(source, word, memory, offset, Long.BYTES);
        }
    }

    private void dispatchOwn(int source, int word, MemorySegment memory, long offset, int length) {
        switch (Forms.form(word)) {
            case Forms.DELIVER_FIRST -> deliveries.onFirst(source, Forms.handler(word), memory, offset, length);
            case Forms.DELIVER_PIECE -> deliveries.onPiece(source, memory, offset, length);
            case Forms.DELIVERED -> deliveries.onDelivered(source, memory, offset);
            case Forms.JOINT_COPY -> help.onAsked(source, memory, offset, length);
            case Forms.REMOTE_ACCESS -> agent.onMessage(source, word, memory, offset, length);
            default -> throw new FabricException(FabricException.Severity.FATAL, "a message of no known form: word="
                + Integer.toHexString(word) + " source=" + source);
        }
    }
}
