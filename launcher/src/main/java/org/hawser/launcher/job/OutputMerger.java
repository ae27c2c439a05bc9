package org.hawser.launcher.job;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.hawser.runtime.launch.LineBuffer;
import org.hawser.runtime.launch.OutputTag;

/**
 * Merges the output of many ranks into two streams, line by line: lines of different ranks mix, parts of lines
 * never do. A line ends with its line end, or with the stream of the rank that wrote it.
 *
 * <p><b>Threads:</b> any; writes to one stream take turns.
 */
final class OutputMerger implements OutputSink {

    private final OutputStream out;
    private final OutputStream err;
    private final String tagStyle;
    private final JobSpec.OutputListener listener;

    OutputMerger(OutputStream out, OutputStream err, String tagStyle, JobSpec.OutputListener listener) {
        this.out = out;
        this.err = err;
        this.tagStyle = tagStyle;
        this.listener = listener;
    }

    /** To this process's own streams, or to the listener that the specification names. */
    static OutputMerger of(JobSpec spec, String tagStyle) {
        return new OutputMerger(new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err),
            spec.threads() ? OutputTag.NONE : tagStyle, spec.output());
    }

    @Override
    public OutputStream open(int job, int rank, boolean error) {
        byte[] tag = listener != null ? new byte[0] : OutputTag.of(job, rank, tagStyle);
        OutputStream sink = listener != null ? new ListenerSink(rank, error) : error ? err : out;
        return new Lines(new LineBuffer(tag), sink, listener != null ? listener : sink);
    }

    /** One stream of one rank: passes on whole lines, in turn with the others. */
    private static final class Lines extends OutputStream {

        private final LineBuffer line;
        private final OutputStream sink;
        private final Object turn;

        Lines(LineBuffer line, OutputStream sink, Object turn) {
            this.line = line;
            this.sink = sink;
            this.turn = turn;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            synchronized (turn) {
                line.append(bytes, offset, length, sink);
            }
        }

        /** Ends the last line; the stream that all share stays open. */
        @Override
        public void close() throws IOException {
            synchronized (turn) {
                line.finish(sink);
            }
        }
    }

    /** Splits whole lines for a listener. */
    private final class ListenerSink extends OutputStream {

        private final int rank;
        private final boolean error;

        ListenerSink(int rank, boolean error) {
            this.rank = rank;
            this.error = error;
        }

        @Override
        public void write(int value) {
            throw new UnsupportedOperationException("lines only");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            int start = offset;
            for (int i = offset; i < offset + length; i++) {
                if (bytes[i] == '\n') {
                    listener.line(rank, error, new String(bytes, start, i - start, StandardCharsets.UTF_8));
                    start = i + 1;
                }
            }
        }
    }
}
