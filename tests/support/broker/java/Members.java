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
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.SubscriptionPattern;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Consumers of a real group, a thread each. Commands on stdin, tab-separated: start NAME TOPICS KEY=VALUE..., stop NAME,
 * pause NAME (do not poll), subscribe NAME TOPICS, resume NAME, stack NAME. TOPICS is a list with commas, /PATTERN/ (the
 * client expands it) or //PATTERN/ (the broker does). Lines on stdout: each change of an assignment, the partition of
 * each record, how a member ended, and the frames of its stack. The end of stdin stops all.
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
            } else if (words[0].equals("stack")) {
                for (StackTraceElement frame : RUNNING.get(words[1]).getStackTrace()) {
                    String type = frame.getClassName();
                    String method = type.substring(type.lastIndexOf('.') + 1) + "." + frame.getMethodName();
                    say(words[1] + "\tis in\t" + method + ":" + frame.getLineNumber());
                }
            } else {
                RUNNING.get(words[1]).commands.add(words);
            }
        }
        for (Member member : RUNNING.values()) {
            member.commands.add(new String[] {"stop"});
        }
        for (Member member : RUNNING.values()) {
            member.join();
        }
    }

    private static synchronized void say(String line) {
        System.out.println(line);
    }

    /** One consumer. Only its own thread uses the client. */
    private static final class Member extends Thread implements ConsumerRebalanceListener {
        private final BlockingQueue<String[]> commands = new LinkedBlockingQueue<>();
        private final String name;
        private final Set<String> owned = new TreeSet<>();
        private final KafkaConsumer<byte[], byte[]> consumer;

        Member(String name, String topics, Properties settings) {
            this.name = name;
            consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            subscribe(topics);
        }

        private void subscribe(String topics) {
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
                while (obey()) {
                    consumer.poll(Duration.ofMillis(200)).forEach(
                        record -> say(name + "\treads\t" + record.topic() + "-" + record.partition()));
                }
                consumer.close();
                say(name + "\tstopped");
            } catch (InterruptedException | RuntimeException failed) {
                say(name + "\tfailed\t" + failed);
                consumer.close();
            }
        }

        /** Runs the commands that wait, and while paused those that come. Returns whether to go on. */
        private boolean obey() throws InterruptedException {
            boolean paused = false;
            while (paused || !commands.isEmpty()) {
                String[] words = commands.take();
                switch (words[0]) {
                    case "stop":
                        return false;
                    case "subscribe":
                        subscribe(words[2]);
                        break;
                    default:
                        paused = words[0].equals("pause");
                }
                say(name + "\tdid\t" + words[0]);
            }
            return true;
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
