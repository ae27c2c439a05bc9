package org.hawser.pgas;

/** How two numbers become one in a reduction. */
public enum Reduction {
    /** Their sum. */
    SUM,
    /** Their product. */
    PRODUCT,
    /** The lesser. */
    MIN,
    /** The greater. */
    MAX,
    /** The bits that both have; whole numbers only. */
    AND,
    /** The bits that one of them has; whole numbers only. */
    OR,
    /** The bits that just one of them has; whole numbers only. */
    XOR
}
