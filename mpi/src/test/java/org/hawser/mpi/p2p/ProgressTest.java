package org.hawser.mpi.p2p;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.hawser.testkit.LocalRanks;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who moves messages while a rank makes no call. */
class ProgressTest {

    /** Rank 1 posts, then makes no call until rank 0 has ended all its sends, large and synchronous ones too. */
    @ParameterizedTest
    @ValueSource(strings = {"integrated", "write", "read"})
    void aProgressThreadReceivesWhileItsRankComputes(String protocol) {
        Medium medium = P2pJob.FILES.with("hawser.mpi.protocol", protocol);
        AtomicBoolean ended = new AtomicBoolean();
        new P2pJob(2).run(LocalRanks.on(medium).withProgressThreads(), (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            int[] lengths = PointToPointContract.LENGTHS;
            List<Spot> places = new ArrayList<>();
            List<Operation> receives = new ArrayList<>();
            for (int i = 0; rank.number() == 1 && i < lengths.length; i++) {
                places.add(Spot.bytes(lengths[i]));
                receives.add(messages.post(0, i, places.get(i)));
            }
            rank.barrier();
            if (rank.number() == 0) {
                for (int i = 0; i < lengths.length; i++) {
                    messages.send(1, i, true, Messages.filled(lengths[i], i));
                }
                ended.set(true);
            } else {
                while (!ended.get()) {
                    Thread.onSpinWait();
                }
                for (int i = 0; i < lengths.length; i++) {
                    messages.finish(receives.get(i), places.get(i), i, lengths[i], i);
                }
            }
        });
    }

    /** Rank 1 only asks whether its receive is done, with progress of its own. */
    @Test
    void aRankThatOnlyTestsEndsItsOperations() {
        P2pJob.run(P2pJob.THREADS, 2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            for (int bytes : PointToPointContract.LENGTHS) {
                Spot place = rank.number() == 0 ? Messages.filled(bytes, 5) : Spot.bytes(bytes);
                Operation operation = rank.number() == 0 ? messages.startSend(1, 1, true, place)
                    : messages.post(0, 1, place);
                messages.until("it ends: bytes=" + bytes, operation::isDone);
                if (rank.number() == 0) {
                    messages.finish(operation);
                } else {
                    assertEquals(0, messages.finish(operation, place, 1, bytes, 5));
                }
            }
        });
    }

    @Test
    void anAwaitOfAConditionEndsWhenAnOperationEndsIt() {
        P2pJob.run(P2pJob.FILES, 2, (rank, p2p) -> {
            Messages messages = new Messages(p2p);
            int other = 1 - rank.number();
            for (int bytes : PointToPointContract.LENGTHS) {
                Spot place = Spot.bytes(bytes);
                Operation receive = messages.post(other, 1, place);
                Operation send = messages.startSend(other, 1, false, Messages.filled(bytes, 3));
                p2p.await(() -> receive.isDone() && send.isDone());
                messages.finish(receive, place, 1, bytes, 3);
                messages.finish(send);
            }
        });
    }
}
