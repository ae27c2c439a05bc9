package org.hawser.system;

import static org.hawser.system.Traffic.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import org.hawser.system.MpiBuffer.Kind;

/**
 * Random traffic of all ranks for some seconds. Every rank makes the same plan of a round from its number, so each
 * knows what must come; a barrier ends the round, so that wildcards meet messages of their round only.
 */
final class MpiTraffic {
    private static final int CONTROL = 1_000_000;
    private static final Kind[] KINDS = {Kind.BYTES, Kind.DIRECT, Kind.NEW_BUFFER, Kind.LONGS, Kind.NATIVE,
        Kind.DIRECT_INTS, Kind.HEAP_BYTES};
    /** One message in so many is of up to {@link #LONGEST} bytes; more would slow the others down. */
    private static final int LONG_ONES = 40;
    private static final int LONGEST = 4 << 20;
    /** After so many rounds there is a row of long messages. */
    private static final int ROUNDS_PER_ROW = 50;
    private static final int READY = 5;

    /** One message of the plan. */
    private record Planned(int number, int from, int to, int tag, int bytes, int mode, Kind out, Kind in) {
        long seed(int round) {
            return (long) round << 20 | number;
        }
    }

    private final Comm world = MPI.COMM_WORLD;
    private final int me = world.getRank();
    private final int size = world.getSize();
    private final List<Request> sends = new ArrayList<>();
    private final List<MpiBuffer> sentBuffers = new ArrayList<>();
    private final MpiRows rows = new MpiRows();
    private long messages;
    private long bytes;

    private MpiTraffic() throws MPIException {
    }

    static void run(int seconds) throws MPIException {
        new MpiTraffic().rounds(seconds);
    }

    private void rounds(int seconds) throws MPIException {
        MPI.attachBuffer(new byte[1 << 20]);
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        int round = 0;
        while (goOn(System.nanoTime() < end)) {
            round(round++);
            if (round % ROUNDS_PER_ROW == 1) {
                bytes += rows.row(round, KINDS);
            }
        }
        MPI.detachBuffer();
        if (me == 0) {
            System.out.println("rounds=" + round + " messages=" + messages + " bytes=" + bytes);
        }
    }

    /** Rank 0 says whether there is another round. */
    private boolean goOn(boolean wanted) throws MPIException {
        boolean[] word = {wanted};
        if (me == 0) {
            for (int rank = 1; rank < size; rank++) {
                world.send(word, 1, MPI.BOOLEAN, rank, CONTROL);
            }
        } else {
            world.recv(word, 1, MPI.BOOLEAN, 0, CONTROL);
        }
        return word[0];
    }

    private List<Planned> plan(Random random) {
        List<Planned> plan = new ArrayList<>();
        int count = size * (2 + random.nextInt(6));
        for (int i = 0; i < count; i++) {
            plan.add(new Planned(i, random.nextInt(size), random.nextInt(size), random.nextInt(3), length(random),
                random.nextInt(READY + 1), KINDS[random.nextInt(KINDS.length)], KINDS[random.nextInt(KINDS.length)]));
        }
        return plan;
    }

    private static int length(Random random) {
        int[] most = {8, 64, 1024, 8192, 16_384, 70_000, 300_000};
        if (random.nextInt(LONG_ONES) == 0) {
            return random.nextInt(LONGEST / 8 + 1) * 8;
        }
        return random.nextInt(most[random.nextInt(most.length)] / 8 + 1) * 8;
    }

    private void round(int round) throws MPIException {
        Random random = new Random(round);
        List<Planned> plan = plan(random);
        int[] styles = random.ints(size, 0, 6).toArray();
        List<Planned> coming = plan.stream().filter(each -> each.to == me).toList();
        Receiver receiver = new Receiver(round, styles[me], coming);
        boolean early = styles[me] % 2 == 0;
        if (early) {
            receiver.post();
        }
        // Who posts early has done so where a round begins with a barrier: sends to it may be ready ones.
        boolean met = round % 3 == 0;
        if (met) {
            world.barrier();
        }
        for (Planned each : plan) {
            if (each.from == me) {
                send(each, round, met && styles[each.to] % 2 == 0 && styles[each.to] != 4);
            }
        }
        if (!early) {
            receiver.post();
        }
        receiver.finish();
        Request.waitAll(sends.toArray(new Request[0]));
        free(sends);
        sends.clear();
        sentBuffers.clear();
        world.barrier();
    }

    private static void free(List<Request> requests) throws MPIException {
        for (Request each : requests) {
            if (each instanceof Prequest again) {
                again.free();
            }
        }
    }

    private void send(Planned planned, int round, boolean posted) throws MPIException {
        MpiBuffer out = MpiBuffer.of(planned.out, planned.bytes).fill(planned.seed(round));
        sentBuffers.add(out);
        int to = planned.to;
        int tag = planned.tag;
        // Sent at once whatever the receiver does, with any setting that the tests use.
        boolean small = planned.bytes <= 1024;
        switch (planned.mode) {
            case 0 -> {
                if (small) {
                    world.send(out.buffer, out.count, out.type, to, tag);
                } else {
                    sends.add(world.iSend(out.buffer, out.count, out.type, to, tag));
                }
            }
            case 1 -> sends.add(world.isSend(out.buffer, out.count, out.type, to, tag));
            case 2 -> {
                if (small) {
                    world.bSend(out.buffer, out.count, out.type, to, tag);
                } else {
                    sends.add(world.isSend(out.buffer, out.count, out.type, to, tag));
                }
            }
            case 3 -> {
                Prequest send = world.sendInit(out.buffer, out.count, out.type, to, tag);
                send.start();
                sends.add(send);
            }
            case READY -> sends.add(posted ? world.irSend(out.buffer, out.count, out.type, to, tag)
                : world.iSend(out.buffer, out.count, out.type, to, tag));
            default -> sends.add(world.iSend(out.buffer, out.count, out.type, to, tag));
        }
        messages++;
        bytes += planned.bytes;
    }

    /** Receives the messages of a round in one of several styles, each of which suits every order of arrival. */
    private final class Receiver {
        private final int round;
        private final int style;
        private final List<Planned> coming;
        private final List<Planned> missing;
        private final List<Request> posted = new ArrayList<>();
        private final List<MpiBuffer> places = new ArrayList<>();

        Receiver(int round, int style, List<Planned> coming) {
            this.round = round;
            this.style = style;
            this.coming = coming;
            missing = new ArrayList<>(coming);
        }

        private int source(Planned each) {
            return style == 0 || style == 1 || style == 4 ? each.from : MPI.ANY_SOURCE;
        }

        private int tag(Planned each) {
            return style == 0 || style == 2 || style == 4 ? each.tag : MPI.ANY_TAG;
        }

        private int room(Planned each) {
            // Where the message is not known before, there must be room for any.
            return style == 0 || style == 4 ? each.bytes
                : coming.stream().mapToInt(Planned::bytes).max().orElse(0);
        }

        void post() throws MPIException {
            if (style == 5 || style == 4) {
                return;
            }
            for (Planned each : coming) {
                MpiBuffer place = MpiBuffer.of(each.in, room(each));
                places.add(place);
                if (each.number % 3 != 0) {
                    posted.add(world.iRecv(place.buffer, place.count, place.type, source(each), tag(each)));
                } else {
                    Prequest receive = world.recvInit(place.buffer, place.count, place.type, source(each), tag(each));
                    receive.start();
                    posted.add(receive);
                }
            }
        }

        void finish() throws MPIException {
            for (Planned each : style == 4 || style == 5 ? coming : List.<Planned>of()) {
                probe(each);
            }
            Status[] statuses = Request.waitAllStatus(posted.toArray(new Request[0]));
            free(posted);
            for (int i = 0; i < statuses.length; i++) {
                match(statuses[i], places.get(i));
            }
            check(missing.isEmpty(), "round " + round + " misses " + missing);
        }

        private void probe(Planned each) throws MPIException {
            Message message = new Message();
            Status seen = message.mProbe(source(each), tag(each), world);
            int length = seen.getCount(MPI.BYTE);
            MpiBuffer place = MpiBuffer.of(each.in, length);
            match(message.mRecv(place.buffer, place.count, place.type), place);
        }

        /** The message is the first of its source and tag and, where the tag was any, the first of its source. */
        private void match(Status status, MpiBuffer place) throws MPIException {
            Planned got = missing.stream().filter(each -> each.from == status.getSource()
                && (tag(each) == MPI.ANY_TAG || each.tag == status.getTag())).findFirst().orElse(null);
            String what = "round " + round + " style " + style + " source " + status.getSource() + " tag "
                + status.getTag() + ": " + got;
            check(got != null && got.tag == status.getTag(), "wrong order: " + what);
            missing.remove(got);
            check(status.getCount(place.type) == got.bytes / place.elementBytes,
                "wrong count: " + what + " count=" + status.getCount(place.type));
            place.check(got.seed(round), got.bytes, what);
        }
    }
}
