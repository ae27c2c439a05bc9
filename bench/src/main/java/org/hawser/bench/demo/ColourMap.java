package org.hawser.bench.demo;

/**
 * The colours of temperatures, cold to hot. Lightness rises evenly from one end to the other, so that equal differences
 * of temperature look equal, in print and to colour-blind eyes too.
 *
 * <p><b>Threads:</b> immutable.
 */
final class ColourMap {
    /** Colours in the palette. */
    static final int LEVELS = 256;

    /** Red, green, blue at equal distances along the map. */
    private static final int[] STOPS = {
        0x000004, 0x140b34, 0x390962, 0x61136e, 0x85216b, 0xa92e5e, 0xcb4149, 0xe65d2f, 0xf78410, 0xfcae12, 0xf5db4c,
        0xfcffa4,
    };

    private ColourMap() {
    }

    /** The colour of a level, as 0xRRGGBB. */
    static int colour(int level) {
        double place = (double) level / (LEVELS - 1) * (STOPS.length - 1);
        int stop = Math.min((int) place, STOPS.length - 2);
        double share = place - stop;
        int colour = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int from = STOPS[stop] >> shift & 0xff;
            int to = STOPS[stop + 1] >> shift & 0xff;
            colour |= (int) Math.round(from + (to - from) * share) << shift;
        }
        return colour;
    }

    /** The level of a temperature from 0 to 1. */
    static byte level(double temperature) {
        return (byte) Math.clamp(Math.round(temperature * (LEVELS - 1)), 0, LEVELS - 1);
    }

    /** The whole map as a CSS gradient from left to right. */
    static String gradient() {
        StringBuilder css = new StringBuilder("linear-gradient(to right");
        for (int stop : STOPS) {
            css.append(String.format(",#%06x", stop));
        }
        return css.append(')').toString();
    }
}
