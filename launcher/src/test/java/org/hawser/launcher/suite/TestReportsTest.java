package org.hawser.launcher.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestReportsTest {

    private static final String REPORT = """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuite tests="4">
          <testcase name="works" classname="a.B"/>
          <testcase name="waits" classname="a.B"><skipped message="later"/></testcase>
          <testcase name="fails" classname="a.B"><failure message="m"><![CDATA[expected <1>
        \tat a.B.fails(B.java:3)]]></failure></testcase>
          <testcase name="breaks" classname="a.B"><error type="x">java.lang.Error: e</error></testcase>
        </testsuite>
        """;

    @TempDir
    private Path module;

    @Test
    void countsAndKeepsFailures() throws IOException {
        Path report = write("TEST-a.B.xml");
        TestReports reports = TestReports.read(module, 0);
        assertEquals(1, reports.passed());
        assertEquals(2, reports.failed());
        assertEquals(1, reports.skipped());
        assertEquals(new TestReports.FailedTest("a.B.fails", "expected <1>\n\tat a.B.fails(B.java:3)", report),
            reports.failures().getFirst());
    }

    @Test
    void leavesOutReportsOfEarlierRuns() throws IOException {
        Files.setLastModifiedTime(write("TEST-old.xml"), FileTime.fromMillis(1_000));
        assertEquals(TestReports.NONE, TestReports.read(module, 2_000));
    }

    @Test
    void aModuleWithoutTestsHasNone() throws IOException {
        assertEquals(TestReports.NONE, TestReports.read(module, 0));
        assertTrue(TestReports.NONE.failures().isEmpty());
    }

    private Path write(String name) throws IOException {
        Path directory = Files.createDirectories(module.resolve("target/surefire-reports"));
        return Files.writeString(directory.resolve(name), REPORT);
    }
}
