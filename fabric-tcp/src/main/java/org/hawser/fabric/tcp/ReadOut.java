package org.hawser.fabric.tcp;

/**
 * The data that a peer wants to read, on its way from a region of this rank, without a copy; or the word that it does
 * not get it.
 *
 * <p><b>Threads:</b> under the sender's lock.
 */
final class ReadOut extends Transfer {
    private final long request;
    private TcpRegion region;
    private final long offset;
    private final long length;
    private long sent;
    private boolean over;

    ReadOut(long request, TcpRegion region, long offset, long length) {
        this.request = request;
        this.region = region;
        this.offset = offset;
        this.length = length;
    }

    @Override
    boolean emit(SendStream out) {
        if (region == null) {
            over = appendAnswer(out, Frame.REFUSED, request, sent, 0);
            return over;
        }
        int bytes = (int) Math.min(PIECE, length - sent);
        if (!appendAnswer(out, Frame.DATA, request, sent, bytes)) {
            return false;
        }
        out.append(region.shared().asSlice(offset + sent, bytes).asByteBuffer());
        out.pad(-bytes & Long.BYTES - 1);
        sent += bytes;
        over = sent == length;
        return true;
    }

    @Override
    boolean isOver() {
        return over;
    }

    @Override
    void forget(TcpRegion closed) {
        if (region == closed) {
            region = null;
        }
    }
}
