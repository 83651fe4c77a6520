package assay.host;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An assay-group/1, the input of an assignor, in the given order. Absent values are null. */
record Group(Map<String, Topic> topics, List<Member> members) {
    /** An answer lists every partition, so the size is limited. */
    private static final long MOST_PARTITIONS = 2_000_000;

    /** A topic: the number of partitions, and the racks of each partition's replicas, the leader's first. */
    record Topic(int partitions, List<List<String>> replicaRacks) {
    }

    /** A member, and what it claims to have owned before. */
    record Member(String id, List<String> subscription, Map<String, List<Integer>> owned, Integer generation,
                  String instanceId, String rack, String clientId, int metadataVersion) {

        /** Whether it has ever had an assignment. Only then does it report one. */
        boolean wasAssigned() {
            return generation != null || !owned.isEmpty();
        }

        int claimedGeneration() {
            return generation == null ? -1 : generation; // Kafka's value for an unknown generation
        }
    }

    /** The subscribed topics that exist: the only ones that a leader or a coordinator looks up. */
    Map<String, Topic> subscribedTopics() {
        Set<String> subscribed = new LinkedHashSet<>();
        members.forEach(member -> subscribed.addAll(member.subscription()));
        Map<String, Topic> found = new LinkedHashMap<>();
        topics.forEach((name, topic) -> {
            if (topic.partitions() > 0 && subscribed.contains(name)) {
                found.put(name, topic);
            }
        });
        return found;
    }

    static Group from(Object json) {
        Map<String, Object> group = Json.object(json, "group");
        Map<String, Topic> topics = new LinkedHashMap<>();
        long partitions = 0;
        for (Map.Entry<String, Object> entry : Json.object(group.get("topics"), "group.topics").entrySet()) {
            Topic topic = topic(entry.getValue(), "group.topics." + entry.getKey());
            partitions += topic.partitions();
            topics.put(entry.getKey(), topic);
        }
        if (partitions > MOST_PARTITIONS) {
            throw new WrongQuestion("group.topics: " + partitions + " partitions: expected at most " + MOST_PARTITIONS);
        }
        List<Member> members = new ArrayList<>();
        for (Object member : Json.array(group.get("members"), "group.members")) {
            members.add(member(Json.object(member, "group.members"), "group.members[" + members.size() + "]"));
        }
        return new Group(topics, members);
    }

    private static Topic topic(Object json, String path) {
        if (!(json instanceof Map)) {
            return new Topic(Json.integer(json, path), null);
        }
        Map<String, Object> topic = Json.object(json, path);
        List<List<String>> racks = null;
        if (topic.get("replica_racks") != null) {
            racks = new ArrayList<>();
            for (Object replicas : Json.array(topic.get("replica_racks"), path + ".replica_racks")) {
                racks.add(Json.texts(replicas, path + ".replica_racks"));
            }
        }
        return new Topic(Json.integer(topic.get("partitions"), path + ".partitions"), racks);
    }

    private static Member member(Map<String, Object> json, String path) {
        Map<String, List<Integer>> owned = new LinkedHashMap<>();
        if (json.get("owned") != null) {
            Json.object(json.get("owned"), path + ".owned").forEach((topic, ids) -> {
                List<Integer> partitions = new ArrayList<>();
                for (Object id : Json.array(ids, path + ".owned")) {
                    partitions.add(Json.integer(id, path + ".owned"));
                }
                owned.put(topic, partitions);
            });
        }
        Object generation = json.get("generation");
        Object version = json.get("metadata_version");
        return new Member(
            Json.text(json.get("id"), path + ".id"),
            Json.texts(json.get("subscription"), path + ".subscription"),
            owned,
            generation == null ? null : Json.integer(generation, path + ".generation"),
            Json.textOrNull(json.get("instance_id"), path + ".instance_id"),
            Json.textOrNull(json.get("rack"), path + ".rack"),
            Json.textOrNull(json.get("client_id"), path + ".client_id"),
            version == null ? SubscriptionBytes.NEWEST : Json.integer(version, path + ".metadata_version"));
    }
}
