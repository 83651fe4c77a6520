package assay.host;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.Uuid;

/** Topics' ids, which a coordinator uses in the place of names. They follow from the names, so that runs repeat. */
final class TopicIds {
    private final Map<String, Uuid> ids = new HashMap<>();
    private final Map<Uuid, String> names = new HashMap<>();

    Uuid id(String name) {
        return ids.computeIfAbsent(name, unseen -> {
            UUID scattered = UUID.nameUUIDFromBytes(unseen.getBytes(StandardCharsets.UTF_8));
            Uuid id = new Uuid(scattered.getMostSignificantBits(), scattered.getLeastSignificantBits());
            names.put(id, unseen);
            return id;
        });
    }

    /** The name; an id that nobody was told of stands for itself. */
    String name(Uuid id) {
        return names.getOrDefault(id, id.toString());
    }
}
