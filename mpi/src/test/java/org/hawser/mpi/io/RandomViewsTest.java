package org.hawser.mpi.io;

import static org.hawser.mpi.io.FileJob.CREATE_RDWR;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.hawser.mpi.datatype.Layout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each byte of a tile belongs to a rank, or to nobody, at random. The ranks write parts of what is theirs, together and
 * alone, and the file must be what a model is in which every byte is set by itself.
 */
class RandomViewsTest {
    private static final int ROUNDS = 25;

    /** Who owns which byte of the tile: the same at all ranks. */
    private static int[] owners(Random random, int ranks) {
        int[] owners = new int[1 + random.nextInt(200)];
        int owner = 0;
        int longest = 1 + random.nextInt(20);
        for (int i = 0; i < owners.length; i++) {
            if (i % (1 + random.nextInt(longest)) == 0) {
                owner = random.nextInt(ranks + 1);
            }
            owners[i] = owner;
        }
        return owners;
    }

    /** The tile of one rank. */
    private static Layout tile(int[] owners, int rank) {
        int[] places = new int[owners.length];
        int count = 0;
        for (int i = 0; i < owners.length; i++) {
            if (owners[i] == rank) {
                places[count++] = i;
            }
        }
        int[] ones = new int[count];
        Arrays.fill(ones, 1);
        return Layout.contiguous(1).indexed(ones, places, 1).resized(0, owners.length);
    }

    /** The places in the file of bytes {@code from} to {@code from + length} of a rank's stream. */
    private static int[] placesOf(int[] owners, int rank, int displacement, int from, int length) {
        int[] places = new int[length];
        int seen = 0;
        for (int place = 0; seen < from + length; place++) {
            if (owners[place % owners.length] == rank) {
                if (seen >= from) {
                    places[seen - from] = displacement + place;
                }
                seen++;
            }
        }
        return places;
    }

    /** What a rank accesses: the same in the eyes of all. */
    private record Part(int from, byte[] values, int[] places) {
        static Part of(Random random, int[] owners, int rank, int displacement) {
            boolean owns = Arrays.stream(owners).anyMatch(owner -> owner == rank);
            int length = owns && random.nextInt(6) > 0 ? random.nextInt(3000) : 0;
            int from = owns ? random.nextInt(300) : 0;
            byte[] values = new byte[length];
            random.nextBytes(values);
            return new Part(from, values, placesOf(owners, rank, displacement, from, length));
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 3", "4, 4", "4, 5", "3, 6"})
    void theFileIsAsIfEveryByteWereSetByItself(int ranks, int seed) throws Exception {
        FileJob.run(ranks, here -> {
            Random common = new Random(seed);
            byte[] model = new byte[0];
            for (int round = 0; round < ROUNDS; round++) {
                OpenFile file = here.open(CREATE_RDWR, hints(common));
                int displacement = common.nextInt(50);
                int[] owners = owners(common, ranks);
                Part[] parts = new Part[ranks];
                for (int rank = 0; rank < ranks; rank++) {
                    parts[rank] = Part.of(common, owners, rank, displacement);
                    model = written(model, parts[rank]);
                }
                FileJob.view(file, displacement, Layout.contiguous(1), tile(owners, here.me()));
                boolean atomic = common.nextInt(4) == 0;
                file.setAtomicity(atomic);
                write(file, parts[here.me()], common.nextBoolean());
                file.sync();
                assertArrayEquals(model, Files.readAllBytes(here.path()), "round " + round);
                read(file, model, owners, here.me(), displacement, common);
                here.barrier();
                file.close();
            }
        });
    }

    private static Map<String, String> hints(Random random) {
        String[] wishes = {"automatic", "enable", "disable"};
        return Map.of("cb_nodes", Integer.toString(1 + random.nextInt(4)),
            "cb_buffer_size", Integer.toString(512 + random.nextInt(3000)),
            "ind_rd_buffer_size", Integer.toString(512 + random.nextInt(1000)),
            "romio_cb_write", wishes[random.nextInt(3)], "romio_cb_read", wishes[random.nextInt(3)]);
    }

    private static byte[] written(byte[] model, Part part) {
        byte[] now = model;
        for (int i = 0; i < part.values.length; i++) {
            if (part.places[i] >= now.length) {
                now = Arrays.copyOf(now, part.places[i] + 1);
            }
            now[part.places[i]] = part.values[i];
        }
        return now;
    }

    private static void write(OpenFile file, Part part, boolean together) {
        Items items = FileJob.bytes(part.values);
        long bytes = together ? file.accessAll(true, Pointer.EXPLICIT, part.from, () -> items)
            : file.access(true, Pointer.EXPLICIT, part.from, items);
        assertEquals(part.values.length, bytes);
    }

    private static void read(OpenFile file, byte[] model, int[] owners, int me, int displacement, Random common) {
        boolean together = common.nextBoolean();
        Part wanted = Part.of(new Random(common.nextLong() + me), owners, me, displacement);
        byte[] got = new byte[wanted.values.length];
        Items items = FileJob.bytes(got);
        long bytes = together ? file.accessAll(false, Pointer.EXPLICIT, wanted.from, () -> items)
            : file.access(false, Pointer.EXPLICIT, wanted.from, items);
        assertEquals(Arrays.stream(wanted.places).filter(place -> place < model.length).count(), bytes);
        for (int i = 0; i < bytes; i++) {
            assertEquals(model[wanted.places[i]], got[i]);
        }
    }
}
