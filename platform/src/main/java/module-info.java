/**
 * Basement: rings, layouts, idle strategies, counters, the node's directory, libc through {@code
 * java.lang.foreign}.
 */
module org.hawser.platform {
    exports org.hawser.platform.counter;
    exports org.hawser.platform.idle;
    exports org.hawser.platform.libc;
    exports org.hawser.platform.lock;
    exports org.hawser.platform.memory;
    exports org.hawser.platform.node;
    exports org.hawser.platform.ring;
    exports org.hawser.platform.secret;
    exports org.hawser.platform.settings;
}
