package org.hawser.mpi.ft;

import java.util.ArrayList;
import java.util.List;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.comm.Communicator;
import org.hawser.mpi.comm.Remainder;
import org.hawser.mpi.group.Members;
import org.hawser.mpi.p2p.PointToPoint;

/**
 * What a program does about lost ranks: asks who they are, takes note of them, revokes a communicator, agrees with
 * those that are left, and makes a communicator of them.
 *
 * <pre>{@code
 * FaultTolerance.revoke(comm);
 * Communicator rest = FaultTolerance.shrink(comm);
 * }</pre>
 *
 * <p><b>Threads:</b> any; {@link #agree} and {@link #shrink} one at a time in a communicator. <b>Allocates:</b> per
 * call.
 */
public final class FaultTolerance {
    private static final long AGREE = 1;
    private static final long SHRINK = 2;
    private static final long MIXED = -1;
    /** Stands for a context in the agreement at the end; contexts are even. */
    private static final int FAREWELL = 3;

    private FaultTolerance() {
    }

    /** Makes a rank hear what others say about faults; before they may. */
    public static void start(PointToPoint point) {
        FaultMessages.of(point);
    }

    /**
     * Waits until all ranks of the job that live have come here, or have left; once in the life of a rank, at its end.
     */
    public static void partInPeace(PointToPoint point) {
        FaultMessages.of(point).consensus().reach(FAREWELL, 0, Members.range(0, point.rank().size()), new long[0],
            all -> new long[0]);
    }

    /** Revokes a communicator, here and at all its members that live. */
    public static void revoke(Communicator comm) {
        FaultMessages.of(comm.point()).revocation().revoke(comm);
    }

    /**
     * This rank gives up something that it makes with others in several steps, in a communicator that is for nothing
     * else. When that is for a lost rank, others may be a step further, and would wait for this one: they are told.
     *
     * @param parent the program's communicator, from which that one was made
     * @param failure why
     * @return the failure as the program shall see it
     */
    public static MpiFailure giveUp(Communicator comm, Communicator parent, MpiFailure failure) {
        boolean told = failure.errorClass() == ErrorClass.REVOKED && !parent.circle().isRevoked();
        if (told || failure.errorClass() == ErrorClass.PROC_FAILED) {
            revoke(comm);
        }
        return told ? new MpiFailure(ErrorClass.PROC_FAILED, "another rank has given up what was to be made together, "
            + "because one has ended", failure) : failure;
    }

    /** The members of this process's group, or of the other one where there are two, that are lost, in order. */
    public static Members failed(Communicator comm) {
        return lostOf(comm, comm.remote(), false);
    }

    /** Takes note of the members that are lost now: receives from anybody go on without them. */
    public static void acknowledge(Communicator comm) {
        Members lost = failed(comm);
        for (int i = 0; i < lost.size(); i++) {
            comm.circle().acknowledge(lost.get(i));
        }
    }

    /** The lost members that {@link #acknowledge} has taken note of, in order. */
    public static Members acknowledged(Communicator comm) {
        return lostOf(comm, comm.remote(), true);
    }

    private static Members lostOf(Communicator comm, Members among, boolean onlyAcknowledged) {
        List<Integer> lost = new ArrayList<>();
        for (int i = 0; i < among.size(); i++) {
            int world = among.get(i);
            if (onlyAcknowledged ? comm.circle().isAcknowledged(world) : comm.point().watch().findLost(world)) {
                lost.add(world);
            }
        }
        return Members.of(lost.stream().mapToInt(Integer::intValue).toArray());
    }

    /**
     * Collective over the members that live: the bitwise and of their flags, the same at all, whoever dies meanwhile.
     *
     * @throws MpiFailure when members call {@link #shrink} instead, at all; when the others have taken this rank for
     *     dead
     */
    public static int agree(Communicator comm, int flag) {
        long[] decision = consensus(comm).reach(comm, Remainder.everybody(comm), new long[] {AGREE, flag}, all -> {
            long[] value = {AGREE, -1};
            for (long[] one : all) {
                if (one != null) {
                    value[0] = one[0] == AGREE ? value[0] : MIXED;
                    value[1] &= one[1];
                }
            }
            return value;
        });
        checkKind(decision, AGREE);
        return (int) decision[1];
    }

    /**
     * Collective over the members that live: a communicator of them, in the same order, the same members at all. One
     * that dies while it is made may be among them.
     */
    public static Communicator shrink(Communicator comm) {
        Members all = Remainder.everybody(comm);
        int sets = Bits.of(all.size()).length;
        long[] decision = consensus(comm).reach(comm, all,
            Bits.joined(Bits.joined(new long[] {SHRINK}, lost(comm, all)), Remainder.usedRanges(comm)),
            contributions -> place(comm, all, contributions));
        checkKind(decision, SHRINK);
        long[] gone = Bits.of(all.size());
        Bits.addAll(gone, decision, 1);
        int me = all.indexOf(comm.local().get(comm.rank()));
        if (Bits.isSet(gone, 0, me)) {
            throw new MpiFailure(ErrorClass.PROC_FAILED, "other ranks have taken this one for dead, and go on without "
                + "it: rank=" + comm.rank());
        }
        for (int i = 0; i < all.size(); i++) {
            if (Bits.isSet(gone, 0, i)) {
                comm.point().watch().takeForLost(all.get(i));
            }
        }
        return Remainder.of(comm, world -> !Bits.isSet(gone, 0, all.indexOf(world)), decision, 1 + sets);
    }

    private static long[] lost(Communicator comm, Members all) {
        long[] lost = Bits.of(all.size());
        for (int i = 0; i < all.size(); i++) {
            if (comm.point().watch().findLost(all.get(i))) {
                Bits.set(lost, i);
            }
        }
        return lost;
    }

    /** At the coordinator: who is gone, and the context of a communicator of the others. */
    private static long[] place(Communicator comm, Members all, long[][] contributions) {
        long[] gone = Bits.of(all.size());
        long[] used = new long[Remainder.usedRanges(comm).length];
        long kind = SHRINK;
        for (int i = 0; i < contributions.length; i++) {
            long[] one = contributions[i];
            if (one == null) {
                Bits.set(gone, i);
            } else if (one[0] == SHRINK) {
                Bits.addAll(gone, one, 1);
                Bits.addAll(used, one, 1 + gone.length);
            } else {
                kind = MIXED;
            }
        }
        if (kind == MIXED) {
            return new long[] {MIXED};
        }
        int left = 0;
        for (int i = 0; i < all.size(); i++) {
            left += Bits.isSet(gone, 0, i) ? 0 : 1;
        }
        return Bits.joined(Bits.joined(new long[] {SHRINK}, gone), Remainder.place(comm, left, used));
    }

    private static void checkKind(long[] decision, long kind) {
        if (decision[0] != kind) {
            throw new MpiFailure(ErrorClass.OTHER, "ranks of one communicator call agree and shrink at the same time");
        }
    }

    private static Consensus consensus(Communicator comm) {
        return FaultMessages.of(comm.point()).consensus();
    }
}
