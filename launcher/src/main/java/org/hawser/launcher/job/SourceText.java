package org.hawser.launcher.job;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.SimpleJavaFileObject;

/**
 * A source file as the compiler reads it: once, so that what was recorded of it is what was compiled.
 *
 * <p><b>Threads:</b> one.
 */
final class SourceText extends SimpleJavaFileObject {
    private final Path file;
    private final String binaryName;
    private final boolean anyName;
    private final CompilerInputs inputs;
    private CharSequence text;

    /**
     * A file that is read when it is asked for.
     *
     * @param binaryName of the class that its place is for
     * @param anyName whether its classes may have other names: a program's first file, as the java command has it
     * @param inputs is told when it is read
     */
    SourceText(Path file, String binaryName, boolean anyName, CompilerInputs inputs) {
        super(file.toUri(), Kind.SOURCE);
        this.file = file;
        this.binaryName = binaryName;
        this.anyName = anyName;
        this.inputs = inputs;
    }

    String binaryName() {
        return binaryName;
    }

    /** As the compiler's messages show it: from the current directory on, if it is below. */
    @Override
    public String getName() {
        Path here = Path.of("").toAbsolutePath();
        return (file.startsWith(here) ? here.relativize(file) : file).toString();
    }

    @Override
    public boolean isNameCompatible(String simpleName, Kind kind) {
        return kind == Kind.SOURCE && anyName || super.isNameCompatible(simpleName, kind);
    }

    @Override
    public long getLastModified() {
        return file.toFile().lastModified();
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) throws IOException {
        if (text == null) {
            byte[] bytes = Files.readAllBytes(file);
            inputs.readSource(file, bytes);
            text = decode(bytes);
        }
        return text;
    }

    private static CharSequence decode(byte[] bytes) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
        if (result.isError()) {
            long line = 1 + out.flip().chars().filter(c -> c == '\n').count();
            throw new NotUtf8(String.format("line %d is not UTF-8: it has the byte 0x%02x", line,
                bytes[in.position()]));
        }
        return out.flip();
    }

    private static final class NotUtf8 extends CharacterCodingException {
        private static final long serialVersionUID = 1L;
        private final String message;

        private NotUtf8(String message) {
            this.message = message;
        }

        @Override
        public String getMessage() {
            return message;
        }
    }
}
