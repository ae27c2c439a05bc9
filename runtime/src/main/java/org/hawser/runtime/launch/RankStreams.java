package org.hawser.runtime.launch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;

/**
 * The standard streams of ranks that are threads of one JVM: output is written line by line, each line whole and
 * tagged with its rank when asked; input goes to rank 0, the others read its end at once.
 *
 * <p><b>Threads:</b> any.
 */
final class RankStreams {

    private final LineStream out;
    private final LineStream err;

    RankStreams(int size, String tag) {
        this.out = new LineStream(size, tag, new FileOutputStream(FileDescriptor.out));
        this.err = new LineStream(size, tag, new FileOutputStream(FileDescriptor.err));
    }

    /** Takes the place of {@link System#out}, {@link System#err} and {@link System#in}. */
    void install() {
        System.setOut(new PrintStream(out, true, Charset.forName(System.getProperty("stdout.encoding", "UTF-8"))));
        System.setErr(new PrintStream(err, true, Charset.forName(System.getProperty("stderr.encoding", "UTF-8"))));
        System.setIn(new RankZeroInput(System.in));
    }

    /** Writes the unfinished last line of a rank. */
    void flush(int rank) {
        out.finish(rank);
        err.finish(rank);
    }

    /** Writes the unfinished last lines of all ranks. */
    void flush() {
        for (int rank = 0; rank < out.lines.length; rank++) {
            flush(rank);
        }
    }

    /** Collects each rank's bytes until its line is whole. */
    private static final class LineStream extends OutputStream {

        private final LineBuffer[] lines;
        private final String tag;
        private final OutputStream sink;

        LineStream(int size, String tag, OutputStream sink) {
            this.lines = new LineBuffer[size];
            this.tag = tag;
            this.sink = sink;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
            RankLoader rank = RankLoader.current();
            if (rank == null) {
                sink.write(bytes, offset, length);
                return;
            }
            lineOf(rank.description().rank()).append(bytes, offset, length, sink);
        }

        private LineBuffer lineOf(int rank) {
            if (lines[rank] == null) {
                lines[rank] = new LineBuffer(OutputTag.of(rank, tag));
            }
            return lines[rank];
        }

        synchronized void finish(int rank) {
            try {
                if (lines[rank] != null) {
                    lines[rank].finish(sink);
                }
            } catch (IOException e) {
                // The reader of our output is gone: there is nobody to tell.
                lines[rank] = null;
            }
        }
    }

    /** Standard input as rank 0 sees it. */
    private static final class RankZeroInput extends InputStream {

        private final InputStream in;

        RankZeroInput(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            return isRankZero() ? in.read() : -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return isRankZero() ? in.read(bytes, offset, length) : length == 0 ? 0 : -1;
        }

        @Override
        public int available() throws IOException {
            return isRankZero() ? in.available() : 0;
        }

        private static boolean isRankZero() {
            RankLoader rank = RankLoader.current();
            return rank == null || rank.description().rank() == 0;
        }
    }
}
