/** Floor 4: a partitioned global address space beside MPI, on the same runtime. */
module org.hawser.pgas {
    requires transitive org.hawser.runtime;

    exports org.hawser.pgas;

    uses org.hawser.runtime.RankGroups;
}
