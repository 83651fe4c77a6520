package org.apache.kafka.coordinator.group.assignor;

import java.util.Set;
import org.apache.kafka.common.Uuid;

public interface SubscribedTopicDescriber {
    int numPartitions(Uuid topicId);

    Set<String> racksForPartition(Uuid topicId, int partition);
}
