package assay.host;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Calls by name, so that one compilation serves every release. Exceptions of foreign code pass through unchanged. */
final class Reflected {
    private Reflected() {
    }

    static Class<?> type(Class<?> beside, String name) throws ClassNotFoundException {
        return Class.forName(name, true, beside.getClassLoader());
    }

    /** A public method, or null where this release has none with this name and these parameters. */
    static Method methodOrNull(Class<?> type, String name, Class<?>... parameters) {
        try {
            return method(type, name, parameters);
        } catch (NoSuchMethodException absent) {
            return null;
        }
    }

    static Method method(Class<?> type, String name, Class<?>... parameters) throws NoSuchMethodException {
        Method method = type.getMethod(name, parameters);
        method.setAccessible(true); // the class may not be public, although the interface is
        return method;
    }

    static Object call(Method method, Object on, Object... arguments) throws Throwable {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    static Object made(Constructor<?> constructor, Object... arguments) throws Throwable {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    /** A constructor, or null where this release has none with these parameters. */
    static Constructor<?> constructorOrNull(Class<?> type, Class<?>... parameters) {
        try {
            return constructor(type, parameters);
        } catch (NoSuchMethodException absent) {
            return null;
        }
    }

    static Constructor<?> constructor(Class<?> type, Class<?>... parameters) throws NoSuchMethodException {
        Constructor<?> constructor = type.getDeclaredConstructor(parameters);
        constructor.setAccessible(true);
        return constructor;
    }
}
