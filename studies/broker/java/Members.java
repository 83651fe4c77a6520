package assay.broker;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.SubscriptionPattern;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Consumers of a real group, a thread each. Commands on stdin, tab-separated: start NAME TOPICS KEY=VALUE..., stop NAME;
 * TOPICS is a list with commas, /PATTERN/ (the client expands it) or //PATTERN/ (the broker does). Each change of an
 * assignment is a line on stdout. The end of stdin stops all.
 */
public final class Members {
    private static final Map<String, Member> RUNNING = new ConcurrentHashMap<>();

    private Members() {
    }

    /** Reads commands until the end of stdin. */
    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split("\t");
            if (words[0].equals("start")) {
                Properties settings = new Properties();
                for (String word : Arrays.asList(words).subList(3, words.length)) {
                    settings.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
                }
                Member member = new Member(words[1], words[2], settings);
                RUNNING.put(words[1], member);
                member.start();
            } else {
                RUNNING.remove(words[1]).finish();
            }
        }
        for (Member member : RUNNING.values()) {
            member.finish();
        }
    }

    private static synchronized void say(String line) {
        System.out.println(line);
    }

    /** One consumer. */
    private static final class Member extends Thread implements ConsumerRebalanceListener {
        private final String name;
        private final Set<String> owned = new TreeSet<>();
        private final KafkaConsumer<byte[], byte[]> consumer;

        Member(String name, String topics, Properties settings) {
            this.name = name;
            consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            if (topics.startsWith("//")) {
                consumer.subscribe(new SubscriptionPattern(topics.substring(2, topics.length() - 1)), this);
            } else if (topics.startsWith("/")) {
                consumer.subscribe(Pattern.compile(topics.substring(1, topics.length() - 1)), this);
            } else {
                consumer.subscribe(Arrays.asList(topics.split(",")), this);
            }
        }

        @Override
        public void run() {
            try {
                while (true) {
                    consumer.poll(Duration.ofMillis(200));
                }
            } catch (WakeupException asked) {
                consumer.close();
                say(name + "\tstopped");
            } catch (RuntimeException failed) {
                say(name + "\tfailed\t" + failed);
            }
        }

        void finish() throws InterruptedException {
            consumer.wakeup();
            join();
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            partitions.forEach(partition -> owned.add(partition.toString()));
            say(name + "\towns\t" + String.join(",", owned));
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            partitions.forEach(partition -> owned.remove(partition.toString()));
            say(name + "\tgave up\t" + String.join(",", owned));
        }
    }
}
