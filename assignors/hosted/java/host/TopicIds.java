package assay.host;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.Uuid;

/**
 * Topics' ids, which a coordinator uses in the place of names. They follow from the names, so that runs repeat: the first
 * half sorts as the name does, so that an assignor that goes by id goes by name; the second half has no pattern, as real
 * ids have none, so that hash maps lie in no order.
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

    /** The name; an id that nobody was told of stands for itself. */
    String name(Uuid id) {
        return names.getOrDefault(id, id.toString());
    }
}
