package mpi;

/**
 * A version of the MPI standard.
 *
 * <pre>{@code
 * Version version = MPI.getVersion();
 * String text = "MPI " + version.getVersion() + "." + version.getSubVersion();
 * }</pre>
 *
 * <p><b>Threads:</b> immutable.
 */
public final class Version {
    private final int version;
    private final int subVersion;

    Version(int version, int subVersion) {
        this.version = version;
        this.subVersion = subVersion;
    }

    /** The number before the dot. */
    public int getVersion() {
        return version;
    }

    /** The number after the dot. */
    public int getSubVersion() {
        return subVersion;
    }
}
