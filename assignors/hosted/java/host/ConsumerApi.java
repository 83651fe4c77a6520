package assay.host;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;

/**
 * Assignors of the group's leader. Every member's subscription passes through its bytes: written at the member's
 * version, and decoded by the leader's release. The members are in a hash map, as in the leader.
 */
final class ConsumerApi implements AssignorApi {
    private final ConsumerInterface kafka;

    ConsumerApi(ConsumerInterface kafka) {
        this.kafka = kafka;
    }

    @Override
    public boolean isConfigurable() {
        return kafka.isConfigurable();
    }

    @Override
    public Object fresh(Settings settings) throws Throwable {
        return kafka.fresh(settings.ofLeader(), "the assigning object");
    }

    @Override
    public PreparedCall put(Object assignor, Group group, Settings settings) throws Throwable {
        boolean cooperative = kafka.isCooperative(assignor);
        Map<String, Object> subscriptions = new HashMap<>();
        for (Group.Member member : group.members()) {
            subscriptions.put(member.id(), kafka.subscription(
                SubscriptionBytes.of(member, kafka.userData(member, settings.of(member)), cooperative),
                member.instanceId()));
        }
        return new ToLeader(assignor, group, ClusterMetadata.of(group), subscriptions);
    }

    @Override
    public List<String> unordered() {
        return List.of(); // members with ids in one bucket are listed in the order in which the leader got them
    }

    private final class ToLeader implements PreparedCall {
        private final Object assignor;
        private final Group group;
        private final Cluster cluster;
        private final Map<String, Object> subscriptions;

        ToLeader(Object assignor, Group group, Cluster cluster, Map<String, Object> subscriptions) {
            this.assignor = assignor;
            this.group = group;
            this.cluster = cluster;
            this.subscriptions = subscriptions;
        }

        @Override
        public Object ask() throws Throwable {
            return kafka.assign(assignor, cluster, subscriptions);
        }

        @Override
        public Map<String, Map<String, Collection<Integer>>> read(Object cameBack) throws Throwable {
            Map<String, Map<String, Collection<Integer>>> answer = new LinkedHashMap<>();
            for (Map.Entry<String, Collection<TopicPartition>> member : kafka.assigned(cameBack).entrySet()) {
                Map<String, Collection<Integer>> mine = new LinkedHashMap<>();
                for (TopicPartition given : member.getValue()) {
                    mine.computeIfAbsent(given.topic(), topic -> new ArrayList<>()).add(given.partition());
                }
                answer.put(member.getKey(), mine);
            }
            return answer;
        }

        @Override
        public Map<String, Object> seen() throws Throwable {
            List<Object> members = new ArrayList<>();
            for (Group.Member member : group.members()) {
                Map<String, Object> seen = new LinkedHashMap<>();
                seen.put("id", member.id());
                seen.putAll(kafka.seen(assignor, subscriptions.get(member.id())));
                members.add(seen);
            }
            Map<String, Object> seen = new LinkedHashMap<>();
            seen.put("topics", ClusterMetadata.read(cluster));
            seen.put("members", members);
            return seen;
        }
    }
}
