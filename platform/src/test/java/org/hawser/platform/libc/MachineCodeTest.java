package org.hawser.platform.libc;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import org.junit.jupiter.api.Test;

/** Bytes become a function. */
class MachineCodeTest {
    /** {@code lea rax, [rdi + rsi]; ret}. */
    private static final byte[] SUM = {0x48, (byte) 0x8d, 0x04, 0x37, (byte) 0xc3};

    @Test
    void isCalledAsAFunction() throws Throwable {
        assumeTrue(MachineCode.isForX86(), "no x86-64, or no native access");
        MachineCode code = MachineCode.of(SUM);
        assumeTrue(code != null, "this system lets no process make code");
        MethodHandle sum = code.function(FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG),
            Linker.Option.critical(false));
        assertEquals(42L, (long) sum.invokeExact(40L, 2L));
    }

    @Test
    void refusesMoreThanAPage() {
        assertThrows(IllegalArgumentException.class, () -> MachineCode.of(new byte[5000]));
    }
}
