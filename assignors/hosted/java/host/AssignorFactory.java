package assay.host;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Map;

/** Makes assignor objects as Kafka does: with the constructor without parameters, and configured if possible. */
final class AssignorFactory {
    private final Constructor<?> constructor;
    private final Method configure;

    AssignorFactory(Class<?> type) throws ReflectiveOperationException {
        constructor = Reflected.constructor(type);
        Class<?> configurable = Reflected.type(type, "org.apache.kafka.common.Configurable");
        configure = configurable.isAssignableFrom(type) ? configurable.getMethod("configure", Map.class) : null;
    }

    /** Whether the class has a {@code configure()} for settings. */
    boolean isConfigurable() {
        return configure != null;
    }

    /** A new object; {@code whose} names its owner in messages. */
    Object fresh(Map<String, Object> settings, String whose) throws Throwable {
        Object made = Reflected.made(constructor);
        if (configure != null) {
            try {
                Reflected.call(configure, made, settings);
            } catch (Throwable refused) {
                // A consumer with these settings would not start, so its assignor's answer is unknown.
                throw new CannotBeAsked("configure() of " + whose + " failed: " + refused
                    + "; --setting KEY=VALUE gives it a setting", refused);
            }
        }
        return made;
    }
}
