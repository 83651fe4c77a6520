package assay.host;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The process of a Java assignor: {@code java ... assay.host.Host CLASS NAME LIKE FAILURES}. It speaks assay-host/1.
 *
 * <p>CLASS is the assignor's full name, NAME its name in questions. LIKE names its promises, separated by commas
 * (empty: unknown). FAILURES lists its known failures as JSON, as in a greeting. Kafka is not on the class path at
 * compile time: one compilation serves every release.
 */
public final class Host {
    private Host() {
    }

    /** Opens the assignor, greets, and answers line by line until stdin ends. */
    public static void main(String[] arguments) throws IOException {
        // Only the protocol uses the pipes: foreign code prints to stderr and reads an empty stdin.
        BufferedReader asked = new BufferedReader(
            new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8), 1 << 16);
        OutputStream answered = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err);
        System.setIn(new ByteArrayInputStream(new byte[0]));

        RequestHandler handler;
        try {
            HostedAssignor served = HostedAssignor.open(arguments[0]);
            handler = new RequestHandler(arguments[1], served.api());
            if (arguments[0].startsWith("org.apache.kafka.")) {
                handler.prepare();
            }
            say(answered, greeting(arguments[1], arguments[2], arguments[3], served));
        } catch (NotAnAssignor wrong) {
            say(answered, new JsonText().open().pair("format", "assay-error/1")
                .pair("message", wrong.getMessage()).close());
            Runtime.getRuntime().halt(2);
            return;
        }
        for (String line = asked.readLine(); line != null; line = asked.readLine()) {
            say(answered, handler.reply(line));
        }
        Runtime.getRuntime().halt(0); // threads of foreign code must not keep the process alive
    }

    private static JsonText greeting(String name, String like, String failures, HostedAssignor served) {
        JsonText said = new JsonText().open().pair("format", "assay-host/1")
            .pair("implementation", served.implementation()).pair("version", served.version())
            .key("assignors").value(List.of(name));
        if (!like.isEmpty()) {
            String[] parts = like.split(",");
            said.key("like").open().key(name).value(parts.length == 1 ? like : List.of(parts)).close();
        }
        Object known = Json.read(failures);
        if (!List.of().equals(known)) {
            said.key("expected_failures").open().key(name).value(known).close();
        }
        if (!served.api().unordered().isEmpty()) {
            said.key("unordered").open().key(name).value(served.api().unordered()).close();
        }
        if (served.api().isConfigurable()) {
            said.key("accepts").value(List.of("config"));
        }
        return said.close();
    }

    private static void say(OutputStream answered, JsonText line) throws IOException {
        answered.write(line.line()); // in one call, so that no reader sees half a line
    }
}
