/** Floor 4: MPI for Java programs; the API is package {@code mpi}, everything else serves it. */
module org.hawser.mpi {
    requires org.hawser.runtime;

    exports mpi;

    provides org.hawser.runtime.RankGroups with org.hawser.mpi.comm.CommunicatorRanks;
}
