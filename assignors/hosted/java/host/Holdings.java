package assay.host;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What a coordinator would have on record, given the members' claims. It records itself who has what. So a partition
 * has at most one owner, and every recorded partition existed in its topic. Of several claims only the newest counts;
 * if two are newest, none counts. The record keeps topics that were deleted or dropped from a subscription.
 */
final class Holdings {
    private static final int NOBODY = -1;

    private Holdings() {
    }

    /** By member, by topic: the partitions held. Every member has an entry. */
    static Map<String, Map<String, Set<Integer>>> of(Group group) {
        Map<String, Map<Integer, Holder>> holders = new HashMap<>();
        for (int place = 0; place < group.members().size(); place++) {
            Group.Member member = group.members().get(place);
            for (Map.Entry<String, java.util.List<Integer>> claim : member.owned().entrySet()) {
                for (int id : new HashSet<>(claim.getValue())) {
                    if (exists(group, claim.getKey(), id)) {
                        Holder mine = new Holder(place, member.claimedGeneration());
                        holders.computeIfAbsent(claim.getKey(), topic -> new HashMap<>())
                            .merge(id, mine, Holder::newest);
                    }
                }
            }
        }
        Map<String, Map<String, Set<Integer>>> held = new LinkedHashMap<>();
        group.members().forEach(member -> held.put(member.id(), new LinkedHashMap<>()));
        holders.forEach((topic, partitions) -> partitions.forEach((id, holder) -> {
            if (holder.member() != NOBODY) {
                held.get(group.members().get(holder.member()).id())
                    .computeIfAbsent(topic, name -> new HashSet<>()).add(id);
            }
        }));
        return held;
    }

    private static boolean exists(Group group, String name, int id) {
        Group.Topic topic = group.topics().get(name);
        return id >= 0 && (topic == null || id < topic.partitions()); // a deleted topic had any number
    }

    private record Holder(int member, int generation) {
        Holder newest(Holder other) {
            if (generation == other.generation) {
                return new Holder(NOBODY, generation);
            }
            return generation > other.generation ? this : other;
        }
    }
}
