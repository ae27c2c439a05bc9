package org.hawser.fabric.tcp;

import java.io.IOException;

/** A peer sent what no rank of ours sends; its connection is closed. */
final class ProtocolException extends IOException {
    private static final long serialVersionUID = 1L;

    ProtocolException(String message) {
        super(message);
    }
}
