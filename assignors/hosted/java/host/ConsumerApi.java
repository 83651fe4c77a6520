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
        return new ToLeader(assignor, ClusterMetadata.of(group), subscriptions);
    }

    @Override
    public List<String> unordered() {
        return List.of(); // members with ids in one bucket are listed in the order in which the leader got them
    }

    private final class ToLeader implements PreparedCall {
        private final Object assignor;
        private final Cluster cluster;
        private final Map<String, Object> subscriptions;

        ToLeader(Object assignor, Cluster cluster, Map<String, Object> subscriptions) {
            this.assignor = assignor;
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
    }
}
