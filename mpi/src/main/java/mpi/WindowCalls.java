package mpi;

import java.lang.ref.Reference;
import org.hawser.mpi.ErrorClass;
import org.hawser.mpi.MpiFailure;
import org.hawser.mpi.datatype.Layout;
import org.hawser.mpi.datatype.Memory;
import org.hawser.mpi.rma.Transfer;
import org.hawser.mpi.rma.Update;
import org.hawser.mpi.rma.Window;
import org.hawser.runtime.Handle;

/**
 * The glue of a window's operations: finds the origin's memory, checks that both sides mean the same, and hands on.
 *
 * <p><b>Threads:</b> any. <b>Allocates:</b> nothing.
 */
final class WindowCalls {
    private WindowCalls() {
    }

    static void put(Window window, Object origin, int count, Datatype type, int target, long displacement,
                    int targetCount, Datatype targetType, Handle handle) {
        if (target == MPI.PROC_NULL) {
            return;
        }
        boolean keeps;
        if (isRow(count, type, targetCount, targetType)) {
            long bytes = (long) count * type.dense();
            Object array = null;
            long at = window.origin().known(origin, bytes, false);
            if (at == 0) {
                at = Memory.place(origin, type.arrays(), bytes, false);
                array = Memory.array(origin, bytes);
            }
            keeps = window.putRow(array, at, target, displacement, bytes, handle);
        } else {
            long bytes = packed(count, type, targetCount, targetType);
            long at = Datatype.place(origin, count, type, false);
            keeps = window.put(Datatype.array(origin, count, type), at, type.gaps(), target, displacement,
                targetCount, targetType.layout(), bytes, handle);
        }
        if (keeps) {
            window.keep(target, origin, handle);
        }
        Reference.reachabilityFence(origin);
    }

    static void get(Window window, Object origin, int count, Datatype type, int target, long displacement,
                    int targetCount, Datatype targetType, Handle handle) {
        if (target == MPI.PROC_NULL) {
            return;
        }
        boolean keeps;
        if (isRow(count, type, targetCount, targetType)) {
            long bytes = (long) count * type.dense();
            Object array = null;
            long at = window.result().known(origin, bytes, true);
            if (at == 0) {
                at = Memory.place(origin, type.arrays(), bytes, true);
                array = Memory.array(origin, bytes);
            }
            keeps = window.getRow(array, at, target, displacement, bytes, handle);
        } else {
            long bytes = packed(count, type, targetCount, targetType);
            long at = Datatype.place(origin, count, type, true);
            keeps = window.get(Datatype.array(origin, count, type), at, type.gaps(), target, displacement,
                targetCount, targetType.layout(), bytes, handle);
        }
        if (keeps) {
            window.keep(target, origin, handle);
        }
        Reference.reachabilityFence(origin);
    }

    static void accumulate(Window window, Object origin, int count, Datatype type, int target, long displacement,
                           int targetCount, Datatype targetType, Op op, Handle handle) {
        if (target == MPI.PROC_NULL) {
            return;
        }
        Update known = Op.known(op, targetType);
        long knownAt = known == null || !isRow(count, type, targetCount, targetType) ? 0
            : window.origin().known(origin, (long) count * known.item(), false);
        boolean keeps;
        if (knownAt != 0) {
            keeps = window.accumulateRow(null, knownAt, target, displacement, (long) count * known.item(), known,
                handle);
        } else {
            Update update = Op.oneSided(op, targetType);
            long bytes = packed(count, type, targetCount, targetType);
            checkSame(type, targetType, count);
            long at = Datatype.place(origin, count, type, false);
            keeps = window.accumulate(Datatype.array(origin, count, type), at, type.gaps(), target, displacement,
                targetCount, targetType.layout(), bytes, update, handle);
        }
        if (keeps) {
            window.keep(target, origin, handle);
        }
        Reference.reachabilityFence(origin);
    }

    static void getAccumulate(Window window, Object origin, int count, Datatype type, Object result, int resultCount,
                              Datatype resultType, int target, long displacement, int targetCount,
                              Datatype targetType, Op op, Handle handle) {
        if (target == MPI.PROC_NULL) {
            return;
        }
        Update update = Op.oneSided(op, targetType);
        long bytes = packed(resultCount, resultType, targetCount, targetType);
        checkSame(resultType, targetType, resultCount);
        Object array = null;
        long at = 0;
        Layout from = null;
        // With NO_OP nothing of the origin is read, and it need not be there.
        if (op != MPI.NO_OP) {
            packed(count, type, targetCount, targetType);
            checkSame(type, targetType, count);
            at = Datatype.place(origin, count, type, false);
            array = Datatype.array(origin, count, type);
            from = type.gaps();
        }
        long resultAt = Datatype.place(result, resultCount, resultType, true);
        if (window.getAccumulate(array, at, from, Datatype.array(result, resultCount, resultType), resultAt,
                resultType.gaps(), target, displacement, targetCount, targetType.layout(), bytes, update, handle)) {
            window.keep(target, origin, handle);
            window.keep(target, result, handle);
        }
        Reference.reachabilityFence(origin);
        Reference.reachabilityFence(result);
    }

    static void fetchAndOp(Window window, Object origin, Object result, Datatype type, int target, long displacement,
                           Op op) {
        if (target == MPI.PROC_NULL) {
            return;
        }
        Update known = Op.known(op, type);
        long at = known == null ? 0 : window.origin().known(origin, known.item(), false);
        long resultAt = at == 0 ? 0 : window.result().known(result, known.item(), true);
        if (resultAt != 0) {
            if (window.fetchAndOp(null, at, null, resultAt, target, displacement, known)) {
                keep(window, target, origin, result);
            }
        } else {
            fetchAndOpOfAny(window, origin, result, type, target, displacement, op);
        }
        Reference.reachabilityFence(origin);
        Reference.reachabilityFence(result);
    }

    private static void fetchAndOpOfAny(Window window, Object origin, Object result, Datatype type, int target,
                                        long displacement, Op op) {
        Update update = Op.oneSided(op, type);
        checkBasic(type);
        if (type.gaps() != null) {
            getAccumulate(window, origin, 1, type, result, 1, type, target, displacement, 1, type, op, null);
            return;
        }
        Object array = null;
        long at = 0;
        if (op != MPI.NO_OP) {
            at = Datatype.place(origin, 1, type, false);
            array = Datatype.array(origin, 1, type);
        }
        long resultAt = Datatype.place(result, 1, type, true);
        if (window.fetchAndOp(array, at, Datatype.array(result, 1, type), resultAt, target, displacement, update)) {
            keep(window, target, origin, result);
        }
    }

    /** Keeps the buffers of an operation that has no handle. */
    private static void keep(Window window, int target, Object origin, Object result) {
        window.keep(target, origin, null);
        window.keep(target, result, null);
    }

    static void compareAndSwap(Window window, Object origin, Object compare, Object result, Datatype type, int target,
                               long displacement) {
        if (target == MPI.PROC_NULL) {
            return;
        }
        Update known = Op.known(MPI.REPLACE, type);
        long at = known == null || !known.isWhole() ? 0 : window.origin().known(origin, known.item(), false);
        long compareAt = at == 0 ? 0 : window.compare().known(compare, known.item(), false);
        long resultAt = compareAt == 0 ? 0 : window.result().known(result, known.item(), true);
        boolean keeps = resultAt != 0
            ? window.compareAndSwap(null, at, null, compareAt, null, resultAt, target, displacement, known.item())
            : compareAndSwapOfAny(window, origin, compare, result, type, target, displacement);
        if (keeps) {
            keep(window, target, origin, result);
            window.keep(target, compare, null);
        }
        Reference.reachabilityFence(origin);
        Reference.reachabilityFence(compare);
        Reference.reachabilityFence(result);
    }

    private static boolean compareAndSwapOfAny(Window window, Object origin, Object compare, Object result,
                                               Datatype type, int target, long displacement) {
        Update update = Op.oneSided(MPI.REPLACE, type);
        checkBasic(type);
        if (!update.isWhole()) {
            throw new MpiFailure(ErrorClass.TYPE, "compare-and-swap is for integers, booleans and bytes: type="
                + type.operand());
        }
        long at = Datatype.place(origin, 1, type, false);
        long compareAt = Datatype.place(compare, 1, type, false);
        long resultAt = Datatype.place(result, 1, type, true);
        return window.compareAndSwap(Datatype.array(origin, 1, type), at, Datatype.array(compare, 1, type), compareAt,
            Datatype.array(result, 1, type), resultAt, target, displacement, update.item());
    }

    private static void checkBasic(Datatype type) {
        if (!type.isBasic()) {
            throw new MpiFailure(ErrorClass.TYPE, "an operation on one item is for predefined types only");
        }
    }

    /** Refuses to combine items of one type into those of another. */
    private static void checkSame(Datatype type, Datatype targetType, int count) {
        if (count > 0 && type.operand() != targetType.operand()) {
            throw new MpiFailure(ErrorClass.TYPE, "origin and target have elements of different types: origin="
                + type.operand() + " target=" + targetType.operand());
        }
    }

    /** The same items without gaps on both sides, as most have it: nothing is left to compare. */
    private static boolean isRow(int count, Datatype type, int targetCount, Datatype targetType) {
        return type == targetType && count == targetCount && count >= 0 && type != null && type.dense() >= 0;
    }

    /** The bytes that are moved, when both sides have as many. */
    private static long packed(int count, Datatype type, int targetCount, Datatype targetType) {
        Items.check(count, type);
        Items.check(targetCount, targetType);
        long bytes = Datatype.packed(count, type);
        if (bytes != Datatype.packed(targetCount, targetType)) {
            throw new MpiFailure(ErrorClass.TRUNCATE, "origin and target differ: origin bytes=" + bytes
                + " target bytes=" + Datatype.packed(targetCount, targetType));
        }
        return bytes;
    }

    /** What the request for an operation stands for; null where there is nothing to do. */
    static Transfer transfer(Window window, int target) {
        return target == MPI.PROC_NULL ? null : window.transfer(target);
    }

    /** The handle of the operation that a request is for. */
    static Handle handle(Transfer transfer) {
        return transfer == null ? null : transfer.handle();
    }

    /** The request for an operation that was started. */
    static Request request(Comm errors, Transfer transfer) {
        return handle(transfer) == null ? new Request(errors, MPI.ANY_SOURCE) : new Request(errors, transfer);
    }
}
