package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import mpi.CartComm;
import mpi.Comm;
import mpi.Datatype;
import mpi.DistGraphNeighbors;
import mpi.GraphComm;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpi.Win;

/**
 * The forms of calls that programs written for this API use and that take a {@link java.nio.Buffer} where Hawser has
 * another one for all objects; and copies of communicators of every kind. Every rank takes part.
 */
final class MpiOverloads {
    private static final Intracomm WORLD = MPI.COMM_WORLD;
    private static final int TAG = 7;

    private final int me = WORLD.getRank();
    private final int size = WORLD.getSize();
    private final int left = (me + size - 1) % size;
    private final int right = (me + 1) % size;
    /** Rank i has i + 1 items. */
    private final int[] counts = IntStream.rangeClosed(1, size).toArray();
    private final int[] places = IntStream.range(0, size).map(i -> i * (i + 1) / 2).toArray();
    private final int total = size * (size + 1) / 2;

    private MpiOverloads() throws MPIException {
    }

    static void run() throws MPIException {
        MpiOverloads calls = new MpiOverloads();
        calls.persistent();
        calls.matched();
        calls.rooted();
        calls.rootedUneven();
        calls.exchanges();
        calls.reductions();
        calls.scans();
        calls.neighbours();
        calls.copies();
        calls.bridges();
        calls.windows();
        calls.names();
    }

    private static IntBuffer ints(int length, IntUnaryOperator values) {
        IntBuffer buffer = MPI.newIntBuffer(length);
        for (int i = 0; i < length; i++) {
            buffer.put(i, values.applyAsInt(i));
        }
        return buffer;
    }

    private static IntBuffer from(int first, int length) {
        return ints(length, i -> first + i);
    }

    private static void assertInts(String what, IntBuffer found, int length, IntUnaryOperator values) {
        for (int i = 0; i < length; i++) {
            check(found.get(i) == values.applyAsInt(i), what + " [" + i + "] " + found.get(i));
        }
    }

    private void persistent() throws MPIException {
        MPI.attachBuffer(new byte[4 * (MPI.BSEND_OVERHEAD + 64)]);
        IntBuffer out = from(me, 2);
        IntBuffer in = MPI.newIntBuffer(2);
        Prequest[] sends = {WORLD.sendInit(out, 2, MPI.INT, right, TAG), WORLD.bSendInit(out, 2, MPI.INT, right, TAG),
            WORLD.sSendInit(out, 2, MPI.INT, right, TAG), WORLD.rSendInit(out, 2, MPI.INT, right, TAG)};
        Prequest receive = WORLD.recvInit(in, 2, MPI.INT, left, TAG);
        for (Prequest send : sends) {
            in.put(0, -1);
            receive.start();
            WORLD.barrier();
            send.start();
            Request.waitAll(new Request[] {receive, send});
            assertInts("persistent", in, 2, i -> left + i);
            send.free();
        }
        receive.free();
        MPI.detachBuffer();
        Request ready = WORLD.iRecv(in, 2, MPI.INT, left, TAG);
        WORLD.barrier();
        WORLD.irSend(from(me * 3, 2), 2, MPI.INT, right, TAG).waitFor();
        check(ready.waitStatus().getCount(MPI.INT) == 2, "ready");
        assertInts("ready", in, 2, i -> left * 3 + i);
    }

    private void matched() throws MPIException {
        Request send = WORLD.iSend(from(me, 3), 3, MPI.INT, right, TAG);
        Message message = new Message();
        Status probed = message.mProbe(left, TAG, WORLD);
        IntBuffer in = MPI.newIntBuffer(probed.getCount(MPI.INT));
        Status received = message.imRecv(in, in.capacity(), MPI.INT).waitStatus();
        check(received.getSource() == left && received.getError() == MPI.SUCCESS, "matched");
        assertInts("matched", in, 3, i -> left + i);
        send.waitFor();
    }

    private void rooted() throws MPIException {
        int root = size - 1;
        IntBuffer all = MPI.newIntBuffer(2 * size);
        WORLD.iGather(from(me * 2, 2), 2, MPI.INT, all, 2, MPI.INT, root).waitFor();
        assertInts("gather", all, me == root ? 2 * size : 0, i -> i);
        IntBuffer own = me == root ? ints(size, i -> i == me ? me * 5 : -1) : ints(1, i -> me * 5);
        WORLD.iGather(own, 1, MPI.INT, root).waitFor();
        assertInts("gather in place", own, me == root ? size : 1, i -> me == root ? i * 5 : me * 5);
        IntBuffer part = MPI.newIntBuffer(2);
        WORLD.iScatter(from(9, 2 * size), 2, MPI.INT, part, 2, MPI.INT, root).waitFor();
        assertInts("scatter", part, 2, i -> 9 + 2 * me + i);
        IntBuffer parts = me == root ? from(4, 2 * size) : MPI.newIntBuffer(2);
        WORLD.iScatter(parts, 2, MPI.INT, root).waitFor();
        assertInts("scatter in place", parts, me == root ? 2 * size : 2, i -> me == root ? 4 + i : 4 + 2 * me + i);
    }

    private void rootedUneven() throws MPIException {
        IntBuffer all = MPI.newIntBuffer(total);
        WORLD.iGatherv(ints(me + 1, i -> me), me + 1, MPI.INT, all, counts, places, MPI.INT, 0).waitFor();
        for (int rank = 0; me == 0 && rank < size; rank++) {
            int owner = rank;
            assertInts("gatherv", MPI.slice(all, places[rank]), counts[rank], i -> owner);
        }
        IntBuffer own = ints(me == 0 ? total : me + 1, i -> me + 10);
        Request gather = me == 0 ? WORLD.iGatherv(own, counts, places, MPI.INT, 0)
            : WORLD.iGatherv(own, me + 1, MPI.INT, 0);
        gather.waitFor();
        check(me > 0 || own.get(0) == 10 && own.get(total - 1) == size + 9, "gatherv in place");
        IntBuffer part = MPI.newIntBuffer(me + 1);
        WORLD.iScatterv(from(0, total), counts, places, MPI.INT, part, me + 1, MPI.INT, 0).waitFor();
        assertInts("scatterv", part, me + 1, i -> places[me] + i);
        IntBuffer parts = me == 0 ? from(20, total) : MPI.newIntBuffer(me + 1);
        Request scatter = me == 0 ? WORLD.iScatterv(parts, counts, places, MPI.INT, 0)
            : WORLD.iScatterv(parts, me + 1, MPI.INT, 0);
        scatter.waitFor();
        assertInts("scatterv in place", parts, me + 1, i -> 20 + places[me] + i);
    }

    private void exchanges() throws MPIException {
        IntBuffer inPlace = ints(size, i -> i == me ? -me : 1);
        WORLD.iAllGather(inPlace, 1, MPI.INT).waitFor();
        assertInts("allGather in place", inPlace, size, i -> -i);
        IntBuffer all = MPI.newIntBuffer(total);
        WORLD.iAllGatherv(ints(me + 1, i -> me), me + 1, MPI.INT, all, counts, places, MPI.INT).waitFor();
        check(all.get(0) == 0 && all.get(total - 1) == size - 1, "allGatherv");
        IntBuffer own = ints(total, i -> me);
        WORLD.iAllGatherv(own, counts, places, MPI.INT).waitFor();
        check(own.get(0) == 0 && own.get(places[right]) == right, "allGatherv in place");
        int[] two = IntStream.range(0, size).map(i -> 2).toArray();
        int[] items = IntStream.range(0, size).map(i -> 2 * i).toArray();
        IntBuffer in = MPI.newIntBuffer(2 * size);
        WORLD.iAllToAllv(from(me * 100, 2 * size), two, items, MPI.INT, in, two, items, MPI.INT).waitFor();
        assertInts("allToAllv", in, 2 * size, i -> i / 2 * 100 + 2 * me + i % 2);
        Datatype[] types = new Datatype[size];
        Arrays.fill(types, MPI.INT);
        int[] bytes = IntStream.range(0, size).map(i -> 8 * i).toArray();
        IntBuffer words = MPI.newIntBuffer(2 * size);
        WORLD.iAllToAllw(from(me * 100, 2 * size), two, bytes, types, words, two, bytes, types).waitFor();
        assertInts("allToAllw", words, 2 * size, i -> i / 2 * 100 + 2 * me + i % 2);
    }

    private void reductions() throws MPIException {
        int sum = size * (size - 1) / 2;
        IntBuffer inPlace = ints(2, i -> me + i);
        WORLD.iReduce(inPlace, 2, MPI.INT, MPI.SUM, 0).waitFor();
        assertInts("reduce in place", inPlace, me == 0 ? 2 : 0, i -> sum + size * i);
        IntBuffer part = MPI.newIntBuffer(me + 1);
        WORLD.iReduceScatter(from(me, total), part, counts, MPI.INT, MPI.SUM).waitFor();
        assertInts("reduceScatter", part, me + 1, i -> sum + size * (places[me] + i));
        IntBuffer own = from(me, total);
        WORLD.iReduceScatter(own, counts, MPI.INT, MPI.SUM).waitFor();
        assertInts("reduceScatter in place", own, me + 1, i -> sum + size * (places[me] + i));
        IntBuffer block = MPI.newIntBuffer(2);
        WORLD.iReduceScatterBlock(from(me, 2 * size), block, 2, MPI.INT, MPI.SUM).waitFor();
        assertInts("reduceScatterBlock", block, 2, i -> sum + size * (2 * me + i));
        IntBuffer blocks = from(me, 2 * size);
        WORLD.iReduceScatterBlock(blocks, 2, MPI.INT, MPI.SUM).waitFor();
        assertInts("reduceScatterBlock in place", blocks, 2, i -> sum + size * (2 * me + i));
    }

    private void scans() throws MPIException {
        int before = me * (me - 1) / 2;
        IntBuffer in = MPI.newIntBuffer(1);
        WORLD.iScan(from(me, 1), in, 1, MPI.INT, MPI.SUM).waitFor();
        check(in.get(0) == before + me, "scan");
        IntBuffer own = from(me, 1);
        WORLD.iScan(own, 1, MPI.INT, MPI.SUM).waitFor();
        check(own.get(0) == before + me, "scan in place");
        WORLD.iExScan(from(me, 1), in, 1, MPI.INT, MPI.SUM).waitFor();
        check(me == 0 || in.get(0) == before, "exScan");
        own.put(0, me);
        WORLD.iExScan(own, 1, MPI.INT, MPI.SUM).waitFor();
        check(me == 0 || own.get(0) == before, "exScan in place");
    }

    private void neighbours() throws MPIException {
        GraphComm ring = WORLD.createDistGraphAdjacent(new int[] {left}, new int[] {right}, MPI.INFO_NULL, false);
        IntBuffer in = MPI.newIntBuffer(size);
        ring.iNeighborAllGather(from(me, 1), 1, MPI.INT, in, 1, MPI.INT).waitFor();
        check(in.get(0) == left, "gather of neighbours");
        ring.iNeighborAllToAll(from(me * 2, 1), 1, MPI.INT, in, 1, MPI.INT).waitFor();
        check(in.get(0) == left * 2, "exchange of neighbours");
        int[] none = {0};
        ring.iNeighborAllGatherv(from(me, size), me + 1, MPI.INT, in, new int[] {left + 1}, none, MPI.INT).waitFor();
        assertInts("uneven gather of neighbours", in, left + 1, i -> left + i);
        ring.iNeighborAllToAllv(from(me * 3, size), new int[] {me + 1}, none, MPI.INT, in, new int[] {left + 1}, none,
            MPI.INT).waitFor();
        assertInts("uneven exchange of neighbours", in, left + 1, i -> left * 3 + i);
        ring.free();
    }

    private void copies() throws MPIException {
        CartComm grid = WORLD.createCart(new int[] {size}, new boolean[] {true}, false);
        CartComm later = grid.iDup();
        later.getRequest().waitFor();
        Info info = new Info();
        info.set("key", "value");
        for (CartComm copy : new CartComm[] {grid.clone(), later, grid.dupWithInfo(info.dup())}) {
            check(copy.getTopo().getDim(0) == size && copy.shift(0, 1).getRankDest() == right, "a grid's copy");
            copy.free();
        }
        GraphComm graph = WORLD.createDistGraphAdjacent(new int[] {left}, new int[] {right}, MPI.INFO_NULL, false);
        GraphComm second = graph.iDup();
        second.getRequest().waitFor();
        for (GraphComm copy : new GraphComm[] {graph.clone(), second, graph.dupWithInfo(info)}) {
            DistGraphNeighbors neighbours = copy.getDistGraphNeighbors();
            check(neighbours.getSource(0) == left && neighbours.getDestination(0) == right, "a graph's copy");
            copy.free();
        }
        // By the types above: what is copied is what it was.
        for (Intracomm comm : new Intracomm[] {grid, graph}) {
            Comm above = comm;
            Intracomm dup = comm.iDup();
            dup.getRequest().waitFor();
            Comm alike = above.iDup();
            alike.getRequest().waitFor();
            for (Comm copy : new Comm[] {comm.dup(), comm.clone(), comm.dupWithInfo(info), above.dup(), above.clone(),
                above.dupWithInfo(info), dup, alike}) {
                check(copy.getClass() == comm.getClass() && copy.getTopology() == comm.getTopology(), "a copy's kind");
                copy.free();
            }
        }
        info.free();
        grid.free();
        graph.free();
    }

    private void bridges() throws MPIException {
        boolean low = me < (size + 1) / 2;
        Intracomm half = WORLD.split(low ? 0 : 1, me);
        Intercomm bridge = WORLD.createIntercomm(half, 0, low ? (size + 1) / 2 : 0, TAG);
        Comm above = bridge;
        Intercomm later = bridge.iDup();
        later.getRequest().waitFor();
        for (Comm copy : new Comm[] {bridge.clone(), bridge.dupWithInfo(MPI.INFO_NULL), above.dup(), above.clone(),
            above.dupWithInfo(MPI.INFO_NULL), later}) {
            int[] sum = new int[1];
            copy.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
            check(copy.isInter() && sum[0] == bridge.getRemoteSize(), "a bridge's copy");
            copy.free();
        }
        bridge.free();
        half.free();
    }

    private void windows() throws MPIException {
        IntBuffer memory = MPI.newIntBuffer(2);
        Win window = new Win(memory, 2, 1, MPI.INFO_NULL, WORLD);
        window.lockAll(0);
        window.rPut(from(me, 1), 1, MPI.INT, right, 0, 1, MPI.INT).waitFor();
        window.rAccumulate(from(5, 1), 1, MPI.INT, 0, 1, 1, MPI.INT, MPI.SUM).waitFor();
        window.flushAll();
        WORLD.barrier();
        IntBuffer seen = MPI.newIntBuffer(1);
        window.rGetAccumulate(from(0, 1), 1, MPI.INT, seen, 1, MPI.INT, 0, 1, 1, MPI.INT, MPI.NO_OP).waitFor();
        check(seen.get(0) == 5 * size, "updates " + seen.get(0));
        window.unlockAll();
        WORLD.barrier();
        window.lock(MPI.LOCK_SHARED, me, 0);
        check(memory.get(0) == left, "a put " + memory.get(0));
        window.unlock(me);
        window.free();
    }

    /** Two meet by a name, everybody else looks on. */
    private void names() throws MPIException {
        if (me > 1) {
            return;
        }
        Info info = new Info();
        String service = "overloads-" + WORLD.getSize();
        Intercomm met;
        if (me == 0) {
            String port = Intracomm.openPort(info);
            Intracomm.publishName(service, info, port);
            WORLD.send(new int[0], 0, MPI.INT, 1, TAG);
            met = MPI.COMM_SELF.accept(port, info, 0);
            Intracomm.unpublishName(service, info, port);
            Intracomm.closePort(port);
        } else {
            WORLD.recv(new int[0], 0, MPI.INT, 0, TAG);
            met = MPI.COMM_SELF.connect(Intracomm.lookupName(service, info), info, 0);
        }
        int[] other = new int[1];
        met.sendRecv(new int[] {me}, 1, MPI.INT, 0, TAG, other, 1, MPI.INT, 0, TAG);
        check(other[0] == 1 - me, "who met whom");
        met.disconnect();
        info.free();
    }
}
