package org.hawser.testkit.rma;

import java.util.Arrays;
import java.util.Random;

/**
 * Plans the accesses of one round: draws one, sees whether its outcome is determined beside those planned before, and
 * carries it out on the model.
 *
 * <p><b>Threads:</b> one at a time.
 */
final class AccessPlanner {
    private final Random random;
    private final int window;
    private final WindowPlan plan;
    private final byte[][] model;
    private final Cells[] cells;

    AccessPlanner(Random random, int window, WindowPlan plan, byte[][] model) {
        this.random = random;
        this.window = window;
        this.plan = plan;
        this.model = model;
        cells = new Cells[model.length];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = new Cells(model[i].length);
        }
    }

    /** All ranks have waited for what they did, and met. */
    void allMet() {
        for (Cells each : cells) {
            each.clear();
        }
    }

    void flushed(int rank, int target) {
        cells[target].flushed(rank);
    }

    /** The next access of a rank to a target, or null when what was drawn does not fit. */
    Access next(int rank, int target, boolean passive, boolean counts) {
        Access.Kind kind = kind(rank == target && !passive, counts);
        Element element = Element.values()[random.nextInt(Element.values().length)];
        return switch (kind) {
            case PUT, GET, STORE, LOAD -> move(kind, rank, target, element, passive);
            case COUNT -> count(rank, target);
            case ACCUMULATE, GET_ACCUMULATE -> combine(kind, rank, target, element, elements(target), passive);
            case FETCH_AND_OP -> combine(kind, rank, target, element, 1, false);
            case COMPARE_AND_SWAP -> swap(rank, target, element.real ? Element.LONG : element);
        };
    }

    private Access.Kind kind(boolean own, boolean counts) {
        Access.Kind[] all = Access.Kind.values();
        Access.Kind drawn = all[random.nextInt(all.length)];
        boolean local = drawn == Access.Kind.STORE || drawn == Access.Kind.LOAD;
        return local && !own || drawn == Access.Kind.COUNT && !counts ? Access.Kind.PUT : drawn;
    }

    /** Mostly few; now and then as many as there is room for. */
    private int elements(int target) {
        int room = Math.max(1, plan.bytes()[target] / 8);
        return random.nextInt(12) == 0 ? random.nextInt(room + 1) : random.nextInt(Math.min(room, 24) + 1);
    }

    /** A random place for elements at a target, in its units; −1 when there is no room. */
    private long displacement(int target, Placing to, boolean aligned) {
        int unit = plan.unit()[target];
        int room = plan.bytes()[target] - to.span();
        if (room < 0) {
            return -1;
        }
        int displacement = random.nextInt(room / unit + 1);
        while (aligned && offset(target, displacement) % to.element().bytes != 0 && displacement > 0) {
            displacement--;
        }
        return displacement;
    }

    private int offset(int target, long displacement) {
        return plan.offset()[target] + (int) displacement * plan.unit()[target];
    }

    private Access.Origin origin() {
        return Access.Origin.values()[random.nextInt(3)];
    }

    private Access.Request request(boolean passive) {
        return passive && random.nextInt(4) == 0
            ? random.nextBoolean() ? Access.Request.AT_ONCE : Access.Request.LATER : Access.Request.NONE;
    }

    private Access move(Access.Kind kind, int rank, int target, Element element, boolean passive) {
        int elements = elements(target);
        Placing to = Placing.random(random, element, elements);
        Placing from = Placing.random(random, element, elements);
        long displacement = displacement(target, to, random.nextBoolean());
        int at = offset(target, displacement);
        if (displacement < 0 || !cells[target].take(kind, rank, at, to, 0, true)) {
            return null;
        }
        boolean writes = kind == Access.Kind.PUT || kind == Access.Kind.STORE;
        byte[] given = writes ? element.values(random, elements) : null;
        byte[] fetched = writes ? null : gathered(target, at, to);
        for (int i = 0; writes && i < elements; i++) {
            System.arraycopy(given, i * element.bytes, model[target], at + to.place(i), element.bytes);
        }
        return new Access(kind, window, target, displacement, from, to, null, given, null, fetched, origin(),
            request(passive));
    }

    private byte[] gathered(int target, int at, Placing to) {
        int bytes = to.element().bytes;
        byte[] fetched = new byte[to.elements() * bytes];
        for (int i = 0; i < to.elements(); i++) {
            System.arraycopy(model[target], at + to.place(i), fetched, i * bytes, bytes);
        }
        return fetched;
    }

    private Access combine(Access.Kind kind, int rank, int target, Element element, int elements, boolean passive) {
        Combination[] all = Combination.values();
        Combination drawn = all[random.nextInt(all.length)];
        boolean fetches = kind != Access.Kind.ACCUMULATE;
        Combination combination = drawn.takes(element) && (fetches || drawn != Combination.NO_OP) ? drawn
            : Combination.REPLACE;
        boolean alone = !combination.commutes(element) || random.nextBoolean();
        Placing to = elements == 1 && fetches ? Placing.row(element, 1) : Placing.random(random, element, elements);
        Placing from = elements == 1 && fetches ? Placing.row(element, 1) : Placing.random(random, element, elements);
        long displacement = displacement(target, to, random.nextInt(8) > 0);
        int at = offset(target, displacement);
        if (displacement < 0 || !tame(target, at, to)
                || !cells[target].take(kind, rank, at, to, key(element, at, alone ? null : combination), alone)) {
            return null;
        }
        byte[] fetched = fetches && alone ? gathered(target, at, to) : null;
        byte[] given = element.values(random, elements);
        for (int i = 0; i < elements; i++) {
            combination.apply(element, given, i * element.bytes, model[target], at + to.place(i));
        }
        return new Access(kind, window, target, displacement, from, to, combination, given, null, fetched, origin(),
            request(passive));
    }

    /** Accesses of the same key may meet: the same elements at the same places, and the same operation. */
    private static int key(Element element, int at, Combination combination) {
        int operation = combination == null ? 0 : 1 + combination.ordinal();
        return (element.ordinal() * 8 + Math.floorMod(at, element.bytes)) * 100 + operation;
    }

    private boolean tame(int target, int at, Placing to) {
        for (int i = 0; i < to.elements(); i++) {
            if (!to.element().isTame(model[target], at + to.place(i))) {
                return false;
            }
        }
        return true;
    }

    private Access swap(int rank, int target, Element element) {
        Placing one = Placing.row(element, 1);
        long displacement = displacement(target, one, random.nextInt(8) > 0);
        int at = offset(target, displacement);
        if (displacement < 0 || !cells[target].take(Access.Kind.COMPARE_AND_SWAP, rank, at, one,
                key(element, at, null), true)) {
            return null;
        }
        byte[] fetched = gathered(target, at, one);
        byte[] given = element.values(random, 1);
        boolean matches = random.nextBoolean();
        byte[] compare = matches ? fetched.clone() : element.values(random, 1);
        if (Arrays.equals(compare, fetched)) {
            System.arraycopy(given, 0, model[target], at, element.bytes);
        }
        return new Access(Access.Kind.COMPARE_AND_SWAP, window, target, displacement, one, one, null, given, compare,
            fetched, origin(), Access.Request.NONE);
    }

    private Access count(int rank, int target) {
        Placing one = Placing.row(Element.LONG, 1);
        long displacement = displacement(target, one, true);
        int at = offset(target, displacement);
        if (displacement < 0 || !cells[target].take(Access.Kind.COUNT, rank, at, one,
                key(Element.LONG, at, Combination.SUM), false)) {
            return null;
        }
        byte[] given = Element.LONG.values(random, 1);
        Combination.SUM.apply(Element.LONG, given, 0, model[target], at);
        return new Access(Access.Kind.COUNT, window, target, displacement, one, one, null, given, null, null,
            Access.Origin.RUNTIME, Access.Request.NONE);
    }
}
