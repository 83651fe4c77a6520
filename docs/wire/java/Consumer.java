import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.consumer.RoundRobinAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A Java consumer: java -cp JARS Consumer.java BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY. */
public class Consumer {

    private static final Map<String, Class<?>> STRATEGIES = Map.of(
        "range", RangeAssignor.class,
        "roundrobin", RoundRobinAssignor.class,
        "sticky", StickyAssignor.class,
        "cooperative-sticky", CooperativeStickyAssignor.class
    );

    public static void main(String[] arguments) {
        Map<String, Object> settings = Map.of(
            "bootstrap.servers", arguments[0],
            "group.id", arguments[1],
            "partition.assignment.strategy", STRATEGIES.get(arguments[3]).getName(),
            "heartbeat.interval.ms", 100,
            "retry.backoff.ms", 10,
            "enable.auto.commit", false,
            "key.deserializer", ByteArrayDeserializer.class,
            "value.deserializer", ByteArrayDeserializer.class
        );
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings);
        consumer.subscribe(List.of(arguments[2].split(",")));
        while (true) {
            consumer.poll(Duration.ofSeconds(1));
        }
    }
}
