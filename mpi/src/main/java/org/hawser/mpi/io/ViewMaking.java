package org.hawser.mpi.io;

import java.util.Locale;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.Runs;

/**
 * Makes views of datatypes: the bytes of a filetype become a tile.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> in proportion to the groups of equal runs in a filetype.
 */
final class ViewMaking {
    private ViewMaking() {
    }

    /**
     * A view that can be used.
     *
     * @param written whether the file may be written through it
     * @throws MpiFailure when the filetype does not fit the etype, or cannot be used in a file
     */
    static View view(long displacement, Layout etype, Layout filetype, String representation, boolean written) {
        boolean converted = isConverted(representation);
        if (etype.size() <= 0) {
            throw new MpiFailure(ErrorClass.ARG, "the etype of a view has no bytes");
        }
        View view = new View(displacement, etype.size(), tile(filetype), filetype.extent(), converted);
        view.check(written, etype.isContiguous());
        return view;
    }

    private static boolean isConverted(String representation) {
        return switch (representation == null ? "" : representation.toLowerCase(Locale.ROOT)) {
            case "native", "internal" -> false;
            case "external32" -> true;
            default -> throw new MpiFailure(ErrorClass.UNSUPPORTED_DATAREP, "a data representation that is not "
                + "known (native, internal, external32 are): datarep=" + representation);
        };
    }

    private static RunList tile(Layout filetype) {
        RunList.Builder builder = new RunList.Builder();
        Runs runs = new Runs().start(filetype, 1);
        while (!runs.isDone()) {
            long blocks = runs.blocks();
            builder.add(runs.offset(), runs.length(), runs.stride(), blocks);
            runs.skip(blocks * runs.length());
        }
        return builder.build();
    }
}
