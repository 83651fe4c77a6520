package assay.host;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.Uuid;

/**
 * Topic ids, which a coordinator uses instead of names. They are computed from the names, so that runs repeat. The
 * first half sorts as the name does, so that an assignor that sorts by id sorts by name. The second half has no
 * pattern, like real ids, so that hash maps have no particular order.
 */
final class TopicIds {
    private final Map<String, Uuid> ids = new HashMap<>();
    private final Map<Uuid, String> names = new HashMap<>();

    Uuid id(String name) {
        return ids.computeIfAbsent(name, unseen -> {
            byte[] letters = unseen.getBytes(StandardCharsets.UTF_8);
            Uuid id = new Uuid(beginning(letters), UUID.nameUUIDFromBytes(letters).getLeastSignificantBits());
            names.put(id, unseen);
            return id;
        });
    }

    private static long beginning(byte[] letters) {
        long bits = 0;
        for (int place = 0; place < Long.BYTES; place++) {
            bits = bits << Byte.SIZE | (place < letters.length ? letters[place] & 0x7f : 0); // Kafka's names are ASCII
        }
        return bits;
    }

    /** The name; an unknown id stands for itself. */
    String name(Uuid id) {
        return names.getOrDefault(id, id.toString());
    }
}
