package org.hawser.mpi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CallerTest {
    /** Its classes come from elsewhere than ours do. */
    @Test
    void aProgramWhoseClassesAreInAPackageOfMpiIsFoundAsAnyOther() {
        String place = Caller.place();
        assertTrue(place.startsWith(" at org.hawser.mpi.CallerTest(CallerTest.java:"), place);
    }
}
