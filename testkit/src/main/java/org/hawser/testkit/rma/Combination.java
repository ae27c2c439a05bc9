package org.hawser.testkit.rma;

/**
 * What read-modify-write operations do to an element, defined one element at a time.
 *
 * <p><b>Threads:</b> immutable.
 */
public enum Combination {
    /** Adds. */
    SUM,
    /** Multiplies. */
    PROD,
    /** The smaller. */
    MIN,
    /** The larger. */
    MAX,
    /** Bitwise and. */
    BAND,
    /** Bitwise or. */
    BOR,
    /** Bitwise exclusive or. */
    BXOR,
    /** Logical and: 1 or 0. */
    LAND,
    /** Logical or: 1 or 0. */
    LOR,
    /** What was given takes the place of what was there. */
    REPLACE,
    /** Nothing changes. */
    NO_OP;

    /** Whether it is defined for such elements. */
    boolean takes(Element element) {
        return switch (this) {
            case SUM, PROD, MIN, MAX -> element != Element.BYTE;
            case BAND, BOR, BXOR -> !element.real;
            case LAND, LOR -> !element.real && element != Element.BYTE;
            default -> true;
        };
    }

    /** Whether many can do it at once and the order does not matter. */
    boolean commutes(Element element) {
        return this != REPLACE && !(this == PROD && element.real);
    }

    /** Combines one element of {@code given} into one of {@code memory}. */
    void apply(Element element, byte[] given, int from, byte[] memory, int at) {
        if (this == REPLACE) {
            System.arraycopy(given, from, memory, at, element.bytes);
        } else if (this != NO_OP && element.real) {
            element.fraction(memory, at, real(element.fraction(given, from), element.fraction(memory, at)));
        } else if (this != NO_OP) {
            element.integer(memory, at, integer(element.integer(given, from), element.integer(memory, at)));
        }
    }

    private double real(double given, double there) {
        return switch (this) {
            case SUM -> given + there;
            case PROD -> given * there;
            case MIN -> Math.min(given, there);
            default -> Math.max(given, there);
        };
    }

    private long integer(long given, long there) {
        return switch (this) {
            case SUM -> given + there;
            case PROD -> given * there;
            case MIN -> Math.min(given, there);
            case MAX -> Math.max(given, there);
            case BAND -> given & there;
            case BOR -> given | there;
            case BXOR -> given ^ there;
            case LAND -> given != 0 && there != 0 ? 1 : 0;
            default -> given != 0 || there != 0 ? 1 : 0;
        };
    }
}
