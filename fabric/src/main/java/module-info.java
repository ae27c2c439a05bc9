/** Floor 1: endpoint, region, capability, completion: what a provider implements, and the emulation of the rest. */
module org.hawser.fabric {
    requires transitive org.hawser.platform;

    exports org.hawser.fabric;
    exports org.hawser.fabric.emulation;
}
