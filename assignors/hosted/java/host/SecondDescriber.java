package assay.host;

import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;

/** The topics for assignors of Kafka 3.8 and later. Compiled, not a proxy, because it is called for every partition. */
record SecondDescriber(Topics topics) implements SubscribedTopicDescriber {
    @Override
    public int numPartitions(Uuid topicId) {
        return topics.numPartitions(topicId);
    }

    @Override
    public Set<String> racksForPartition(Uuid topicId, int partition) {
        return topics.racksForPartition(topicId, partition);
    }
}
