package org.hawser.pgas;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;

/**
 * Turns code, its arguments and its results into bytes. Objects of the model that threads have in common travel as a
 * {@link Counterpart}: code that captures a {@link Pgas} finds the other thread's own where it runs.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> per object.
 */
final class CodeWriter extends ObjectOutputStream {
    private final Services services;

    private CodeWriter(OutputStream out, Services services) throws IOException {
        super(out);
        this.services = services;
        enableReplaceObject(true);
    }

    /**
     * The bytes of {@code object}.
     *
     * @param what names it in a refusal
     * @throws PgasException when something in it is not serialisable; the text names its class
     */
    static byte[] write(Object object, String what, Services services) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (CodeWriter out = new CodeWriter(bytes, services)) {
            out.writeObject(object);
        } catch (NotSerializableException e) {
            throw new PgasException(what + " cannot travel, it holds an object that is not serialisable: class="
                + e.getMessage() + " " + services.all.here()
                + "; make it Serializable, or copy what is needed of it to local variables", e);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw new PgasException(what + " cannot travel: " + services.all.here() + ": " + e, e);
        }
        return bytes.toByteArray();
    }

    @Override
    protected Object replaceObject(Object object) {
        Counterpart counterpart = Counterpart.of(object, services);
        return counterpart == null ? object : counterpart;
    }
}
