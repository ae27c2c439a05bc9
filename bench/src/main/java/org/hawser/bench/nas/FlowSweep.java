package org.hawser.bench.nas;

/**
 * Solves systems along all lines of a direction, layer of cells by layer: elimination forward, substitution backward.
 * What the lines need from the layer before comes in one message per layer.
 *
 * <p><b>Threads:</b> one. <b>Allocates:</b> at construction.
 */
abstract class FlowSweep {
    private final Flow flow;
    private final int forwardPerLine;
    private final int backwardPerLine;
    private final double[] outgoing;
    private final double[] incoming;

    /**
     * Sweeps over a flow.
     *
     * @param forwardPerLine  numbers that a line hands on in the elimination
     * @param backwardPerLine numbers that a line hands back in the substitution
     */
    FlowSweep(Flow flow, int forwardPerLine, int backwardPerLine) {
        this.flow = flow;
        this.forwardPerLine = forwardPerLine;
        this.backwardPerLine = backwardPerLine;
        int widest = Math.ceilDiv(flow.problem().points(), flow.layers());
        int most = flow.layers() == 1 ? 0 : widest * widest * Math.max(forwardPerLine, backwardPerLine);
        outgoing = new double[most];
        incoming = new double[most];
    }

    /** Eliminates in the cell of a layer, after {@link #takeForward} unless it is the first. */
    abstract void eliminate(int direction, int layer);

    /** Substitutes in the cell of a layer, after {@link #takeBackward} unless it is the last. */
    abstract void substitute(int direction, int layer);

    /** Puts what the next layer needs into the message. */
    abstract void giveForward(int direction, int layer, double[] message);

    /** Takes what the layer before has left. */
    abstract void takeForward(int direction, int layer, double[] message);

    /** Puts what the layer before needs into the message. */
    abstract void giveBackward(int direction, int layer, double[] message);

    /** Takes what the next layer has left. */
    abstract void takeBackward(int direction, int layer, double[] message);

    final Flow flow() {
        return flow;
    }

    /** Solves all lines of a direction. */
    final void solve(int direction) {
        int last = flow.layers() - 1;
        for (int layer = 0; layer <= last; layer++) {
            eliminate(direction, layer);
            if (layer < last) {
                giveForward(direction, layer, outgoing);
                flow.team().exchange(outgoing, forwardPerLine * lines(direction, layer), flow.next(direction), incoming,
                    forwardPerLine * lines(direction, layer + 1), flow.previous(direction));
                takeForward(direction, layer + 1, incoming);
            }
        }
        for (int layer = last; layer >= 0; layer--) {
            substitute(direction, layer);
            if (layer > 0) {
                giveBackward(direction, layer, outgoing);
                flow.team().exchange(outgoing, backwardPerLine * lines(direction, layer), flow.previous(direction),
                    incoming, backwardPerLine * lines(direction, layer - 1), flow.next(direction));
                takeBackward(direction, layer - 1, incoming);
            }
        }
    }

    /** The first direction across a line: that of x, unless lines go along it. */
    static int across(int direction) {
        return direction == 0 ? 1 : 0;
    }

    /** The second direction across a line. */
    static int aside(int direction) {
        return direction == 2 ? 1 : 2;
    }

    /** Inner points of a cell in a direction. */
    static int inner(FlowCell cell, int direction) {
        return cell.end[direction] - cell.begin[direction];
    }

    /** Lines of a cell that are not on a wall. */
    final int lines(int direction, int layer) {
        FlowCell cell = flow.cell(direction, layer);
        return inner(cell, across(direction)) * inner(cell, aside(direction));
    }

    /** Where the first point of a line is; the line is the a-th of its row of lines, which is the b-th. */
    static int lineAt(FlowCell cell, int direction, int a, int b) {
        return switch (direction) {
            case 0 -> cell.at(0, cell.begin[1] + a, cell.begin[2] + b);
            case 1 -> cell.at(cell.begin[0] + a, 0, cell.begin[2] + b);
            default -> cell.at(cell.begin[0] + a, cell.begin[1] + b, 0);
        };
    }
}
