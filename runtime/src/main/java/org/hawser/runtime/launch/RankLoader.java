package org.hawser.runtime.launch;

import java.io.IOException;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The class loader of one rank among several in a JVM. The program and the models it calls are loaded anew for each
 * rank, so their static state is the rank's own, as in a process; the floors below are shared by all ranks.
 *
 * <p><b>Threads:</b> any, as for every class loader that is parallel capable.
 */
public final class RankLoader extends ClassLoader {

    /** Floors that all ranks of a JVM share: they hold what belongs to the process. Everything else is per rank. */
    private static final String[] SHARED_PACKAGES = {
        "java.", "org.hawser.platform.", "org.hawser.fabric.", "org.hawser.runtime.",
    };

    static {
        registerAsParallelCapable();
    }

    /** 0 for the job that the launcher was asked for, else which of those it is that ranks asked for. */
    private final int job;
    private final JobDescription description;
    private final ConcurrentHashMap<Object, Object> shared;
    private final SharedClassPath classPath;
    private final ConcurrentHashMap<CodeSource, ProtectionDomain> domains = new ConcurrentHashMap<>();

    /**
     * A loader for one rank.
     *
     * @param job 0 for the job that the launcher was asked for, else which of those it is that ranks asked for
     * @param description of that rank
     * @param shared the map common to the job
     * @param classPath the classes of Hawser that each rank has for itself, then the user's
     * @param parent what all ranks share
     */
    RankLoader(int job, JobDescription description, ConcurrentHashMap<Object, Object> shared,
               SharedClassPath classPath, ClassLoader parent) {
        super("rank-" + description.rank(), parent);
        this.job = job;
        this.description = description;
        this.shared = shared;
        this.classPath = classPath;
    }

    /** The loader of the calling thread's rank, or null when ranks are processes. */
    static RankLoader current() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        while (loader != null) {
            if (loader instanceof RankLoader rank) {
                return rank;
            }
            loader = loader.getParent();
        }
        return null;
    }

    /**
     * The rank that this loader serves.
     *
     * @return its description
     */
    public JobDescription description() {
        return description;
    }

    int job() {
        return job;
    }

    ConcurrentHashMap<Object, Object> shared() {
        return shared;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (isShared(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> type = findLoadedClass(name);
            if (type == null) {
                SharedClassPath.Content content = classPath.read(name.replace('.', '/') + ".class");
                if (content == null) {
                    return super.loadClass(name, resolve);
                }
                type = defineClass(name, content.bytes(), 0, content.bytes().length, domain(content.origin()));
            }
            if (resolve) {
                resolveClass(type);
            }
            return type;
        }
    }

    @Override
    public URL getResource(String name) {
        List<URL> own = classPath.urls(name);
        return own.isEmpty() ? super.getResource(name) : own.getFirst();
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        Set<URL> all = new LinkedHashSet<>(classPath.urls(name));
        all.addAll(Collections.list(super.getResources(name)));
        return Collections.enumeration(all);
    }

    /** Programs ask their classes where they come from. */
    private ProtectionDomain domain(CodeSource origin) {
        return domains.computeIfAbsent(origin, source -> new ProtectionDomain(source, null, this, null));
    }

    private static boolean isShared(String name) {
        for (String prefix : SHARED_PACKAGES) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
