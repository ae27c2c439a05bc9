package org.hawser.launcher.host;

/** How ranks that follow each other go to hosts. */
public enum Mapping {
    /** One host is filled before the next. */
    NODE,
    /** The hosts take turns. */
    CYCLIC
}
