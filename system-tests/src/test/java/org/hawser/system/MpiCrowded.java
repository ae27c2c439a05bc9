package org.hawser.system;

import java.util.ArrayList;
import java.util.List;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.hawser.fabric.FabricException;
import org.hawser.fabric.Region;
import org.hawser.mpi.env.Environment;

/** MPI programs one of whose processes finds no shared memory left; the argument says what it needs some for. */
public final class MpiCrowded {
    private static final List<Region> FILLING = new ArrayList<>();

    private MpiCrowded() {
    }

    public static void main(String[] arguments) throws Exception {
        MPI.Init(arguments);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        int me = MPI.COMM_WORLD.getRank();
        Intracomm half = MPI.COMM_WORLD.split(me % 2, me);
        half.setErrhandler(MPI.ERRORS_RETURN);
        char[] port = new char[MPI.MAX_PORT_NAME];
        if (me == 0) {
            String name = Intracomm.openPort();
            name.getChars(0, name.length(), port, 0);
        }
        MPI.COMM_WORLD.bcast(port, port.length, MPI.CHAR, 0);
        String name = new String(port).trim();
        MPI.COMM_WORLD.barrier();
        fill();
        MPI.COMM_WORLD.barrier();
        try {
            if (arguments[0].equals("file")) {
                new File(MPI.COMM_WORLD, arguments[1], MPI.MODE_CREATE | MPI.MODE_RDWR);
            } else if (me % 2 == 0) {
                half.accept(name, 0);
            } else {
                half.connect(name, 0);
            }
            throw new AssertionError("there was memory");
        } catch (MPIException e) {
            boolean says = e.getMessage().contains("shared memory") || e.getMessage().contains("at another rank");
            MpiSpawning.check(says, e.getMessage());
        }
        FILLING.forEach(Region::close);
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
        System.out.println("well");
    }

    /** Takes all that is left, to the last bit. */
    private static void fill() {
        for (long bytes = 1 << 20; bytes >= 1; bytes /= 2) {
            try {
                while (true) {
                    FILLING.add(Environment.rank().allocate(bytes));
                }
            } catch (FabricException e) {
                // There is no room for so much.
            }
        }
    }
}
