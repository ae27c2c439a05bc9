/** Floor 0: ranks of one node talk through shared memory. */
module org.hawser.fabric.shm {
    requires transitive org.hawser.fabric;

    exports org.hawser.fabric.shm;

    provides org.hawser.fabric.Provider with org.hawser.fabric.shm.ShmProvider;
}
