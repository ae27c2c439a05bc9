package org.hawser.fabric.tcp;

import org.hawser.platform.memory.RawWords;

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
        int place = out.reserve(Frame.HEADER + Frame.ANSWER);
        if (place < 0) {
            return false;
        }
        long at = out.address() + place;
        RawWords.setLong(at + Frame.HEADER, request);
        RawWords.setLong(at + Frame.HEADER + Long.BYTES, sent);
        if (region == null) {
            RawWords.setLong(at, Frame.header(Frame.REFUSED, 0, Frame.ANSWER));
            out.append(place, Frame.HEADER + Frame.ANSWER);
            over = true;
            return true;
        }
        int bytes = (int) Math.min(PIECE, length - sent);
        RawWords.setLong(at, Frame.header(Frame.DATA, 0, Frame.ANSWER + bytes));
        out.append(place, Frame.HEADER + Frame.ANSWER);
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
