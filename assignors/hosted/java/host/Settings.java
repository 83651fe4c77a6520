package assay.host;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The settings of a question for {@code configure()}: those of all members, and those of single members by member id.
 */
record Settings(Map<String, String> shared, Map<String, Map<String, String>> single) {
    static Settings from(Map<String, Object> question) {
        Map<String, Map<String, String>> single = new LinkedHashMap<>();
        Object members = question.get("member_config");
        if (members != null) {
            Json.object(members, "member_config").forEach((member, settings) ->
                single.put(member, texts(settings, "member_config." + member)));
        }
        return new Settings(texts(question.get("config"), "config"), single);
    }

    /** The settings of the object that assigns: those of all members, because the leader is unknown. */
    Map<String, Object> ofLeader() {
        Map<String, Object> settings = new HashMap<>();
        settings.put("group.id", "assay"); // a consumer with an assignor has a group
        settings.putAll(shared);
        return settings;
    }

    /** The settings of a coordinator's assignor: those of its broker. */
    Map<String, Object> ofBroker() {
        return new HashMap<>(shared);
    }

    /** The settings of a member's own object: its consumer's values from the group, and the given settings. */
    Map<String, Object> of(Group.Member member) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("client.id", member.clientId());
        settings.put("group.instance.id", member.instanceId());
        settings.put("client.rack", member.rack());
        settings.values().removeIf(value -> value == null);
        settings.putAll(ofLeader());
        settings.putAll(single.getOrDefault(member.id(), Map.of()));
        return settings;
    }

    private static Map<String, String> texts(Object json, String path) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (json != null) {
            Json.object(json, path).forEach((key, value) -> texts.put(key, Json.text(value, path + "." + key)));
        }
        return texts;
    }
}
