package org.hawser.launcher.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.hawser.fabric.NodeMap;
import org.hawser.launcher.job.Installation;
import org.hawser.launcher.job.JobSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentChannelTest {
    @TempDir
    private Path directory;

    @Test
    void theFirstWordsAreFoundBehindWhatALoginShellSays() throws IOException {
        AgentHello hello = new AgentHello(1, "0.1", "box");
        String noise = "Welcome to box\n" + "x".repeat(10_000) + "\nHAWSER-AGENT what?\n";
        ByteArrayInputStream in = new ByteArrayInputStream((noise + new String(hello.line(), StandardCharsets.UTF_8)
            + "rest").getBytes(StandardCharsets.UTF_8));
        assertEquals(hello, AgentHello.read(in));
        assertEquals("rest", new String(in.readAllBytes(), StandardCharsets.UTF_8));
        assertNull(AgentHello.read(new ByteArrayInputStream(noise.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void whatIsNotAFrameIsRefused() throws IOException {
        AgentChannel channel = channel(new byte[] {1, 127, 0, 0, 0});
        assertThrows(IOException.class, channel::read);
        assertThrows(IOException.class, channel(new byte[] {99, 0, 0, 0, 0})::read);
        assertThrows(IOException.class, channel(new byte[] {1, 0, 0, 0, 5, 1, 2})::read);
        assertNull(channel(new byte[0]).read());
    }

    @Test
    void anOrderArrivesAsItWasGiven() throws IOException {
        byte[] secret = new byte[32];
        secret[5] = 7;
        JobSpec spec = JobSpec.of(3, "com.example.Main").args("a b", "", "ü".repeat(40_000)).jvmArgs("-Xmx1g")
            .classPath(List.of(directory)).environment("X", "y=z").bind(true).input(true).progress("thread")
            .directory(directory).build();
        HostPart part = new HostPart("job1", 1, NodeMap.parse("0*2,1"), spec, secret, 30);
        DataInputStream in = HostOrder.of(part).open();
        HostOrder.Place place = HostOrder.Place.decode(in);
        assertEquals("job1-1", place.name());
        HostPart read = HostOrder.decode(in, place, directory);
        assertArrayEquals(secret, read.secret());
        assertEquals(List.of("job1", 1, part.nodes(), 30),
            List.of(read.jobId(), read.node(), read.nodes(), read.patience()));
        assertEquals(List.of(spec.main(), spec.args(), spec.classPath(), spec.directory()),
            List.of(read.spec().main(), read.spec().args(), read.spec().classPath(), read.spec().directory()));
        assertEquals(List.of("-Dstdout.encoding=" + System.getProperty("native.encoding"), "-Dstderr.encoding="
            + System.getProperty("native.encoding"), "-Xmx1g"), read.spec().jvmArgs());
        assertEquals("y=z", read.spec().environment().get("X"));
        assertEquals(true, read.spec().bind() && read.spec().input() && read.spec().progress().equals("thread"));
    }

    @Test
    void classesThatWereCompiledForTheJobTravelAlong() throws IOException {
        Path compiled = Files.createTempDirectory(Installation.cache("classes"), "test");
        Path file = Files.writeString(Files.createDirectories(compiled.resolve("p")).resolve("Main.class"), "bytes");
        try {
            JobSpec spec = JobSpec.of(1, "p.Main").classPath(List.of(compiled)).build();
            DataInputStream in = HostOrder.of(new HostPart("j", 0, NodeMap.single(1), spec, new byte[32], 9)).open();
            HostPart read = HostOrder.decode(in, HostOrder.Place.decode(in), directory);
            Path there = read.spec().classPath().getFirst();
            assertEquals("bytes", Files.readString(there.resolve("p/Main.class")));
            assertEquals(true, there.startsWith(directory));
        } finally {
            Files.delete(file);
            Files.delete(file.getParent());
            Files.delete(compiled);
        }
    }

    @Test
    void whoeverWaitsForARankThatHasEndedIsTold() {
        JobAddresses addresses = new JobAddresses();
        CompletableFuture<String> waiting = addresses.lookup(2, "tcp");
        CompletableFuture<String> other = addresses.lookup(1, "tcp");
        addresses.publish(3, "tcp", "here");
        addresses.end(2);
        addresses.end(3);
        assertNull(waiting.getNow("nothing"));
        assertNull(addresses.lookup(2, "udp").getNow("nothing"));
        assertEquals("here", addresses.lookup(3, "tcp").getNow("nothing"));
        assertFalse(other.isDone());
        addresses.publish(1, "tcp", "there");
        assertEquals("there", other.getNow("nothing"));
    }

    private static AgentChannel channel(byte[] bytes) {
        return new AgentChannel(new ByteArrayInputStream(bytes), new ByteArrayOutputStream());
    }
}
