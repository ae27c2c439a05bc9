package org.hawser.fabric.tcp;

import org.hawser.testkit.ForeignRanksContract;
import org.hawser.testkit.Medium;
import org.junit.jupiter.api.Nested;

/** Both jobs have ranks on both of two nodes: those of one node meet in memory, the others over tcp. */
class MixedForeignRanksTest {
    /** Where the ranks of a medium on two nodes are. */
    private static String node(int job, int rank) {
        int each = (job == 0 ? ForeignRanksContract.FIRST : ForeignRanksContract.SECOND) + 1 >> 1;
        return "n" + rank / each;
    }

    @Nested
    class Threads extends ForeignRanksContract {
        @Override
        protected Medium medium() {
            return Medium.mixed();
        }

        @Override
        protected String nodeOf(int job, int rank) {
            return node(job, rank);
        }
    }

    @Nested
    class Files extends ForeignRanksContract {
        @Override
        protected Medium medium() {
            return Medium.inFiles("shm,tcp").onNodes(2);
        }

        @Override
        protected String nodeOf(int job, int rank) {
            return node(job, rank);
        }
    }

    /** Each job is on one node, and no two ranks of them on the same. */
    @Nested
    class JobsOfOneNode extends ForeignRanksContract {
        @Override
        protected Medium medium() {
            return Medium.inFiles("shm,tcp").with("hawser.meet", "hosts");
        }

        @Override
        protected String nodeOf(int job, int rank) {
            return "n" + job;
        }
    }
}
