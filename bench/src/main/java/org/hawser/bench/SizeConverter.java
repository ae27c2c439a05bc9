package org.hawser.bench;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a number of bytes with an optional suffix: {@code 8}, {@code 64K}, {@code 4M}.
 *
 * <p><b>Threads:</b> stateless.
 */
final class SizeConverter implements ITypeConverter<Long> {
    private static final long MOST = 1L << 30;

    @Override
    public Long convert(String text) {
        String number = text.toUpperCase(Locale.ROOT).replaceFirst("(IB|B)$", "");
        int suffix = number.isEmpty() ? -1 : "KMG".indexOf(number.charAt(number.length() - 1));
        try {
            long value = suffix < 0 ? Long.parseLong(number)
                : Math.multiplyExact(Long.parseLong(number.substring(0, number.length() - 1)), 1L << 10 * (suffix + 1));
            if (value < Long.BYTES || value > MOST || value % Long.BYTES != 0) {
                throw new TypeConversionException("sizes are multiples of 8 from 8 to 1G: " + text);
            }
            return value;
        } catch (NumberFormatException | ArithmeticException e) {
            throw new TypeConversionException("not a size: " + text);
        }
    }
}
