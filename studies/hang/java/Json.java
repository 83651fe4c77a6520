package assay.hang;

import assay.hang.Group.Event;
import assay.hang.Group.Member;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** Lives as JSON: the keys of {@code assay-life/1}, with those of a group. */
final class Json {
    private Json() {
    }

    /** The life as {@code assay-life/1}. */
    static Map<String, Object> life(Life life) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("format", "assay-life/1");
        all.put("protocol", life.cooperative() ? "cooperative" : "eager");
        all.put("group", group(life.start()));
        all.put("events", life.events().stream().map(Json::event).toList());
        return all;
    }

    /** The group as {@code assay-group/1}. */
    static Map<String, Object> group(Group group) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("format", "assay-group/1");
        all.put("topics", group.topics());
        all.put("members", group.members().stream().map(Json::member).toList());
        return all;
    }

    private static Map<String, Object> event(Event event) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("leave", event.leave());
        all.put("join", event.join().stream().map(Json::member).toList());
        all.put("subscribe", event.subscribe());
        all.put("topics", event.topics());
        return all;
    }

    private static Map<String, Object> member(Member member) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("id", member.id());
        all.put("subscription", member.topics());
        if (member.generation() >= 0) {
            all.put("owned", member.owned().stream().collect(Collectors.groupingBy(TopicPartition::topic,
                TreeMap::new, Collectors.mapping(TopicPartition::partition, Collectors.toList()))));
            all.put("generation", member.generation());
        }
        return all;
    }

    /** The JSON of maps, lists, numbers, booleans, and texts without characters to escape. */
    static String text(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream().map(one -> text(one.getKey()) + ":" + text(one.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof Collection<?> list) {
            return List.copyOf(list).stream().map(Json::text).collect(Collectors.joining(",", "[", "]"));
        }
        return value instanceof String ? '"' + value.toString() + '"' : String.valueOf(value);
    }
}
