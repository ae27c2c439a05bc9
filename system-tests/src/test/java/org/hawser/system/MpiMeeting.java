package org.hawser.system;

import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** MPI programs that meet at ports; the first argument says which. */
public final class MpiMeeting {
    private static final String SERVICE = "hawser system test ";

    private MpiMeeting() {
    }

    public static void main(String[] arguments) throws Exception {
        MPI.InitThread(arguments, MPI.THREAD_MULTIPLE);
        int amount = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0;
        switch (arguments[0]) {
            case "halves" -> halves(amount);
            case "server" -> server(arguments[2], amount);
            case "client" -> client(arguments[2]);
            case "abandoned" -> abandoned(arguments[2]);
            case "mistakes" -> mistakes();
            default -> throw new IllegalArgumentException("no such program: " + arguments[0]);
        }
        MPI.Finalize();
        System.out.println("well");
    }

    /** Two halves of one job meet again and again, the port handed over by a message. */
    private static void halves(int times) throws MPIException {
        int me = MPI.COMM_WORLD.getRank();
        boolean serves = me % 2 == 0;
        Intracomm half = MPI.COMM_WORLD.split(me % 2, me);
        char[] port = new char[MPI.MAX_PORT_NAME];
        String name = null;
        if (me == 0) {
            name = Intracomm.openPort();
            name.getChars(0, name.length(), port, 0);
            MPI.COMM_WORLD.send(port, port.length, MPI.CHAR, 1, 0);
        } else if (me == 1) {
            MPI.COMM_WORLD.recv(port, port.length, MPI.CHAR, 0, 0);
            name = new String(port).trim();
        }
        for (int i = 0; i < times; i++) {
            Intercomm across = serves ? half.accept(name, 0) : half.connect(name, 0);
            MpiSpawning.talkAndPart(across, !serves);
        }
        if (me == 0) {
            Intracomm.closePort(name);
        }
    }

    /** Accepts so many clients, one after the other, then goes. */
    private static void server(String id, int clients) throws MPIException {
        int me = MPI.COMM_WORLD.getRank();
        String port = me == 0 ? Intracomm.openPort() : null;
        if (me == 0) {
            Intracomm.publishName(SERVICE + id, port);
        }
        System.out.println("up");
        for (int i = 0; i < clients; i++) {
            MpiSpawning.talkAndPart(MPI.COMM_WORLD.accept(port, 0), false);
        }
        if (me == 0) {
            Intracomm.unpublishName(SERVICE + id, port);
            Intracomm.closePort(port);
        }
    }

    private static void client(String id) throws MPIException {
        String port = MPI.COMM_WORLD.getRank() == 0 ? Intracomm.lookupName(SERVICE + id) : null;
        MpiSpawning.talkAndPart(MPI.COMM_WORLD.connect(port, 0), true);
    }

    /** Publishes a name and is killed. */
    private static void abandoned(String id) throws Exception {
        Intracomm.publishName(SERVICE + id, Intracomm.openPort());
        System.out.println("up");
        Thread.sleep(60_000);
    }

    /** What makes a call throw. */
    private interface Call {
        void run() throws MPIException;
    }

    private static void assertError(int errorClass, Call call) {
        try {
            call.run();
        } catch (MPIException e) {
            MpiSpawning.check(e.getErrorClass() == errorClass, "class " + e.getErrorClass() + ": " + e.getMessage());
            return;
        }
        throw new AssertionError("no error of class " + errorClass);
    }

    private static void mistakes() throws MPIException {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        Intracomm world = MPI.COMM_WORLD;
        int last = world.getSize() - 1;
        String service = SERVICE + ProcessHandle.current().pid() + " " + world.getRank();
        String port = Intracomm.openPort();
        Intracomm.publishName(service, port);
        MpiSpawning.check(Intracomm.lookupName(service).equals(port), "the port that was published");
        assertError(MPI.ERR_SERVICE, () -> Intracomm.publishName(service, port));
        Intracomm.unpublishName(service, port);
        assertError(MPI.ERR_SERVICE, () -> Intracomm.unpublishName(service, port));
        assertError(MPI.ERR_NAME, () -> Intracomm.lookupName(service));
        Intracomm.closePort(port);
        assertError(MPI.ERR_PORT, () -> Intracomm.closePort(port));
        assertError(MPI.ERR_PORT, () -> world.connect(port, last));
        assertError(MPI.ERR_PORT, () -> world.accept(port, last));
        assertError(MPI.ERR_PORT, () -> world.connect("no port", 0));
        assertError(MPI.ERR_PORT, () -> world.connect(null, 0));
        assertError(MPI.ERR_ROOT, () -> world.connect(port, world.getSize()));
        // Nobody accepts; what hawser.mpi.connect says is short here.
        String quiet = Intracomm.openPort();
        assertError(MPI.ERR_PORT, () -> world.connect(quiet, 0));
        world.barrier();
    }
}
