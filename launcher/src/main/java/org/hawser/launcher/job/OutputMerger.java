package org.hawser.launcher.job;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.hawser.runtime.launch.LineBuffer;
import org.hawser.runtime.launch.LineSink;
import org.hawser.runtime.launch.OutputTag;

/**
 * Merges the output of many ranks into two streams, line by line: lines of different ranks mix, parts of lines
 * never do. A line ends with its line end, or with the stream of the rank that wrote it; one that is longer than 1 MiB
 * also where another rank's line comes in between.
 *
 * <p><b>Threads:</b> any; writes to one stream take turns.
 */
final class OutputMerger implements OutputSink {

    private final LineSink out;
    private final LineSink err;
    private final String tagStyle;
    private final JobSpec.OutputListener listener;

    OutputMerger(OutputStream out, OutputStream err, String tagStyle, JobSpec.OutputListener listener) {
        this.out = new LineSink(out);
        this.err = new LineSink(err);
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
        LineSink sink = listener != null ? new LineSink(new ListenerSink(rank, error)) : error ? err : out;
        return new Lines(new LineBuffer(tag, sink), listener != null ? listener : sink);
    }

    /** One stream of one rank: passes on whole lines, in turn with the others. */
    private static final class Lines extends OutputStream {

        private final LineBuffer line;
        private final Object turn;

        Lines(LineBuffer line, Object turn) {
            this.line = line;
            this.turn = turn;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            synchronized (turn) {
                line.append(bytes, offset, length);
            }
        }

        /** Ends the last line; the stream that all share stays open. */
        @Override
        public void close() throws IOException {
            synchronized (turn) {
                line.finish();
            }
        }
    }

    /** Splits lines for a listener; the parts of one that is very long come as lines of their own. */
    private final class ListenerSink extends OutputStream {

        private final int rank;
        private final boolean error;
        /** The listener has had a part of the line that comes now. */
        private boolean continued;

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
            int end = offset + length;
            int start = offset;
            for (int i = offset; i < end; i++) {
                if (bytes[i] == '\n') {
                    tell(bytes, start, i);
                    continued = false;
                    start = i + 1;
                }
            }
            if (start < end) {
                tell(bytes, start, end);
                continued = true;
            }
        }

        private void tell(byte[] bytes, int start, int end) {
            if (start < end || !continued) {
                listener.line(rank, error, new String(bytes, start, end - start, StandardCharsets.UTF_8));
            }
        }
    }
}
