package acme;

import java.util.Map;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.config.ConfigException;

/** A coordinator's assignor that has to be told a zone. */
public class ZonedOnCoordinator extends OnCoordinator implements Configurable {
    @Override
    public void configure(Map<String, ?> configs) {
        if (configs.get("zone") == null) {
            throw new ConfigException("zone", null, "a zone has to be given");
        }
    }
}
