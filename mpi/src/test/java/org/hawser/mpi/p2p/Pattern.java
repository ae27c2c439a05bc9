package org.hawser.mpi.p2p;

/** What a receive or a probe asks for. */
record Pattern(int context, int from, int tag) {
    /** True when the message is one of those asked for. */
    boolean fits(Sent message) {
        return context == message.context()
            && (from == PointToPoint.ANY_SOURCE || from == message.source())
            && (tag == PointToPoint.ANY_TAG || tag == message.tag());
    }

    @Override
    public String toString() {
        return "context=" + context + " from=" + (from < 0 ? "any" : from) + " tag=" + (tag < 0 ? "any" : tag);
    }
}
