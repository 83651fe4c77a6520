package assay.host;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;

/** Makes assignor objects as Kafka does: by the constructor without parameters, configured where they can be. */
final class AssignorFactory {
    private final Constructor<?> constructor;
    private final Method configure;

    AssignorFactory(Class<?> type) throws ReflectiveOperationException {
        constructor = Reflected.constructor(type);
        Class<?> configurable = Reflected.type(type, "org.apache.kafka.common.Configurable");
        configure = configurable.isAssignableFrom(type) ? configurable.getMethod("configure", Map.class) : null;
    }

    Object fresh() throws Throwable {
        Object made = Reflected.made(constructor);
        if (configure != null) {
            Map<String, Object> settings = new HashMap<>();
            settings.put("group.id", "assay"); // a consumer that has an assignor has a group
            Reflected.call(configure, made, settings);
        }
        return made;
    }
}
