package org.hawser.bench.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class PngTest {

    @Test
    void anotherReaderSeesEveryColour() throws IOException {
        int side = 16;
        double[] field = new double[side * side];
        for (int i = 0; i < field.length; i++) {
            field[i] = i / 255.0;
        }
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(Png.of(field, side)));
        assertEquals(side, image.getWidth());
        assertEquals(side, image.getHeight());
        for (int i = 0; i < field.length; i++) {
            assertEquals(ColourMap.colour(i), image.getRGB(i % side, i / side) & 0xffffff);
        }
    }

    @Test
    void hotterIsLighter() {
        double before = -1;
        for (int level = 0; level < ColourMap.LEVELS; level++) {
            double lightness = luminance(ColourMap.colour(level));
            assertTrue(lightness >= before - 1, "level=" + level);
            before = lightness;
        }
    }

    @Test
    void temperaturesOutsideTheScaleTakeItsEnds() {
        assertEquals(0, ColourMap.level(-3));
        assertEquals((byte) 255, ColourMap.level(7));
    }

    private static double luminance(int colour) {
        return 0.2126 * (colour >> 16 & 0xff) + 0.7152 * (colour >> 8 & 0xff) + 0.0722 * (colour & 0xff);
    }
}
