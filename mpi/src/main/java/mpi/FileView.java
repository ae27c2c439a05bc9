package mpi;

/**
 * What a process sees of a file; see {@link File#getView}.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class FileView {
    private final long disp;
    private final Datatype etype;
    private final Datatype filetype;
    private final String datarep;

    /** A view. */
    public FileView(long disp, Datatype etype, Datatype filetype, String datarep) {
        this.disp = disp;
        this.etype = etype;
        this.filetype = filetype;
        this.datarep = datarep;
    }

    /** Where it begins, in bytes. */
    public long getDisp() {
        return disp;
    }

    /** What positions are counted in. */
    public Datatype getEType() {
        return etype;
    }

    /** Which parts of the file are seen. */
    public Datatype getFileType() {
        return filetype;
    }

    /** How items are represented. */
    public String getDataRep() {
        return datarep;
    }
}
