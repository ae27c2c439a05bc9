package org.hawser.launcher.job;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreeScanner;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.lang.model.SourceVersion;

/**
 * Collects what may be names of classes in texts that a source gives to calls which load or start classes. A compiler
 * does not look there.
 *
 * <p><b>Threads:</b> one.
 */
final class NamedClasses extends TreeScanner<Void, Void> {
    private static final Set<String> CALLS = Set.of("forName", "loadClass", "spawn", "spawnMultiple");

    private final Set<String> names = new LinkedHashSet<>();
    private int inside;

    /** What was found so far. */
    Set<String> names() {
        return names;
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
        String method = switch (call.getMethodSelect()) {
            case IdentifierTree plain -> plain.getName().toString();
            case MemberSelectTree select -> select.getIdentifier().toString();
            default -> "";
        };
        scan(call.getMethodSelect(), null);
        int more = CALLS.contains(method) ? 1 : 0;
        inside += more;
        scan(call.getArguments(), null);
        inside -= more;
        return null;
    }

    @Override
    public Void visitLiteral(LiteralTree literal, Void unused) {
        if (inside > 0 && literal.getValue() instanceof String text) {
            String name = text.replace('/', '.');
            if (SourceVersion.isName(name)) {
                names.add(name);
            }
        }
        return null;
    }
}
