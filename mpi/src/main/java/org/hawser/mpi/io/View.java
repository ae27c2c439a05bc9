package org.hawser.mpi.io;

import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;

/**
 * What one rank sees of a file: from {@code displacement} on, copies of a tile, {@code extent} bytes apart. The bytes
 * that the tiles show, one after the other, are the view's stream; programs count it in etypes, this class in bytes.
 *
 * <pre>
 *  file    |displacement|ab..cd..|ef..gh..|        tile: ab, cd      stream: abcdefgh
 * </pre>
 *
 * <p><b>Threads:</b> immutable. <b>Allocates:</b> nothing per question; a {@link Walk} is an object.
 */
final class View {
    /** Every byte of the file, from the first one on. */
    static final View WHOLE = new View(0, 1, RunList.of(0, 1), 1, false);

    private static final long ENDLESS = Long.MAX_VALUE / 4;

    private final long displacement;
    private final long etype;
    private final RunList tile;
    private final long extent;
    private final boolean converted;
    private final boolean contiguous;
    /** Where the first tile ends in the file; negative when no file reaches so far. */
    private final long reach;

    /**
     * A view.
     *
     * @param etype the bytes of an etype
     * @param converted whether the file holds external32
     */
    View(long displacement, long etype, RunList tile, long extent, boolean converted) {
        this.displacement = displacement;
        this.etype = etype;
        this.tile = tile;
        this.extent = extent;
        this.converted = converted;
        contiguous = tile.groups() == 1 && tile.runCount(0) == 1 && tile.bytes() == extent;
        reach = displacement + (tile.groups() == 0 ? 0 : tile.highest());
    }

    /** Refuses what cannot be a view. */
    void check(boolean writing, boolean contiguousEtype) {
        if (displacement < 0) {
            throw new MpiFailure(ErrorClass.ARG, "the displacement of a view is negative: disp=" + displacement);
        }
        if (etype == 0 ? tile.bytes() > 0 : tile.bytes() % etype != 0) {
            throw notOfEtypes();
        }
        if (tile.bytes() == 0) {
            return;
        }
        if (contiguousEtype && !tile.isMadeOf(etype)) {
            throw notOfEtypes();
        }
        if (tile.lowest() < 0) {
            throw new MpiFailure(ErrorClass.ARG, "a filetype reaches in front of its beginning: displacement="
                + tile.lowest());
        }
        if (reach < 0) {
            throw new MpiFailure(ErrorClass.ARG, "a view begins further than a file can reach: disp=" + displacement);
        }
        if (!tile.isAscending()) {
            throw new MpiFailure(ErrorClass.ARG, "the displacements of a filetype must not decrease");
        }
        if (extent <= 0) {
            throw new MpiFailure(ErrorClass.ARG, "the extent of a filetype must be positive, else its copies do not "
                + "come to an end in the file: extent=" + extent);
        }
        // Copies may reach into each other, as those of a column whose extent is one element: programs that write one
        // copy per view use such types.
        if (writing && !tile.isDisjoint()) {
            throw new MpiFailure(ErrorClass.ARG, "the filetype of a file that is written must not overlap itself: "
                + "bytes=" + tile.bytes() + " extent=" + extent);
        }
    }

    private MpiFailure notOfEtypes() {
        return new MpiFailure(ErrorClass.ARG, "the filetype is not made of etypes: filetype bytes=" + tile.bytes()
            + " etype bytes=" + etype);
    }

    /** Where the first tile begins, in bytes of the file. */
    long displacement() {
        return displacement;
    }

    /** The bytes of an etype. */
    long etype() {
        return etype;
    }

    /** True when the file holds external32. */
    boolean isConverted() {
        return converted;
    }

    /** True when nothing can be read or written through it. */
    boolean isEmpty() {
        return tile.bytes() == 0;
    }

    /** True when later bytes of the stream lie later in the file, so that {@link #positionOf} has an answer. */
    boolean isMonotonic() {
        return !isEmpty() && tile.isDisjoint() && tile.end() <= tile.first() + extent;
    }

    /** About how many runs so many bytes of the stream are; at least one. */
    long runsIn(long bytes) {
        return contiguous ? 1 : Math.max(1, (long) ((double) bytes / tile.bytes() * tile.runs()));
    }

    /**
     * The byte of the stream where etype {@code etypes} begins.
     *
     * @throws MpiFailure when so many bytes from there on lie further than a file can reach
     */
    long positionOfEtype(long etypes, long bytes) {
        try {
            long position = Math.multiplyExact(etypes, etype);
            if (position >= 0 && !isEmpty()) {
                Math.addExact(reach, Math.multiplyExact(Math.addExact(position, bytes) / tile.bytes(), extent));
            }
            if (position >= 0) {
                return position;
            }
        } catch (ArithmeticException e) {
            // No long counts so many bytes.
        }
        throw new MpiFailure(ErrorClass.ARG, "a position that no file reaches: position=" + etypes + " etype bytes="
            + etype + " bytes=" + bytes);
    }

    /** The byte of the file that byte {@code position} of the stream is; 0 of an empty view is its beginning. */
    long offsetOf(long position) {
        if (contiguous || isEmpty()) {
            return displacement + (isEmpty() ? 0 : tile.first()) + position;
        }
        long within = position % tile.bytes();
        int group = tile.groupAt(within);
        long rest = within - tile.bytesBefore(group);
        return displacement + position / tile.bytes() * extent + tile.runOffset(group, rest / tile.runLength(group))
            + rest % tile.runLength(group);
    }

    /** Where an access ends in the file whose last byte is in front of {@code position} of the stream. */
    long endOf(long position) {
        return offsetOf(position - 1) + 1;
    }

    /** How many bytes of the stream lie below byte {@code offset} of the file; for monotonic views. */
    long positionOf(long offset) {
        long relative = offset - displacement - tile.first();
        if (relative <= 0) {
            return 0;
        }
        if (contiguous) {
            return relative;
        }
        long number = relative / extent;
        return number * tile.bytes() + tile.bytesBelow(offset - displacement - number * extent);
    }

    /** How many bytes of the stream a file of {@code size} bytes has, also when the view is not monotonic. */
    long positionOfEnd(long size) {
        if (isEmpty()) {
            return 0;
        }
        if (isMonotonic()) {
            return positionOf(size);
        }
        // The tiles in front of this one lie in the file, all of them; this one does not.
        long tiles = size < reach ? 0 : (size - reach) / extent + 1;
        long position = tiles * tile.bytes();
        for (Walk walk = walk(position); walk.offset() + walk.length() <= size; walk.skip(walk.length())) {
            position += walk.length();
        }
        return position;
    }

    /** The runs of the file from a byte of the stream on. */
    Walk walk(long position) {
        if (isEmpty()) {
            throw new MpiFailure(ErrorClass.ARG, "the view shows nothing of the file: its filetype has no bytes");
        }
        return new Walk(position);
    }

    /**
     * Goes through the runs of a view, one after the other.
     *
     * <p><b>Threads:</b> one.
     */
    final class Walk {
        /** Where the tile begins in the file. */
        private long base;
        private int group;
        private long run;
        /** Of the run, what has been passed. */
        private long passed;

        private Walk(long position) {
            to(position);
        }

        private Walk(Walk other) {
            base = other.base;
            group = other.group;
            run = other.run;
            passed = other.passed;
        }

        /** Another one, at the same place. */
        Walk copy() {
            return new Walk(this);
        }

        private void to(long position) {
            if (contiguous) {
                base = displacement + tile.first();
                passed = position;
                return;
            }
            base = displacement + position / tile.bytes() * extent;
            long within = position % tile.bytes();
            group = tile.groupAt(within);
            long rest = within - tile.bytesBefore(group);
            run = rest / tile.runLength(group);
            passed = rest % tile.runLength(group);
        }

        /** The byte of the file where it is. */
        long offset() {
            return contiguous ? base + passed : base + tile.runOffset(group, run) + passed;
        }

        /** The bytes from there to the end of the run; at least one. */
        long length() {
            return contiguous ? ENDLESS : tile.runLength(group) - passed;
        }

        /** Passes {@code bytes}, no more than {@link #length}. */
        void skip(long bytes) {
            passed += bytes;
            if (contiguous || passed < tile.runLength(group)) {
                return;
            }
            passed = 0;
            if (++run == tile.runCount(group)) {
                run = 0;
                if (++group == tile.groups()) {
                    group = 0;
                    base += extent;
                }
            }
        }
    }
}
