package org.hawser.mpi.p2p;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import org.hawser.testkit.Medium;

/** Random steps and settings for programs. */
final class Steps {
    private static final int LARGEST = 1 << 20;

    private Steps() {
    }

    /** Lengths of all protocols, with weight on the limits between them. */
    static Arbitrary<Integer> lengths() {
        return Arbitraries.frequencyOf(
            Tuple.of(1, Arbitraries.just(0)),
            Tuple.of(3, Arbitraries.integers().between(1, 8)),
            Tuple.of(3, Arbitraries.integers().between(9, 64)),
            Tuple.of(3, Arbitraries.integers().between(65, 4096)),
            Tuple.of(2, Arbitraries.integers().between(8192 - 100, 8192 + 40)),
            Tuple.of(2, Arbitraries.integers().between(65_536 - 40, 65_536 + 40)),
            Tuple.of(2, Arbitraries.integers().between(4096, 200_000)),
            Tuple.of(1, Arbitraries.integers().between(200_000, LARGEST)));
    }

    static Arbitrary<Integer> contexts() {
        return Arbitraries.frequency(Tuple.of(6, 0), Tuple.of(2, 1), Tuple.of(1, PointToPoint.CONTEXTS - 1));
    }

    static Arbitrary<Integer> tags() {
        return Arbitraries.frequency(Tuple.of(4, 0), Tuple.of(3, 1), Tuple.of(2, 77),
            Tuple.of(1, Integer.MAX_VALUE));
    }

    /** All kinds of memory, and most of all that which peers reach by themselves. */
    static Arbitrary<Spot.Kind> memories() {
        return Arbitraries.frequencyOf(Tuple.of(2, Arbitraries.of(Spot.Kind.class)),
            Tuple.of(1, Arbitraries.just(Spot.Kind.RUNTIME)));
    }

    /** One step of a job with {@code ranks} ranks. */
    static Arbitrary<Step> steps(int ranks) {
        Arbitrary<Step.Act> acts = Arbitraries.frequency(Tuple.of(3, Step.Act.SEND), Tuple.of(4, Step.Act.START_SEND),
            Tuple.of(6, Step.Act.POST), Tuple.of(1, Step.Act.PEEK), Tuple.of(2, Step.Act.TAKE),
            Tuple.of(1, Step.Act.CANCEL), Tuple.of(2, Step.Act.COMPLETE));
        Arbitrary<Step> sizes = Combinators.combine(lengths(), Arbitraries.of(true, false, false, false),
                Arbitraries.frequency(Tuple.of(4, Step.Fit.AMPLE), Tuple.of(3, Step.Fit.EXACT),
                    Tuple.of(1, Step.Fit.SMALL)), memories(),
                Arbitraries.integers().between(0, 9), Arbitraries.integers().between(0, 1000))
            .as((bytes, synchronous, fit, kind, shift, choice) -> new Step(0, null, 0, 0, 0, bytes, synchronous, fit,
                kind, shift, choice));
        Arbitrary<Boolean> wild = Arbitraries.of(true, false, false);
        return Combinators.combine(Arbitraries.integers().between(0, ranks - 1), acts,
                Arbitraries.integers().between(0, ranks - 1), contexts(), tags(), wild, wild, sizes)
            .as((rank, act, peer, context, tag, anySource, anyTag, rest) -> new Step(rank, act,
                anySource && !act.sends() ? PointToPoint.ANY_SOURCE : peer, context,
                anyTag && !act.sends() ? PointToPoint.ANY_TAG : tag, rest.bytes(), rest.synchronous(), rest.fit(),
                rest.memory(), rest.shift(), rest.choice()));
    }

    /** Media with every protocol and with limits that short messages pass, too. */
    static Arbitrary<Medium> media() {
        Arbitrary<Medium> media = Arbitraries.frequency(Tuple.of(4, P2pJob.THREADS), Tuple.of(3, P2pJob.FILES),
            Tuple.of(1, P2pJob.CORE_ONLY), Tuple.of(1, P2pJob.TIGHT), Tuple.of(1, P2pJob.TCP),
            Tuple.of(1, P2pJob.MIXED), Tuple.of(1, P2pJob.REMOTE));
        Arbitrary<String> protocols = Arbitraries.of("", "integrated", "write", "read");
        Arbitrary<Boolean> low = Arbitraries.of(true, false);
        Arbitrary<String> staging = Arbitraries.of("", "0", "8K");
        return Combinators.combine(media, protocols, low, staging).as((medium, protocol, lowered, staged) -> {
            Medium made = protocol.isEmpty() ? medium : medium.with("hawser.mpi.protocol", protocol);
            made = lowered ? made.with("hawser.mpi.eager", 128).with("hawser.mpi.hybrid", 1024)
                .with("hawser.mpi.joint", 1) : made;
            return staged.isEmpty() ? made : made.with("hawser.mpi.staging", staged).with("hawser.mpi.chunk", 4096);
        });
    }

    /** The messages of a program that go to {@code to}, those of each source in the order of their sends. */
    static List<Sent> sent(List<Step> steps, int ranks, int to) {
        int[] numbers = new int[ranks];
        List<Sent> all = new ArrayList<>();
        for (Step step : steps) {
            if (step.act().sends()) {
                int number = numbers[step.rank()]++;
                if (step.peer() == to) {
                    all.add(new Sent(number, step.rank(), to, step.context(), step.tag(), step.bytes()));
                }
            }
        }
        return all;
    }

    /** The room of a receive, given the messages that may come. */
    static long room(Step step, List<Sent> messages) {
        long largest = messages.stream().mapToLong(Sent::bytes).max().orElse(0);
        long first = messages.stream().filter(step.pattern()::fits).mapToLong(Sent::bytes).findFirst()
            .orElse(step.bytes());
        return switch (step.fit()) {
            case AMPLE -> largest + step.choice() % 20;
            case EXACT -> first;
            case SMALL -> first * step.choice() / 1000;
        };
    }
}
