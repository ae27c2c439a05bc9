package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.FieldModel;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The API is the one that programs were written for, signature for signature; what there is beyond it stands here. */
class SignaturesTest {
    /**
     * Arrays and memory segments for calls that took only buffers, windows on them, what {@code equals} demands, and
     * going on without lost processes.
     */
    private static final Map<String, Set<String>> ADDITIONS = Map.of(
        "MPI", Set.of(
            "public static final int ERR_PROC_FAILED;",
            "public static final int ERR_PROC_FAILED_PENDING;",
            "public static final int ERR_REVOKED;"),
        "Intercomm", Set.of(
            "public Comm shrink() throws MPIException;",
            "public Intercomm shrink() throws MPIException;"),
        "Comm", Set.of(
            "public final void revoke() throws MPIException;",
            "public final boolean isRevoked() throws MPIException;",
            "public Comm shrink() throws MPIException;",
            "public final int agree(int) throws MPIException;",
            "public final Group getFailed() throws MPIException;",
            "public final void ackFailed() throws MPIException;",
            "public final Group getAcked() throws MPIException;",
            "public final Request iSend(Object, int, Datatype, int, int) throws MPIException;",
            "public final Request ibSend(Object, int, Datatype, int, int) throws MPIException;",
            "public final Request isSend(Object, int, Datatype, int, int) throws MPIException;",
            "public final Request irSend(Object, int, Datatype, int, int) throws MPIException;",
            "public final Request iRecv(Object, int, Datatype, int, int) throws MPIException;",
            "public final Prequest sendInit(Object, int, Datatype, int, int) throws MPIException;",
            "public final Prequest bSendInit(Object, int, Datatype, int, int) throws MPIException;",
            "public final Prequest sSendInit(Object, int, Datatype, int, int) throws MPIException;",
            "public final Prequest rSendInit(Object, int, Datatype, int, int) throws MPIException;",
            "public final Prequest recvInit(Object, int, Datatype, int, int) throws MPIException;",
            "public final Request iNeighborAllGather(Object, int, Datatype, Object, int, Datatype) "
                + "throws MPIException;",
            "public final Request iNeighborAllGatherv(Object, int, Datatype, Object, int[], int[], Datatype) "
                + "throws MPIException;",
            "public final Request iNeighborAllToAll(Object, int, Datatype, Object, int, Datatype) "
                + "throws MPIException;",
            "public final Request iNeighborAllToAllv(Object, int[], int[], Datatype, Object, int[], int[], Datatype) "
                + "throws MPIException;",
            "public final Request iBcast(Object, int, Datatype, int) throws MPIException;",
            "public final Request iGather(Object, int, Datatype, Object, int, Datatype, "
                + "int) throws MPIException;",
            "public final Request iGather(Object, int, Datatype, int) throws MPIException;",
            "public final Request iGatherv(Object, int, Datatype, Object, int[], int[], Datatype, "
                + "int) throws MPIException;",
            "public final Request iGatherv(Object, int[], int[], Datatype, int) throws MPIException;",
            "public final Request iGatherv(Object, int, Datatype, int) throws MPIException;",
            "public final Request iScatter(Object, int, Datatype, Object, int, Datatype, "
                + "int) throws MPIException;",
            "public final Request iScatter(Object, int, Datatype, int) throws MPIException;",
            "public final Request iScatterv(Object, int[], int[], Datatype, Object, int, Datatype, "
                + "int) throws MPIException;",
            "public final Request iScatterv(Object, int[], int[], Datatype, int) throws MPIException;",
            "public final Request iScatterv(Object, int, Datatype, int) throws MPIException;",
            "public final Request iAllGather(Object, int, Datatype, Object, int, Datatype) throws MPIException;",
            "public final Request iAllGather(Object, int, Datatype) throws MPIException;",
            "public final Request iAllGatherv(Object, int, Datatype, Object, int[], int[], "
                + "Datatype) throws MPIException;",
            "public final Request iAllGatherv(Object, int[], int[], Datatype) throws MPIException;",
            "public final Request iAllToAll(Object, int, Datatype, Object, int, Datatype) throws MPIException;",
            "public final Request iAllToAllv(Object, int[], int[], Datatype, Object, int[], int[], "
                + "Datatype) throws MPIException;",
            "public final Request iAllToAllw(Object, int[], int[], Datatype[], Object, int[], int[], "
                + "Datatype[]) throws MPIException;",
            "public final Request iReduce(Object, Object, int, Datatype, Op, int) throws MPIException;",
            "public final Request iReduce(Object, int, Datatype, Op, int) throws MPIException;",
            "public final Request iAllReduce(Object, Object, int, Datatype, Op) throws MPIException;",
            "public final Request iAllReduce(Object, int, Datatype, Op) throws MPIException;",
            "public final Request iReduceScatter(Object, Object, int[], Datatype, Op) throws MPIException;",
            "public final Request iReduceScatter(Object, int[], Datatype, Op) throws MPIException;",
            "public final Request iReduceScatterBlock(Object, Object, int, Datatype, Op) throws MPIException;",
            "public final Request iReduceScatterBlock(Object, int, Datatype, Op) throws MPIException;"),
        "Intracomm", Set.of(
            "public Comm shrink() throws MPIException;",
            "public Intracomm shrink() throws MPIException;",
            "public final Request iScan(Object, Object, int, Datatype, Op) throws MPIException;",
            "public final Request iScan(Object, int, Datatype, Op) throws MPIException;",
            "public final Request iExScan(Object, Object, int, Datatype, Op) throws MPIException;",
            "public final Request iExScan(Object, int, Datatype, Op) throws MPIException;"),
        "File", Set.of(
            "public Request iReadAt(long, Object, int, Datatype) throws MPIException;",
            "public Request iReadAtAll(long, Object, int, Datatype) throws MPIException;",
            "public Request iWriteAt(long, Object, int, Datatype) throws MPIException;",
            "public Request iWriteAtAll(long, Object, int, Datatype) throws MPIException;",
            "public Request iRead(Object, int, Datatype) throws MPIException;",
            "public Request iReadAll(Object, int, Datatype) throws MPIException;",
            "public Request iWrite(Object, int, Datatype) throws MPIException;",
            "public Request iWriteAll(Object, int, Datatype) throws MPIException;",
            "public Request iReadShared(Object, int, Datatype) throws MPIException;",
            "public Request iWriteShared(Object, int, Datatype) throws MPIException;"),
        "Message", Set.of("public Request imRecv(Object, int, Datatype) throws MPIException;"),
        "Win", Set.of(
            "public Win(MemorySegment, int, Info, Comm) throws MPIException;",
            "public static Win allocate(long, int, Info, Comm) throws MPIException;",
            "public static Win allocateShared(long, int, Info, Comm) throws MPIException;",
            "public MemorySegment getMemory() throws MPIException;",
            "public MemorySegment sharedQuery(int) throws MPIException;",
            "public static long addressOf(Object) throws MPIException;",
            "public void attach(MemorySegment) throws MPIException;",
            "public void detach(MemorySegment) throws MPIException;",
            "public void put(Object, int, Datatype, int, long, int, Datatype) throws MPIException;",
            "public void get(Object, int, Datatype, int, long, int, Datatype) throws MPIException;",
            "public void accumulate(Object, int, Datatype, int, long, int, Datatype, Op) throws MPIException;",
            "public void getAccumulate(Object, int, Datatype, Object, int, Datatype, int, long, int, Datatype, Op) "
                + "throws MPIException;",
            "public void fetchAndOp(Object, Object, Datatype, int, long, Op) throws MPIException;",
            "public void compareAndSwap(Object, Object, Object, Datatype, int, long) throws MPIException;",
            "public Request rPut(Object, int, Datatype, int, long, int, Datatype) throws MPIException;",
            "public Request rGet(Object, int, Datatype, int, long, int, Datatype) throws MPIException;",
            "public Request rAccumulate(Object, int, Datatype, int, long, int, Datatype, Op) throws MPIException;",
            "public Request rGetAccumulate(Object, int, Datatype, Object, int, Datatype, int, long, int, Datatype, Op) "
                + "throws MPIException;"),
        "Count", Set.of("public int hashCode();"));

    /** Classes that the list shows with their protected members, because programs extend them. */
    private static final Set<String> EXTENDED = Set.of("Struct", "Struct$Data", "UserFunction");

    /** One class: its own line, and those of its members. */
    private record Signatures(String header, Set<String> members) {
    }

    @Test
    void everyClassHasTheMembersOfTheListAndTheAdditionsAndNoOthers() throws Exception {
        for (Map.Entry<String, Signatures> listed : list().entrySet()) {
            Class<?> type = Class.forName("mpi." + listed.getKey());
            assertEquals(listed.getValue().header(), header(type));
            Set<String> expected = new TreeSet<>(listed.getValue().members());
            expected.addAll(ADDITIONS.getOrDefault(listed.getKey(), Set.of()));
            assertEquals(String.join("\n", expected), String.join("\n", members(type)), listed.getKey());
        }
    }

    @Test
    void nothingElseIsPublic() throws Exception {
        Set<String> expected = new TreeSet<>(list().keySet());
        expected.remove("Constant");
        Path classes = Path.of(MPI.class.getResource("MPI.class").toURI()).getParent();
        try (Stream<Path> files = Files.list(classes)) {
            Set<String> found = new TreeSet<>();
            for (Path file : files.toList()) {
                String name = file.getFileName().toString().replace(".class", "");
                if (name.equals("package-info")) {
                    continue;
                }
                if (Modifier.isPublic(Class.forName("mpi." + name).getModifiers())) {
                    found.add(name);
                }
            }
            assertEquals(expected, found);
        }
    }

    private static Map<String, Signatures> list() throws IOException {
        try (InputStream in = SignaturesTest.class.getResourceAsStream("/mpi-java-api.txt")) {
            Map<String, Signatures> classes = new TreeMap<>();
            Signatures current = null;
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                if (line.startsWith("  ")) {
                    current.members().add(line.strip());
                } else if (line.endsWith("{")) {
                    String name = line.replaceFirst(".*(class|interface) ", "").replaceFirst(" .*", "");
                    current = new Signatures(line, new TreeSet<>());
                    classes.put(name, current);
                }
            }
            return classes;
        }
    }

    private static String header(Class<?> type) {
        int modifiers = type.getModifiers();
        if (type.isInterface()) {
            return Modifier.toString(modifiers & ~Modifier.ABSTRACT & ~Modifier.INTERFACE) + " interface "
                + name(type) + " {";
        }
        String text = (Modifier.toString(modifiers) + " class " + name(type)).strip();
        if (type.getSuperclass() != Object.class) {
            text += " extends " + name(type.getSuperclass());
        }
        if (type.getInterfaces().length > 0) {
            text += " implements " + Arrays.stream(type.getGenericInterfaces()).map(SignaturesTest::name)
                .collect(Collectors.joining(","));
        }
        return text + " {";
    }

    private static Set<String> members(Class<?> type) throws IOException, URISyntaxException {
        int shown = Modifier.PUBLIC | (EXTENDED.contains(name(type)) ? Modifier.PROTECTED : 0);
        Set<String> lines = new TreeSet<>();
        Map<String, String> constants = constants(type);
        for (Field field : type.getDeclaredFields()) {
            if ((field.getModifiers() & shown) != 0) {
                lines.add(Modifier.toString(field.getModifiers()) + " " + name(field.getGenericType()) + " "
                    + field.getName() + constants.getOrDefault(field.getName(), "") + ";");
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if ((constructor.getModifiers() & shown) != 0) {
                lines.add(Modifier.toString(constructor.getModifiers()) + " " + name(type) + tail(constructor));
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if ((method.getModifiers() & shown) != 0) {
                String modifiers = Modifier.toString(method.getModifiers() & Modifier.methodModifiers());
                lines.add(modifiers + " " + variables(method) + name(method.getGenericReturnType()) + " "
                    + method.getName() + tail(method));
            }
        }
        return lines;
    }

    /** Those that compilers copy into the programs that use them. */
    private static Map<String, String> constants(Class<?> type) throws IOException, URISyntaxException {
        Map<String, String> constants = new TreeMap<>();
        byte[] bytes = Files.readAllBytes(Path.of(type.getResource(name(type) + ".class").toURI()));
        for (FieldModel field : ClassFile.of().parse(bytes).fields()) {
            field.findAttribute(Attributes.constantValue()).ifPresent(value ->
                constants.put(field.fieldName().stringValue(), " = " + value.constant().constantValue()));
        }
        return constants;
    }

    private static String variables(Method method) {
        if (method.getTypeParameters().length == 0) {
            return "";
        }
        return Arrays.stream(method.getTypeParameters()).map(variable -> variable.getName() + " extends "
            + name(variable.getBounds()[0])).collect(Collectors.joining(", ", "<", "> "));
    }

    private static String tail(Executable executable) {
        Type[] parameters = executable instanceof Method ? executable.getGenericParameterTypes()
            : executable.getParameterTypes();
        String text = Arrays.stream(parameters).map(SignaturesTest::name).collect(Collectors.joining(", ", "(", ")"));
        if (executable.getExceptionTypes().length > 0) {
            text += Arrays.stream(executable.getExceptionTypes()).map(SignaturesTest::name)
                .collect(Collectors.joining(", ", " throws ", ""));
        }
        return text + ";";
    }

    private static String name(Type type) {
        return switch (type) {
            case Class<?> array when array.isArray() -> name(array.getComponentType()) + "[]";
            case Class<?> plain -> plain.getName().substring(plain.getName().lastIndexOf('.') + 1);
            case ParameterizedType parameterized -> name(parameterized.getRawType());
            case TypeVariable<?> variable -> variable.getName();
            default -> throw new AssertionError("a kind of type that the API does not have: " + type);
        };
    }
}
