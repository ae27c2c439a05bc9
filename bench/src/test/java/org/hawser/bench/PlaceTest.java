package org.hawser.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PlaceTest {

    @Test
    void placesAreToldApartByTheWayOfACacheLine() {
        assertEquals(Place.SAME, Place.of(27));
        assertEquals(Place.SAME, Place.of(29.9));
        assertEquals(Place.NEAR, Place.of(30));
        assertEquals(Place.NEAR, Place.of(119.9));
        assertEquals(Place.FAR, Place.of(120));
        assertEquals(Place.FAR, Place.of(210));
    }
}
