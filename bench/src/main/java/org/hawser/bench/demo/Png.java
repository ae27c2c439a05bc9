package org.hawser.bench.demo;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Writes a square picture of temperatures as a PNG file with a palette of 256 colours. The JDK's own writer would bring
 * the whole desktop with it.
 *
 * <pre>
 * signature | IHDR: width, height, 8 bits, palette | PLTE: 256 x RGB | IDAT: rows, each behind a filter byte | IEND
 * chunk:  0: length of data (int)   4: name (4 letters)   8: data   then the CRC of name and data (int)
 * </pre>
 *
 * <p><b>Threads:</b> stateless.
 */
final class Png {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final byte DEPTH = 8;
    private static final byte INDEXED = 3;
    private static final byte FILTER_UP = 2;

    private Png() {
    }

    /** The picture of a square field, by rows, of temperatures from 0 to 1. */
    static byte[] of(double[] field, int side) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(SIGNATURE);
        chunk(file, "IHDR", ByteBuffer.allocate(13).putInt(side).putInt(side).put(DEPTH).put(INDEXED).array());
        ByteBuffer palette = ByteBuffer.allocate(3 * ColourMap.LEVELS);
        for (int level = 0; level < ColourMap.LEVELS; level++) {
            int colour = ColourMap.colour(level);
            palette.put((byte) (colour >> 16)).put((byte) (colour >> 8)).put((byte) colour);
        }
        chunk(file, "PLTE", palette.array());
        chunk(file, "IDAT", deflate(rows(field, side)));
        chunk(file, "IEND", new byte[0]);
        return file.toByteArray();
    }

    /** Each row as its difference from the one above: smooth fields become runs of small numbers. */
    private static byte[] rows(double[] field, int side) {
        byte[] rows = new byte[(side + 1) * side];
        byte[] above = new byte[side];
        for (int row = 0; row < side; row++) {
            int at = row * (side + 1);
            rows[at] = FILTER_UP;
            for (int column = 0; column < side; column++) {
                byte level = ColourMap.level(field[row * side + column]);
                rows[at + 1 + column] = (byte) (level - above[column]);
                above[column] = level;
            }
        }
        return rows;
    }

    private static byte[] deflate(byte[] data) {
        try (Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION)) {
            deflater.setInput(data);
            deflater.finish();
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            byte[] buffer = new byte[1 << 16];
            while (!deflater.finished()) {
                packed.write(buffer, 0, deflater.deflate(buffer));
            }
            return packed.toByteArray();
        }
    }

    private static void chunk(ByteArrayOutputStream file, String name, byte[] data) {
        byte[] letters = name.getBytes(StandardCharsets.US_ASCII);
        CRC32 check = new CRC32();
        check.update(letters);
        check.update(data);
        file.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(data.length).array());
        file.writeBytes(letters);
        file.writeBytes(data);
        file.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt((int) check.getValue()).array());
    }
}
