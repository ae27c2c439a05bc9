package org.hawser.mpi.datatype;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Makes a {@link Program} of parts that follow each other in the packed form. Neighbours become one block, blocks at
 * regular distances one run, and what several parts have in common is kept once.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> by nature.
 */
final class ProgramBuilder {
    /** Parts of so few instructions are copied into their place, others referred to. */
    private static final int FEW = 4;

    /** One instruction; {@code source} is the program that a loop's body is in, null for a run and for items. */
    private record Step(long offset, long count, long stride, long length, Program source, int body, int bodyEnd) {
        static Step block(long offset, long length) {
            return new Step(offset, 1, length, length, null, -1, -1);
        }

        boolean isRun() {
            return source == null;
        }

        boolean sameUnit(Step other) {
            return length == other.length && source == other.source && body == other.body && bodyEnd == other.bodyEnd;
        }

        Step times(long newCount, long newStride) {
            return new Step(offset, newCount, newStride, length, source, body, bodyEnd);
        }

        Step moved(long by) {
            return new Step(Math.addExact(offset, by), count, stride, length, source, body, bodyEnd);
        }

        long bytes() {
            return Math.multiplyExact(count, length);
        }
    }

    private Step[] steps = new Step[4];
    private int used;
    /** Blocks that no step has been made of yet: so many of one length, at one distance. */
    private long blocks;
    private long blockAt;
    private long blockStride;
    private long blockLength;

    /** Adds bytes that lie together. */
    ProgramBuilder block(long offset, long length) {
        if (length == 0) {
            return this;
        }
        if (blocks == 1 && offset == blockAt + blockLength) {
            blockLength = Math.addExact(blockLength, length);
        } else if (blocks > 0 && length == blockLength
                && (blocks == 1 || offset == blockAt + blocks * blockStride)) {
            blockStride = blocks == 1 ? Math.subtractExact(offset, blockAt) : blockStride;
            blocks++;
        } else {
            appendBlocks();
            blocks = 1;
            blockAt = offset;
            blockLength = length;
        }
        return this;
    }

    private void appendBlocks() {
        if (blocks > 0) {
            Step step = new Step(blockAt, blocks, blocks == 1 ? blockLength : blockStride, blockLength, null, -1, -1);
            blocks = 0;
            append(step);
        }
    }

    /** Adds {@code count} times what {@code part} has for one item, {@code stride} apart. */
    ProgramBuilder repeat(Program part, long offset, long count, long stride) {
        int instructions = part.topEnd - part.top;
        if (count == 0 || instructions == 0) {
            return this;
        }
        appendBlocks();
        if (instructions == 1) {
            append(repeated(step(part, part.top).moved(offset), part, offset, count, stride));
        } else if (count == 1 && instructions <= FEW) {
            for (int i = part.top; i < part.topEnd; i++) {
                append(step(part, i).moved(offset));
            }
        } else {
            long round = part.start[part.topEnd - 1] + part.count[part.topEnd - 1] * part.length[part.topEnd - 1];
            append(new Step(offset, count, stride, round, part, part.top, part.topEnd));
        }
        return this;
    }

    /** What {@code count} times one step comes to: that step with a larger count, if it can be; else a loop. */
    private static Step repeated(Step one, Program part, long offset, long count, long stride) {
        if (count == 1) {
            return one;
        }
        if (one.count == 1) {
            return one.isRun() && stride == one.length
                ? Step.block(one.offset, Math.multiplyExact(one.length, count)) : one.times(count, stride);
        }
        if (stride == Math.multiplyExact(one.count, one.stride)) {
            return one.times(Math.multiplyExact(one.count, count), one.stride);
        }
        return new Step(offset, count, stride, one.bytes(), part, part.top, part.topEnd);
    }

    private static Step step(Program part, int i) {
        return new Step(part.offset[i], part.count[i], part.stride[i], part.length[i],
            part.isRun(i) ? null : part, part.body[i], part.bodyEnd[i]);
    }

    private void append(Step next) {
        Step step = next;
        while (used > 0) {
            Step last = steps[used - 1];
            Step joined = join(last, step);
            if (joined != null) {
                used--;
                step = joined;
            } else if (step.isRun() && step.count == 1 && last.isRun() && last.count > 1
                    && step.offset == last.offset + (last.count - 1) * last.stride + last.length) {
                // The block goes on where the last one of the run before ends: that one becomes longer instead.
                steps[used - 1] = last.count == 2 ? Step.block(last.offset, last.length)
                    : last.times(last.count - 1, last.stride);
                step = Step.block(step.offset - last.length, last.length + step.length);
            } else {
                break;
            }
        }
        if (used == steps.length) {
            steps = Arrays.copyOf(steps, 2 * used);
        }
        steps[used++] = step;
    }

    /** Two steps as one, or null. */
    private static Step join(Step first, Step second) {
        boolean single = first.count == 1 && second.count == 1;
        if (single && first.isRun() && second.isRun() && second.offset == first.offset + first.length) {
            return Step.block(first.offset, Math.addExact(first.length, second.length));
        }
        if (!first.sameUnit(second)) {
            return null;
        }
        long distance = Math.subtractExact(second.offset, first.offset);
        if (single) {
            return first.times(2, distance);
        }
        long step = first.count > 1 ? first.stride : second.stride;
        boolean regular = distance == Math.multiplyExact(first.count, step)
            && (second.count == 1 || second.stride == step);
        return regular ? first.times(Math.addExact(first.count, second.count), step) : null;
    }

    /** The program, for items that are {@code extent} apart. */
    Program build(long extent) {
        appendBlocks();
        Map<Program, Integer> copied = new IdentityHashMap<>();
        Code code = new Code();
        int[] bodies = new int[used];
        for (int i = 0; i < used; i++) {
            if (!steps[i].isRun()) {
                bodies[i] = copied.computeIfAbsent(steps[i].source, code::addAll);
            }
        }
        int top = code.used;
        long start = 0;
        for (int i = 0; i < used; i++) {
            code.add(steps[i], start, bodies[i]);
            start = Math.addExact(start, steps[i].bytes());
        }
        int topEnd = code.used;
        Step items = items(extent, start, top, topEnd);
        code.add(items, 0, items.isRun() ? 0 : bodies[0]);
        return code.program(top, topEnd);
    }

    /** The step that stands for all items. */
    private Step items(long extent, long bytes, int top, int topEnd) {
        if (used == 1) {
            Step one = steps[0];
            if (one.count == 1) {
                return one.times(Long.MAX_VALUE, extent);
            }
            if (extent == one.count * one.stride) {
                return one.times(Long.MAX_VALUE, one.stride);
            }
        }
        return used == 0 ? Step.block(0, 1) : new Step(0, Long.MAX_VALUE, extent, bytes, null, top, topEnd);
    }

    /** Instructions, as they become a program. */
    private static final class Code {
        private long[][] numbers = new long[5][8];
        private int[][] bodies = new int[2][8];
        private int used;

        void add(Step step, long start, int shift) {
            reserve(1);
            numbers[0][used] = step.offset;
            numbers[1][used] = step.count;
            numbers[2][used] = step.stride;
            numbers[3][used] = step.length;
            numbers[4][used] = start;
            bodies[0][used] = step.body < 0 ? -1 : step.body + shift;
            bodies[1][used] = step.body < 0 ? -1 : step.bodyEnd + shift;
            used++;
        }

        /** Adds what a program consists of, but for its items; returns how far that moved. */
        int addAll(Program part) {
            int shift = used;
            int more = part.topEnd;
            reserve(more);
            long[][] from = {part.offset, part.count, part.stride, part.length, part.start};
            for (int i = 0; i < from.length; i++) {
                System.arraycopy(from[i], 0, numbers[i], used, more);
            }
            for (int i = 0; i < more; i++) {
                bodies[0][used + i] = part.body[i] < 0 ? -1 : part.body[i] + shift;
                bodies[1][used + i] = part.body[i] < 0 ? -1 : part.bodyEnd[i] + shift;
            }
            used += more;
            return shift;
        }

        private void reserve(int more) {
            if (used + more > bodies[0].length) {
                int length = Math.max(used + more, 2 * used);
                for (int i = 0; i < numbers.length; i++) {
                    numbers[i] = Arrays.copyOf(numbers[i], length);
                }
                for (int i = 0; i < bodies.length; i++) {
                    bodies[i] = Arrays.copyOf(bodies[i], length);
                }
            }
        }

        Program program(int top, int topEnd) {
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = Arrays.copyOf(numbers[i], used);
            }
            return new Program(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4],
                Arrays.copyOf(bodies[0], used), Arrays.copyOf(bodies[1], used), top, topEnd);
        }
    }
}
