package org.hawser.runtime.launch;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The standard streams of ranks that are threads of one JVM: output is written line by line, each line whole and
 * tagged with its rank when asked; input goes to rank 0, the others read its end at once.
 *
 * <p><b>Threads:</b> any.
 */
final class RankStreams {

    private final LineStream out;
    private final LineStream err;

    RankStreams(String tag) {
        this.out = new LineStream(tag, new FileOutputStream(FileDescriptor.out));
        this.err = new LineStream(tag, new FileOutputStream(FileDescriptor.err));
    }

    /** Takes the place of {@link System#out}, {@link System#err} and {@link System#in}. */
    void install() {
        System.setOut(new PrintStream(out, true, Charset.forName(System.getProperty("stdout.encoding", "UTF-8"))));
        System.setErr(new PrintStream(err, true, Charset.forName(System.getProperty("stderr.encoding", "UTF-8"))));
        System.setIn(new RankZeroInput(System.in));
    }

    /** Writes the unfinished last line of a rank. */
    void flush(RankLoader rank) {
        out.finish(rank);
        err.finish(rank);
    }

    /** Writes the unfinished last lines of all ranks. */
    void flush() {
        out.lines.keySet().forEach(out::finish);
        err.lines.keySet().forEach(err::finish);
    }

    /** Collects each rank's bytes until its line is whole. */
    private static final class LineStream extends OutputStream {

        private final Map<RankLoader, LineBuffer> lines = new ConcurrentHashMap<>();
        private final String tag;
        private final OutputStream out;
        private final LineSink sink;

        LineStream(String tag, OutputStream out) {
            this.tag = tag;
            this.out = out;
            sink = new LineSink(out);
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
            RankLoader rank = RankLoader.current();
            if (rank == null) {
                sink.breakLine();
                out.write(bytes, offset, length);
                return;
            }
            lines.computeIfAbsent(rank, LineStream.this::newLine).append(bytes, offset, length);
        }

        private LineBuffer newLine(RankLoader rank) {
            return new LineBuffer(OutputTag.of(rank.job(), rank.description().rank(), tag), sink);
        }

        /** The last of a rank: what it writes later begins a line of its own. */
        synchronized void finish(RankLoader rank) {
            LineBuffer line = lines.remove(rank);
            try {
                if (line != null) {
                    line.finish();
                }
            } catch (IOException e) {
                // The reader of our output is gone: there is nobody to tell.
                return;
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
            return rank == null || rank.job() == 0 && rank.description().rank() == 0;
        }
    }
}
