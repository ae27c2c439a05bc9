package org.hawser.launcher.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * What the tests of one module came to, from the XML reports that Surefire writes.
 *
 * <p><b>Threads:</b> immutable.
 *
 * @param passed tests that passed
 * @param failed tests that failed or broke
 * @param skipped tests that were not run
 * @param failures one for each failed test
 */
public record TestReports(int passed, int failed, int skipped, List<FailedTest> failures) {

    /** No tests. */
    public static final TestReports NONE = new TestReports(0, 0, 0, List.of());

    /**
     * A test that failed.
     *
     * @param name class and method
     * @param stack message and stack trace
     * @param report the file with all of it
     */
    public record FailedTest(String name, String stack, Path report) {
    }

    /**
     * Reads a module's reports, leaving out those of earlier runs.
     *
     * @param module the module's directory
     * @param since milliseconds; older files are not read
     * @return the sum
     * @throws IOException when a report cannot be read
     */
    public static TestReports read(Path module, long since) throws IOException {
        Path directory = module.resolve("target/surefire-reports");
        TestReports sum = NONE;
        if (Files.isDirectory(directory)) {
            List<Path> files;
            try (Stream<Path> all = Files.list(directory)) {
                files = all.filter(f -> f.getFileName().toString().matches("TEST-.*\\.xml")).sorted().toList();
            }
            for (Path file : files) {
                if (Files.getLastModifiedTime(file).toMillis() >= since) {
                    sum = sum.plus(parse(file));
                }
            }
        }
        return sum;
    }

    /**
     * Adds two results.
     *
     * @param other the second
     * @return the sum
     */
    public TestReports plus(TestReports other) {
        List<FailedTest> all = new ArrayList<>(failures);
        all.addAll(other.failures);
        return new TestReports(passed + other.passed, failed + other.failed, skipped + other.skipped, all);
    }

    private static TestReports parse(Path file) throws IOException {
        Reader reader = new Reader(file);
        try {
            SAXParserFactory.newInstance().newSAXParser().parse(file.toFile(), reader);
        } catch (SAXException | ParserConfigurationException e) {
            throw new IOException("not a test report: " + file, e);
        }
        return new TestReports(reader.tests - reader.failures.size() - reader.skipped, reader.failures.size(),
            reader.skipped, reader.failures);
    }

    /** Walks one report. */
    private static final class Reader extends DefaultHandler {
        private final Path file;
        private final List<FailedTest> failures = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private String test = "";
        private int tests;
        private int skipped;

        Reader(Path file) {
            this.file = file;
        }

        @Override
        public void startElement(String uri, String local, String name, Attributes attributes) {
            switch (name) {
                case "testcase" -> {
                    tests++;
                    test = attributes.getValue("classname") + "." + attributes.getValue("name");
                }
                case "failure", "error" -> text.setLength(0);
                case "skipped" -> skipped++;
                default -> { }
            }
        }

        @Override
        public void characters(char[] chars, int start, int length) {
            text.append(chars, start, length);
        }

        @Override
        public void endElement(String uri, String local, String name) {
            if (name.equals("failure") || name.equals("error")) {
                failures.add(new FailedTest(test, text.toString().strip(), file));
            }
        }
    }
}
