package org.hawser.mpi.io;

import static org.hawser.mpi.io.FileJob.CREATE_RDWR;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.DataInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.LayoutBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files in external32 hold what {@link DataInputStream} reads. */
class External32Test {
    /** Two bytes, an int, a double and a short, without the gaps a compiler would leave. */
    private static final Layout RECORD = new LayoutBuilder().add(Layout.basic(1), 0, 2, 1)
        .add(Layout.basic(4), 2, 1, 4).add(Layout.basic(8), 6, 1, 8).add(Layout.basic(2), 14, 1, 2).build();

    private static byte[] records(int me, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(16 * count).order(ByteOrder.nativeOrder());
        for (int i = 0; i < count; i++) {
            bytes.put((byte) me).put((byte) 1).putInt(i).putDouble(i + me / 8.0).putShort((short) (1000 + i));
        }
        return bytes.array();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void recordsOfSeveralNumbersAreTurnedNumberByNumber(int ranks) throws Exception {
        FileJob.run(ranks, here -> {
            // Windows and parts that cut records and numbers.
            OpenFile file = here.open(CREATE_RDWR, Map.of("cb_buffer_size", "517", "ind_rd_buffer_size", "515"));
            file.setView(16L * here.me(), false, () -> RECORD, () -> RECORD.resized(0, 16L * ranks), "external32",
                Map.of());
            byte[] mine = records(here.me(), 200);
            file.accessAll(true, Pointer.INDIVIDUAL, 0, () -> new Items(mine, 0, RECORD, 200, null, mine));
            here.barrier();
            try (DataInputStream in = new DataInputStream(Files.newInputStream(here.path()))) {
                for (int i = 0; i < 200 * ranks; i++) {
                    int rank = i % ranks;
                    assertEquals(rank, in.readByte());
                    assertEquals(1, in.readByte());
                    assertEquals(i / ranks, in.readInt());
                    assertEquals(i / ranks + rank / 8.0, in.readDouble());
                    assertEquals(1000 + i / ranks, in.readShort());
                }
                assertEquals(-1, in.read());
            }
            byte[] together = new byte[16 * 250];
            assertEquals(3200, file.accessAll(false, Pointer.EXPLICIT, 0,
                () -> new Items(together, 0, RECORD, 250, null, together)));
            assertArrayEquals(mine, Arrays.copyOf(together, 3200));
            byte[] alone = new byte[3200];
            assertEquals(3200, file.access(false, Pointer.EXPLICIT, 0, new Items(alone, 0, RECORD, 200, null, alone)));
            assertArrayEquals(mine, alone);
            file.close();
        });
    }
}
