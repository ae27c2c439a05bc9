package org.hawser.mpi.p2p;

import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

/** The contracts of point-to-point on every medium and with every protocol. */
class PointToPointTest {
    private static final Medium LOW = P2pJob.THREADS.with("hawser.mpi.eager", 128).with("hawser.mpi.hybrid", 1024)
        .with("hawser.mpi.joint", 1);

    @Nested
    class Threads extends PointToPointContract {
        @Override
        protected Medium medium() {
            return P2pJob.THREADS;
        }
    }

    @Nested
    class FilesAndWrites extends PointToPointContract {
        @Override
        protected Medium medium() {
            return P2pJob.FILES.with("hawser.mpi.protocol", "write");
        }
    }

    @Nested
    class FilesAndReads extends PointToPointContract {
        @Override
        protected Medium medium() {
            return P2pJob.FILES.with("hawser.mpi.protocol", "read");
        }
    }

    @Nested
    class LowLimits extends PointToPointContract {
        @Override
        protected Medium medium() {
            return LOW;
        }
    }

    @Nested
    class Streaming extends PointToPointContract {
        @Override
        protected Medium medium() {
            return P2pJob.FILES.with("hawser.streaming", "on").with("hawser.mpi.attach", "off");
        }
    }

    @Nested
    class Tight extends PointToPointContract {
        @Override
        protected Medium medium() {
            return P2pJob.TIGHT;
        }
    }

    @Nested
    class CoreOnly extends PointToPointContract {
        @Override
        protected Medium medium() {
            return P2pJob.CORE_ONLY;
        }
    }

    @Nested
    class CancelInMemory extends CancelContract {
        @Override
        protected Medium medium() {
            return P2pJob.THREADS;
        }
    }

    @Nested
    class CancelInFilesWithLowLimits extends CancelContract {
        @Override
        protected Medium medium() {
            return P2pJob.FILES.with("hawser.mpi.eager", 128).with("hawser.mpi.hybrid", 1024)
                .with("hawser.mpi.joint", 1);
        }
    }

    @Nested
    class CancelWithReads extends CancelContract {
        @Override
        protected Medium medium() {
            return P2pJob.FILES.with("hawser.mpi.protocol", "read");
        }
    }

    @Nested
    class CancelOnTheCoreOnly extends CancelContract {
        @Override
        protected Medium medium() {
            return P2pJob.CORE_ONLY;
        }
    }

    @Nested
    class RemoteAccess extends PointToPointContract {
        @Override
        protected Medium medium() {
            return P2pJob.REMOTE;
        }
    }

    @Nested
    class CancelWithRemoteAccess extends CancelContract {
        @Override
        protected Medium medium() {
            return P2pJob.REMOTE.with("hawser.mpi.eager", 128);
        }
    }
}
