import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A Java consumer: java -cp JARS Consumer.java BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY [KEY=VALUE ...]. */
public class Consumer {

    private static final Map<String, String> STRATEGIES = Map.of(
        "range", "RangeAssignor",
        "roundrobin", "RoundRobinAssignor",
        "sticky", "StickyAssignor",
        "cooperative-sticky", "CooperativeStickyAssignor"
    );

    public static void main(String[] arguments) throws IOException {
        Map<String, Object> settings = new HashMap<>(Map.of(
            "bootstrap.servers", arguments[0],
            "group.id", arguments[1],
            "retry.backoff.ms", 10,
            "enable.auto.commit", false,
            "key.deserializer", ByteArrayDeserializer.class,
            "value.deserializer", ByteArrayDeserializer.class
        ));
        if (arguments[3].equals("consumer")) {
            settings.put("group.protocol", "consumer");
        } else {
            String assignor = "org.apache.kafka.clients.consumer." + STRATEGIES.get(arguments[3]);
            settings.put("partition.assignment.strategy", assignor);
            settings.put("heartbeat.interval.ms", 100);
        }
        for (String setting : Arrays.asList(arguments).subList(4, arguments.length)) {
            String[] pair = setting.split("=", 2);
            settings.put(pair[0], pair[1]);
        }
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings);
        consumer.subscribe(List.of(arguments[2].split(",")));
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        while (true) {
            if (input.ready()) {
                consumer.subscribe(List.of(input.readLine().split(",")));
            }
            consumer.poll(Duration.ofMillis(100));
        }
    }
}
