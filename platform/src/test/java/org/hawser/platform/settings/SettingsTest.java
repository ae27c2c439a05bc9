package org.hawser.platform.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    private static final String NAME = "hawser.test.setting";

    @AfterEach
    void clear() {
        System.clearProperty(NAME);
    }

    @Test
    void whatIsNotSetIsTheDefault() {
        assertEquals("otherwise", Settings.text(NAME, "otherwise"));
        assertEquals(5, Settings.number(NAME, 5, 0, 10));
        System.setProperty(NAME, "  ");
        assertEquals(5, Settings.number(NAME, 5, 0, 10));
    }

    @ParameterizedTest
    @CsvSource({"7, 7", "' 7 ', 7", "2K, 2048", "2k, 2048", "3M, 3145728", "1G, 1073741824", "4 K, 4096", "-1, -1"})
    void numbersMayEndInASize(String text, long value) {
        System.setProperty(NAME, text);
        assertEquals(value, Settings.number(NAME, 0, -1, Long.MAX_VALUE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"seven", "K", "1.5", "9999999999G", "0x10", "1KB", "--1"})
    void whatIsNoNumberIsRefusedByName(String text) {
        System.setProperty(NAME, text);
        IllegalArgumentException refusal =
            assertThrows(IllegalArgumentException.class, () -> Settings.number(NAME, 0, 0, Long.MAX_VALUE));
        assertTrue(refusal.getMessage().contains(NAME + "=" + text), refusal.getMessage());
    }

    @Test
    void whatIsOutOfRangeIsRefusedWithTheRange() {
        System.setProperty(NAME, "11");
        IllegalArgumentException refusal =
            assertThrows(IllegalArgumentException.class, () -> Settings.number(NAME, 0, 1, 10));
        assertTrue(refusal.getMessage().contains("least=1 most=10"), refusal.getMessage());
    }

    @Test
    void aPowerOfTwoIsOne() {
        System.setProperty(NAME, "4K");
        assertEquals(4096, Settings.powerOfTwo(NAME, 1, 1, 1 << 20));
        System.setProperty(NAME, "4097");
        assertThrows(SettingMistake.class, () -> Settings.powerOfTwo(NAME, 1, 1, 1 << 20));
    }

    @Test
    void aWordIsOneOfThoseThereAre() {
        assertEquals("two", Settings.word(NAME, "two", "one", "two", "three"));
        System.setProperty(NAME, "three");
        assertEquals("three", Settings.word(NAME, "two", "one", "two", "three"));
        System.setProperty(NAME, "four");
        SettingMistake refusal =
            assertThrows(SettingMistake.class, () -> Settings.word(NAME, "two", "one", "two", "three"));
        assertEquals("setting must be one, two or three: " + NAME + "=four", refusal.getMessage());
    }

    @Test
    void aSwitchIsOnOrOff() {
        assertTrue(Settings.isOn(NAME, true));
        assertFalse(Settings.isOn(NAME, false));
        System.setProperty(NAME, "off");
        assertFalse(Settings.isOn(NAME, true));
        System.setProperty(NAME, "yes");
        assertThrows(SettingMistake.class, () -> Settings.isOn(NAME, true));
    }
}
