package org.hawser.pgas;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Proxy;

/**
 * Makes objects of what a {@link CodeWriter} wrote, with the classes of the rank that reads.
 *
 * <p>Only ranks of the job can send such bytes: they have proved that they know its secret, and run as the same user
 * as this one. So this is no border between those who trust each other and others; a rank can run any code here, which
 * is what it is for. The filter keeps a mistake small: nothing that is deeper or larger than the bytes can account for
 * is made. A filter that the process was started with ({@code jdk.serialFilter}) holds as well.
 *
 * <p><b>Threads:</b> one at a time. <b>Allocates:</b> per object.
 */
final class CodeReader extends ObjectInputStream {
    /** Objects inside of each other: what a thread's stack surely holds. */
    private static final int MOST_DEPTH = 1_000;
    /** Collections make tables that are larger than what they hold. */
    private static final int SLACK = 4;
    private static final int SLACK_BYTES = 1 << 10;

    private final Services services;
    private final ClassLoader loader;

    private CodeReader(byte[] bytes, Services services, ClassLoader loader) throws IOException {
        super(new ByteArrayInputStream(bytes));
        this.services = services;
        this.loader = loader;
        enableResolveObject(true);
        setObjectInputFilter(info -> check(info, SLACK_BYTES + (long) SLACK * bytes.length));
    }

    /** The object that {@code bytes} are of. */
    static Object read(byte[] bytes, Services services, ClassLoader loader)
            throws IOException, ClassNotFoundException {
        try (CodeReader in = new CodeReader(bytes, services, loader)) {
            return in.readObject();
        }
    }

    private static ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info, long most) {
        boolean fits = info.depth() <= MOST_DEPTH && info.references() <= most && info.arrayLength() <= most;
        return fits ? ObjectInputFilter.Status.UNDECIDED : ObjectInputFilter.Status.REJECTED;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
        try {
            return Class.forName(description.getName(), false, loader);
        } catch (ClassNotFoundException e) {
            // Primitive types, and programs that have loaders of their own.
            return super.resolveClass(description);
        }
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
        Class<?>[] types = new Class<?>[interfaces.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = Class.forName(interfaces[i], false, loader);
        }
        return Proxy.newProxyInstance(loader, types, (proxy, method, arguments) -> null).getClass();
    }

    @Override
    protected Object resolveObject(Object object) {
        return object instanceof Counterpart counterpart ? counterpart.find(services) : object;
    }
}
