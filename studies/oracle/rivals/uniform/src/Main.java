import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.kafka.coordinator.group.assignor.UniformAssignor;

/** Times the UniformAssignor of Kafka's group coordinator on groups that come as columns. */
public final class Main {
    private Main() {
    }

    public static void main(String[] arguments) throws IOException {
        System.out.printf(
            "{\"implementation\":\"kafka-group-coordinator\",\"version\":\"%s\",\"assignor\":\"uniform\"}%n",
            version());
        BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Question question = null;
        for (String line = asked.readLine(); line != null; line = asked.readLine()) {
            try {
                if (line.startsWith("open ")) {
                    question = null; // its memory is free before the next one is read
                    question = new Question(Columns.read(Path.of(line.substring(5))));
                    System.out.printf("{\"members\":%d,\"partitions\":%d}%n",
                        question.columns.members(), question.columns.owner().length);
                } else if (line.equals("ask") && question != null) {
                    long[] took = new long[1];
                    Answer answer = Answer.of(question, question.ask(took));
                    System.out.println(answer.json(took[0]));
                } else {
                    fail("expected `open PATH`, then `ask`: " + line);
                }
            } catch (IOException | RuntimeException | OutOfMemoryError failure) {
                fail(failure.toString());
            }
        }
    }

    /** As the name of its jar says. */
    private static String version() {
        String jar = UniformAssignor.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        return jar.replaceAll(".*/kafka-group-coordinator-|\\.jar$", "");
    }

    private static void fail(String message) {
        String quoted = message.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ");
        System.out.println("{\"error\":\"" + quoted + "\"}");
    }
}
