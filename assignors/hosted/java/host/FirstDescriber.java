package assay.host;

import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.assignor.SubscribedTopicDescriber;

/** The topics for assignors up to Kafka 3.7. */
record FirstDescriber(Topics topics) implements SubscribedTopicDescriber {
    @Override
    public int numPartitions(Uuid topicId) {
        return topics.numPartitions(topicId);
    }

    @Override
    public Set<String> racksForPartition(Uuid topicId, int partition) {
        return topics.racksForPartition(topicId, partition);
    }
}
