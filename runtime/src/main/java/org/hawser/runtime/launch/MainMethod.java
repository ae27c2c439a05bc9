package org.hawser.runtime.launch;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * Finds and calls a class's main method as the {@code java} command of Java 25 does: {@code main(String[])} before
 * {@code main()}, static or not, not private, own or inherited.
 *
 * <p><b>Threads:</b> immutable.
 */
public final class MainMethod {

    private final Class<?> owner;
    private final Method method;

    private MainMethod(Class<?> owner, Method method) {
        this.owner = owner;
        this.method = method;
    }

    /**
     * Looks for the main method.
     *
     * @param owner the class that the user named
     * @return null when it has none
     */
    public static MainMethod find(Class<?> owner) {
        Method method = search(owner, String[].class);
        if (method == null) {
            method = search(owner);
        }
        return method == null ? null : new MainMethod(owner, method);
    }

    /**
     * Runs the program on the calling thread.
     *
     * @param arguments the program's arguments
     * @throws Throwable what main threw, itself and not wrapped
     */
    public void call(String[] arguments) throws Throwable {
        Object[] actual = method.getParameterCount() == 0 ? new Object[0] : new Object[] {arguments};
        try {
            Object receiver = null;
            if (!Modifier.isStatic(method.getModifiers())) {
                Constructor<?> constructor = owner.getDeclaredConstructor();
                constructor.setAccessible(true);
                receiver = constructor.newInstance();
            }
            method.setAccessible(true);
            method.invoke(receiver, actual);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Method search(Class<?> owner, Class<?>... parameters) {
        for (Class<?> type = owner; type != null; type = type.getSuperclass()) {
            Method method = declared(type, parameters);
            if (method != null && isLaunchable(owner, method)) {
                return method;
            }
        }
        for (Class<?> type : owner.getInterfaces()) {
            Method method = declared(type, parameters);
            if (method != null && !Modifier.isStatic(method.getModifiers()) && isLaunchable(owner, method)) {
                return method;
            }
        }
        return null;
    }

    private static boolean isLaunchable(Class<?> owner, Method method) {
        if (Modifier.isPrivate(method.getModifiers()) || method.getReturnType() != void.class) {
            return false;
        }
        return Modifier.isStatic(method.getModifiers()) || canBeMade(owner);
    }

    private static boolean canBeMade(Class<?> owner) {
        if (Modifier.isAbstract(owner.getModifiers())) {
            return false;
        }
        try {
            return !Modifier.isPrivate(owner.getDeclaredConstructor().getModifiers());
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    private static Method declared(Class<?> type, Class<?>... parameters) {
        try {
            return type.getDeclaredMethod("main", parameters);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }
}
