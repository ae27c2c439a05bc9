package org.hawser.system;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.hawser.launcher.job.JobSpec;
import org.hawser.launcher.job.LocalJob;

/** Short jobs one after the other, all started by one JVM that says what it holds after some and after all of them. */
public final class ManyJobs {

    private ManyJobs() {
    }

    /** What a JVM holds between two jobs; memory in bytes. */
    record Holdings(long files, long threads, long processes, long heap, long resident) {
        private static final String START = "holds ";

        static Holdings now() throws IOException {
            System.gc();
            try (var descriptors = Files.list(Path.of("/proc/self/fd"))) {
                return new Holdings(descriptors.count(), Thread.activeCount(),
                    ProcessHandle.current().children().filter(ProcessHandle::isAlive).count(),
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(), residentBytes());
            }
        }

        static Stream<Holdings> in(List<String> lines) {
            return lines.stream().filter(line -> line.startsWith(START)).map(line -> {
                String[] words = line.substring(START.length()).split(" ");
                return new Holdings(Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]),
                    Long.parseLong(words[3]), Long.parseLong(words[4]));
            });
        }

        String toLine() {
            return START + files + " " + threads + " " + processes + " " + heap + " " + resident;
        }

        private static long residentBytes() throws IOException {
            String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(text -> text.startsWith("VmRSS:")).findFirst().orElseThrow();
            return Long.parseLong(line.replaceAll("\\D", "")) << 10;
        }
    }

    /**
     * Runs the jobs.
     *
     * @param arguments how many jobs there are before the first look, and how many in all
     */
    public static void main(String[] arguments) throws Exception {
        int some = Integer.parseInt(arguments[0]);
        int all = Integer.parseInt(arguments[1]);
        JobSpec spec = RankJob.brief(JobSpec.of(2, Programs.class.getName())).args("short")
            .classPath(RankJob.classPath()).output((rank, error, line) -> { }).build();
        for (int job = 1; job <= all; job++) {
            int code = LocalJob.start(spec).await();
            if (code != 0) {
                throw new AssertionError("a job failed: job=" + job + " code=" + code);
            }
            if (job == some || job == all) {
                System.out.println(Holdings.now().toLine());
            }
        }
    }
}
