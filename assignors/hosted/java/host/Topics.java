package assay.host;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;

/** The coordinator's metadata of the subscribed topics that exist. */
final class Topics {
    private static final int MISSING = -1;

    private final Map<Uuid, Group.Topic> topics = new HashMap<>();

    Topics(Group group, TopicIds ids) {
        group.subscribedTopics().forEach((name, topic) -> topics.put(ids.id(name), topic));
    }

    int numPartitions(Uuid id) {
        Group.Topic topic = topics.get(id);
        return topic == null ? MISSING : topic.partitions();
    }

    Set<String> racksForPartition(Uuid id, int partition) {
        Group.Topic topic = topics.get(id);
        if (topic == null || topic.replicaRacks() == null || partition >= topic.partitions()) {
            return Set.of();
        }
        return new HashSet<>(topic.replicaRacks().get(partition));
    }
}
