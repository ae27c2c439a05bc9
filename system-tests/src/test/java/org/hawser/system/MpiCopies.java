package org.hawser.system;

import static org.hawser.system.Traffic.check;

import mpi.Comm;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Copies of communicators: what they take over, that they are apart, and that they are made while others wait. */
final class MpiCopies {
    private static final Intracomm WORLD = MPI.COMM_WORLD;

    private MpiCopies() {
    }

    static void run() throws MPIException {
        inheritance();
        apart();
        whileOthersWait();
        manyAtOnce();
        ofOneself();
    }

    private static void inheritance() throws MPIException {
        int key = Comm.createKeyval();
        WORLD.setAttr(key, "hung");
        Info info = new Info();
        info.set("colour", "red");
        WORLD.setInfo(info);
        info.set("colour", "blue");
        Intracomm copy = WORLD.dup();
        check("hung".equals(copy.getAttr(key)), "attribute " + copy.getAttr(key));
        check("red".equals(copy.getInfo().get("colour")), "hint " + copy.getInfo().get("colour"));
        check(copy.getErrhandler() == MPI.ERRORS_RETURN, "the handler is not the original's");
        check(copy.getName().isEmpty(), "name " + copy.getName());
        copy.setName("a copy");
        check("a copy".equals(copy.getName()), "name " + copy.getName());
        check(Comm.compare(copy, WORLD) == MPI.CONGRUENT, "compares " + Comm.compare(copy, WORLD));
        check(Comm.compare(copy, copy) == MPI.IDENT, "not the same as itself");
        copy.deleteAttr(key);
        check("hung".equals(WORLD.getAttr(key)), "the original lost its attribute");
        Intracomm other = WORLD.dupWithInfo(info);
        check("blue".equals(other.getInfo().get("colour")), "hint " + other.getInfo().get("colour"));
        Intracomm plain = other.dupWithInfo(MPI.INFO_NULL);
        check(plain.getInfo().size() == 0, "hints without any given");
        check(copy.getRequest().isNull(), "a request of a copy that is there");
        Intracomm clone = copy.clone();
        Rounds.pass(clone, clone.getSize(), 8);
        for (Comm each : new Comm[] {copy, other, plain, clone}) {
            each.free();
            check(each.isNull(), "freed, and not null");
        }
    }

    /** The same tag and peer in several communicators at once, received in another order than sent. */
    private static void apart() throws MPIException {
        Intracomm[] comms = {WORLD, WORLD.dup(), WORLD.dup(), null};
        comms[3] = comms[1].dup();
        int me = WORLD.getRank();
        int next = (me + 1) % WORLD.getSize();
        int before = (me + WORLD.getSize() - 1) % WORLD.getSize();
        Request[] sends = new Request[comms.length];
        for (int i = 0; i < comms.length; i++) {
            sends[i] = comms[i].iSend(new int[] {i}, 1, MPI.INT, next, 7);
        }
        for (int i = comms.length - 1; i >= 0; i--) {
            int[] in = new int[1];
            comms[i].recv(in, 1, MPI.INT, before, 7);
            check(in[0] == i, "communicator " + i + " carried the message of " + in[0]);
        }
        Request.waitAll(sends);
        for (int i = 1; i < comms.length; i++) {
            comms[i].free();
        }
    }

    /** Every process waits for a message that the next one sends only when its copy is there. */
    private static void whileOthersWait() throws MPIException {
        int me = WORLD.getRank();
        int size = WORLD.getSize();
        Intracomm copy = WORLD.iDup();
        check(!copy.isNull(), "a copy to come is null");
        if (me == size - 1) {
            copy.getRequest().waitFor();
            WORLD.send(new int[] {me}, 1, MPI.INT, (me + size - 1) % size, 5);
            if (size == 1) {
                WORLD.recv(new int[1], 1, MPI.INT, 0, 5);
            }
        } else {
            WORLD.recv(new int[1], 1, MPI.INT, me + 1, 5);
            if (me > 0) {
                WORLD.send(new int[] {me}, 1, MPI.INT, me - 1, 5);
            }
            copy.getRequest().waitFor();
        }
        check(copy.getRequest().isNull(), "the request is not null");
        check(Comm.compare(copy, WORLD) == MPI.CONGRUENT, "not congruent");
        Rounds.all(copy, size, 9);
        copy.disconnect();
    }

    /** Copies on their way together, with other makings between, waited for in another order. */
    private static void manyAtOnce() throws MPIException {
        Intracomm[] copies = new Intracomm[20];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = WORLD.iDup();
            if (i == 10) {
                WORLD.dup().free();
                WORLD.split(WORLD.getRank() % 2, 0).free();
            }
        }
        for (int i = copies.length - 1; i >= 0; i--) {
            while (!copies[i].getRequest().test()) {
                Thread.onSpinWait();
            }
        }
        for (int i = 0; i < copies.length; i++) {
            Rounds.pass(copies[i], WORLD.getSize(), i);
            copies[i].free();
        }
    }

    private static void ofOneself() throws MPIException {
        Intracomm self = MPI.COMM_SELF.dup();
        check(self.getSize() == 1 && self.getRank() == 0, "size " + self.getSize());
        Rounds.pass(self, 1, 1);
        self.free();
    }
}
