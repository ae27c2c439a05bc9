package org.hawser.runtime.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class MainMethodTest {

    private static String called = "";

    static class Classic {
        public static void main(String[] arguments) {
            called = "classic " + arguments[0];
        }
    }

    static class Instance {
        void main() {
            called = "instance";
        }
    }

    static class Both {
        static void main() {
            called = "without";
        }

        void main(String[] arguments) {
            called = "with " + arguments[0];
        }
    }

    static class Inherits extends Classic {
    }

    static class Hidden {
        private static void main(String[] arguments) {
            called = "hidden" + arguments.length;
        }
    }

    static class Returns {
        public static int main(String[] arguments) {
            return arguments.length;
        }
    }

    static class Fails {
        public static void main(String[] arguments) {
            throw new IllegalStateException("boom");
        }
    }

    @Test
    void callsEveryFormThatJavaKnows() throws Throwable {
        assertEquals("classic x", call(Classic.class));
        assertEquals("instance", call(Instance.class));
        assertEquals("with x", call(Both.class));
        assertEquals("classic x", call(Inherits.class));
    }

    @Test
    void seesNoMainWhereJavaSeesNone() {
        Hidden.main(new String[0]);
        assertNull(MainMethod.find(Hidden.class));
        assertNull(MainMethod.find(Returns.class));
        assertNull(MainMethod.find(Object.class));
    }

    @Test
    void throwsWhatMainThrew() {
        assertEquals("boom", assertThrows(IllegalStateException.class, () -> call(Fails.class)).getMessage());
    }

    private static String call(Class<?> type) throws Throwable {
        MainMethod.find(type).call(new String[] {"x"});
        return called;
    }
}
