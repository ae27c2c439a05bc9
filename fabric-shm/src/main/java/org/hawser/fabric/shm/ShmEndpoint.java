package org.hawser.fabric.shm;

import java.lang.foreign.MemorySegment;
import org.hawser.fabric.Endpoint;
import org.hawser.fabric.Post;
import org.hawser.platform.idle.Doorbell;
import org.hawser.platform.lock.BiasedLock;
import org.hawser.platform.memory.RawWords;
import org.hawser.platform.memory.Words;
import org.hawser.platform.ring.MpscWriter;
import org.hawser.platform.ring.SpscWriter;

/**
 * The way to a peer on this node: its mailbox at first, a lane of its own once the traffic is worth it (see
 * {@link ShmLanes} for how order is kept between the two).
 *
 * <p><b>Threads:</b> any; a lock that costs one sending thread nothing serialises posts. <b>Allocates:</b> when it
 * gets a lane.
 */
final class ShmEndpoint extends Endpoint {
    /** Mails of a domain that say "my next messages come by lane": the body is the slot. */
    static final int SWITCH = -3 & Integer.MAX_VALUE;
    /** Mails that were claimed and given up. */
    static final int NOTHING = -4 & Integer.MAX_VALUE;
    /** In front of a mail's body: the sender's rank or, when the receiver is of another job, its stamp. */
    static final int SOURCE_BYTES = 8;

    private final ShmDomain domain;
    /** How this rank signs its mails and lanes at the peer. */
    private final long self;
    private final ShmPeer where;
    private final MemorySegment control;
    private final MpscWriter mailbox;
    private final Doorbell bell;
    private final BiasedLock lock = new BiasedLock();
    /** Rings of the peer's slots that this rank has had; mapped once, never again. */
    private final MemorySegment[] rings;
    /** Found once: a rank that waits asks again and again whether its peer lives. */
    private ProcessHandle process;
    private SpscWriter lane;
    private int laneSlot;
    private int mailsUntilHot;
    private long claimedAt;
    private int claimedLength;

    ShmEndpoint(ShmDomain domain, int peer, ShmPeer where, MemorySegment rankMemory, int maxBody) {
        super(peer, maxBody);
        this.domain = domain;
        this.where = where;
        self = where.self();
        control = rankMemory.asSlice(0, ShmLayout.MAILBOX);
        mailbox = new MpscWriter(rankMemory.asSlice(ShmLayout.MAILBOX), domain.signature());
        bell = domain.bell(control);
        rings = new MemorySegment[domain.laneSlots()];
        mailsUntilHot = domain.hotAfter();
    }

    /** How long the peer's mailbox is. */
    long mailboxCapacity() {
        return mailbox.memory().byteSize();
    }

    @Override
    public int sendShort(int word, long body) {
        lock.acquire();
        SpscWriter fast = lane;
        boolean sent;
        if (fast != null && fast.signal() == 0) {
            sent = fast.offer(word, body);
        } else {
            sent = sendSlow(word, body);
        }
        lock.release();
        if (!sent) {
            return busy();
        }
        bell.ring();
        return Post.DONE;
    }

    @Override
    public int sendShort(int word, long first, long second) {
        lock.acquire();
        SpscWriter fast = lane;
        if (fast == null || fast.signal() != 0) {
            lock.release();
            return sendShortSlow(word, first, second);
        }
        boolean sent = fast.offer(word, first, second);
        lock.release();
        if (!sent) {
            return busy();
        }
        bell.ring();
        return Post.DONE;
    }

    private int sendShortSlow(int word, long first, long second) {
        long at = claim(2 * Long.BYTES);
        if (at < 0) {
            return Post.BUSY;
        }
        long body = at + (lane != null ? lane.address() : mailbox.address());
        RawWords.setLong(body, first);
        RawWords.setLong(body + Long.BYTES, second);
        commit(word);
        return Post.DONE;
    }

    @Override
    public long claim(int length) {
        lock.acquire();
        SpscWriter fast = lane;
        if (fast != null && fast.signal() != 0) {
            returnLane();
            fast = lane;
        }
        if (fast == null && mailsUntilHot <= 0) {
            takeLane();
            fast = lane;
        }
        if (fast != null) {
            long at = fast.claim(length);
            if (at < 0) {
                lock.release();
                return busy();
            }
            claimedAt = at;
            claimedLength = length;
            return at;
        }
        return claimMail(length);
    }

    @Override
    public MemorySegment memory() {
        return lane != null ? lane.memory() : mailbox.memory();
    }

    @Override
    public void commit(int word) {
        if (lane != null) {
            lane.commit(claimedAt, claimedLength, word);
        } else {
            mailbox.commit(claimedAt, claimedLength + SOURCE_BYTES, word);
            countMail();
        }
        lock.release();
        bell.ring();
    }

    @Override
    public void abandon() {
        if (lane == null) {
            mailbox.commit(claimedAt, claimedLength + SOURCE_BYTES, NOTHING);
        }
        lock.release();
    }

    /**
     * Gives the lane back if the peer has asked for it; called now and then, in case nothing is sent. Not to a foreign
     * peer: it may have forgotten this rank and given the slot to another.
     */
    void maintain() {
        SpscWriter mine = lane;
        if (mine != null && !where.isForeign() && mine.signal() != 0 && lock.tryAcquire()) {
            // Another thread may have given it back since we looked.
            if (lane != null && lane.signal() != 0) {
                returnLane();
            }
            lock.release();
            bell.ring();
        }
    }

    void wake() {
        bell.ring();
    }

    boolean isAlive() {
        return Words.getOpaque(control, ShmLayout.STATE) == ShmLayout.RUNNING && domain.processLives(process());
    }

    boolean isLost() {
        return Words.getOpaque(control, ShmLayout.STATE) == ShmLayout.RUNNING && !domain.processLives(process());
    }

    /** The peer's process; null when it has none, or one that has ended. */
    private ProcessHandle process() {
        if (process == null) {
            process = domain.processOf(control);
        }
        return process;
    }

    private boolean sendSlow(int word, long body) {
        if (lane != null) {
            returnLane();
        } else if (mailsUntilHot <= 0) {
            takeLane();
        }
        if (lane != null) {
            return lane.offer(word, body);
        }
        long at = mailbox.claim(SOURCE_BYTES + Long.BYTES);
        if (at < 0) {
            return false;
        }
        RawWords.setLong(mailbox.address() + at, self);
        RawWords.setLong(mailbox.address() + at + SOURCE_BYTES, body);
        mailbox.commit(at, SOURCE_BYTES + Long.BYTES, word);
        countMail();
        return true;
    }

    private long claimMail(int length) {
        long at = mailbox.claim(SOURCE_BYTES + length);
        if (at < 0) {
            lock.release();
            return busy();
        }
        RawWords.setLong(mailbox.address() + at, self);
        claimedAt = at;
        claimedLength = length;
        return at + SOURCE_BYTES;
    }

    private void countMail() {
        domain.count(ShmCounter.MAILBOX_SENDS);
        mailsUntilHot--;
    }

    /**
     * Takes a free lane of the peer's, if there is one, and announces it as the last mail. Only in front of a message,
     * never behind one: the peer may forget this rank as soon as it has read its last message.
     */
    private void takeLane() {
        mailsUntilHot = domain.hotAfter();
        int slot = domain.takeSlot(control, self);
        if (slot < 0) {
            Words.setOpaque(control, ShmLayout.WANTED, 1);
            return;
        }
        if (rings[slot] == null) {
            rings[slot] = domain.laneMemory(where, slot);
        }
        MemorySegment ring = rings[slot];
        if (ring != null) {
            ring.fill((byte) 0);
        }
        long at = ring == null ? -1 : mailbox.claim(SOURCE_BYTES + Long.BYTES);
        if (at < 0) {
            Words.setRelease(control, ShmLayout.owner(slot), 0);
            return;
        }
        RawWords.setLong(mailbox.address() + at, self);
        RawWords.setLong(mailbox.address() + at + SOURCE_BYTES, slot);
        mailbox.commit(at, SOURCE_BYTES + Long.BYTES, SWITCH);
        laneSlot = slot;
        lane = new SpscWriter(ring);
    }

    /** Ends the lane when there is room to say so; else it goes on and the next send tries again. */
    private void returnLane() {
        if (lane.offer(ShmLane.CLOSE, laneSlot)) {
            lane = null;
            // Whoever wanted the lane gets it before this peer asks again.
            mailsUntilHot = 4 * domain.hotAfter();
        }
    }

    private int busy() {
        domain.count(lane != null ? ShmCounter.LANE_BUSY : ShmCounter.MAILBOX_BUSY);
        return Post.BUSY;
    }
}
