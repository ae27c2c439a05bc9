package org.hawser.mpi.coll.algorithm;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * All algorithms, by collective. The first of each list can deal with everything: it is taken where no other fits.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> at first use.
 */
public final class Algorithms {
    /** Of barrier. */
    public static final List<Barrier> BARRIER =
        List.of(new BarrierDissemination(), new BarrierRuntime(), new BarrierNode(), new BarrierHierarchical());
    /** Of bcast. */
    public static final List<Bcast> BCAST =
        List.of(new BcastBinomial(), new BcastScatterAllGather(), new BcastChain(), new BcastNode(),
            new BcastHierarchical());
    /** Of gather and gatherv. */
    public static final List<Gather> GATHER = List.of(new GatherLinear(), new GatherBinomial());
    /** Of scatter and scatterv. */
    public static final List<Scatter> SCATTER = List.of(new ScatterLinear(), new ScatterBinomial());
    /** Of allGather and allGatherv. */
    public static final List<AllGather> ALLGATHER = List.of(new AllGatherRing(), new AllGatherRecursiveDoubling(),
        new AllGatherBruck(), new AllGatherLinear(), new AllGatherNode(), new AllGatherHierarchical());
    /** Of allToAll, allToAllv and allToAllw. */
    public static final List<AllToAll> ALLTOALL =
        List.of(new AllToAllPairwise(), new AllToAllLinear(), new AllToAllBruck(), new AllToAllNode());
    /** Of reduce. */
    public static final List<Reduce> REDUCE =
        List.of(new ReduceBinomial(), new ReduceRabenseifner(), new ReduceNode(), new ReduceHierarchical());
    /** Of allReduce. */
    public static final List<AllReduce> ALLREDUCE = List.of(new AllReduceRecursiveDoubling(),
        new AllReduceRabenseifner(), new AllReduceRing(), new AllReduceNode(),
        new AllReduceHierarchical());
    /** Of reduceScatter and reduceScatterBlock. */
    public static final List<ReduceScatter> REDUCE_SCATTER = List.of(new ReduceScatterLinear(),
        new ReduceScatterPairwise(), new ReduceScatterRecursiveHalving());
    /** Of scan. */
    public static final List<Scan> SCAN = List.of(new ScanRecursiveDoubling(), new ScanLinear());
    /** Of exScan. */
    public static final List<ExScan> EXSCAN = List.of(new ExScanRecursiveDoubling(), new ExScanLinear());
    /** All of them, by the names that collectives have in tables and settings. */
    public static final SequencedMap<String, List<? extends Algorithm>> BY_COLLECTIVE = byCollective();

    private Algorithms() {
    }

    private static SequencedMap<String, List<? extends Algorithm>> byCollective() {
        SequencedMap<String, List<? extends Algorithm>> all = new LinkedHashMap<>();
        all.put("barrier", BARRIER);
        all.put("bcast", BCAST);
        all.put("gather", GATHER);
        all.put("scatter", SCATTER);
        all.put("allgather", ALLGATHER);
        all.put("alltoall", ALLTOALL);
        all.put("reduce", REDUCE);
        all.put("allreduce", ALLREDUCE);
        all.put("reducescatter", REDUCE_SCATTER);
        all.put("scan", SCAN);
        all.put("exscan", EXSCAN);
        return Collections.unmodifiableSequencedMap(all);
    }
}
