/** Floor 3: the job, its ranks, active messages and one-sided operations. */
module org.hawser.runtime {
    requires transitive org.hawser.fabric;

    exports org.hawser.runtime;
    exports org.hawser.runtime.launch;
    exports org.hawser.runtime.spawn;
    exports org.hawser.runtime.wireup;

    uses org.hawser.fabric.Provider;
}
