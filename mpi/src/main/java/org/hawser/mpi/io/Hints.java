package org.hawser.mpi.io;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a program may say about how its file is best accessed, in the keys that MPI libraries have in common. Values
 * that make no sense are passed over, as MPI wants it.
 *
 * <pre>
 * cb_nodes            ranks that read and write for all in collective calls
 * cb_buffer_size      bytes that each of them reads or writes at once
 * romio_cb_read       collective buffering of reads: enable, disable, automatic
 * romio_cb_write      collective buffering of writes: the same
 * ind_rd_buffer_size  bytes that one rank packs or reads at once on its own
 * romio_ds_read       data sieving of reads: enable (as automatic does), disable
 * </pre>
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param aggregators {@code cb_nodes}
 * @param window {@code cb_buffer_size}
 * @param read {@code romio_cb_read}
 * @param write {@code romio_cb_write}
 * @param room {@code ind_rd_buffer_size}
 * @param sieves {@code romio_ds_read}
 */
record Hints(int aggregators, int window, Buffering read, Buffering write, int room, boolean sieves) {
    /** Whether collective calls move data through aggregators. */
    enum Buffering {
        /** When the ranks' parts of the file interleave in short runs. */
        AUTOMATIC,
        /** Always. */
        ENABLE,
        /** Never. */
        DISABLE;

        static Buffering of(String value, Buffering otherwise) {
            for (Buffering each : values()) {
                if (each.text().equalsIgnoreCase(value)) {
                    return each;
                }
            }
            return otherwise;
        }

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The numbers that describe hints to others. */
    static final int LONGS = 4;

    private static final int SMALLEST = 512;
    private static final int LARGEST = 1 << 26;

    /** What is used when nothing is said. */
    static Hints usual(int size) {
        return new Hints(Math.min(size, Runtime.getRuntime().availableProcessors()), 4 << 20, Buffering.AUTOMATIC,
            Buffering.AUTOMATIC, 1 << 20, true);
    }

    /** These, changed by what a program says. */
    Hints with(Map<String, String> said, int size) {
        return new Hints(
            (int) number(said.get("cb_nodes"), 1, size, aggregators),
            (int) number(said.get("cb_buffer_size"), SMALLEST, LARGEST, window),
            Buffering.of(said.get("romio_cb_read"), read),
            Buffering.of(said.get("romio_cb_write"), write),
            (int) number(said.get("ind_rd_buffer_size"), SMALLEST, LARGEST, room),
            said.containsKey("romio_ds_read") ? !"disable".equalsIgnoreCase(said.get("romio_ds_read")) : sieves);
    }

    /** Those of collective calls, which must be the same at all ranks, as rank 0 has them. */
    Hints agreed(long[] first, int at) {
        return new Hints((int) first[at], (int) first[at + 1], Buffering.values()[(int) first[at + 2]],
            Buffering.values()[(int) first[at + 3]], room, sieves);
    }

    void describe(long[] target, int at) {
        target[at] = aggregators;
        target[at + 1] = window;
        target[at + 2] = read.ordinal();
        target[at + 3] = write.ordinal();
    }

    /** What is in use, in the words that programs use. */
    Map<String, String> inUse() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("cb_nodes", Integer.toString(aggregators));
        values.put("cb_buffer_size", Integer.toString(window));
        values.put("romio_cb_read", read.text());
        values.put("romio_cb_write", write.text());
        values.put("ind_rd_buffer_size", Integer.toString(room));
        values.put("romio_ds_read", sieves ? "enable" : "disable");
        return values;
    }

    private static long number(String value, long least, long most, long otherwise) {
        if (value == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(value.strip());
            return number < least ? otherwise : Math.min(number, most);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }
}
