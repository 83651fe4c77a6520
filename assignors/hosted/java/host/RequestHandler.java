package assay.host;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers each line with one line, whatever its content and whatever the assignor throws. */
final class RequestHandler {
    private static final int MOST_KEPT = 1_000;
    private static final int TRACE = 8_000;

    /** One question with equal subscriptions and one without, because these are two algorithms. */
    private static final List<String> EASY = List.of("[\"t\"]", "[]");
    private static final String EASY_QUESTION = "{\"id\":0,\"assignor\":\"%s\",\"group\":{\"topics\":{\"t\":2},"
        + "\"members\":[{\"id\":\"a\",\"subscription\":[\"t\"],\"owned\":{\"t\":[0]},\"generation\":1},"
        + "{\"id\":\"b\",\"subscription\":%s}]}}";

    private final String name;
    private final AssignorApi api;

    /** The objects of named instances. The least recently used one is dropped. */
    private final Map<String, Object> instances = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Object> eldest) {
            return size() > MOST_KEPT;
        }
    };

    RequestHandler(String name, AssignorApi api) {
        this.name = name;
        this.api = api;
    }

    /**
     * Loads the classes that a question needs, so that loading is not part of the assignor's time. Only assignors known
     * to survive easy questions get some.
     */
    void prepare() {
        EASY.forEach(subscription -> reply(String.format(EASY_QUESTION, name, subscription)));
    }

    JsonText reply(String line) {
        Object id = null;
        try {
            Map<String, Object> question = Json.object(Json.read(line), "the question");
            Object asked = question.get("id");
            if (!(asked instanceof Long) && !(asked instanceof String)) {
                throw new WrongQuestion("id: expected a whole number or text");
            }
            id = asked;
            return answer(id, question);
        } catch (Throwable thrown) { // foreign code may throw anything; the process continues
            return error(id, thrown);
        }
    }

    private JsonText answer(Object id, Map<String, Object> question) throws Throwable {
        Object assignor = question.get("assignor");
        if (!name.equals(assignor)) {
            throw new WrongQuestion("unknown assignor '" + assignor + "'; this host serves " + name);
        }
        Group group = Group.from(question.get("group"));
        JsonText said = new JsonText().open().key("id").value(id);
        if (group.members().isEmpty()) {
            // A group without members has no leader, and a coordinator does not assign it: no assignor is called.
            return said.key("assignment").open().close().close();
        }
        Settings settings = Settings.from(question);
        PreparedCall asked = api.put(object(question.get("instance"), settings), group, settings);
        long started = System.nanoTime();
        Object cameBack = asked.ask();
        long nanoseconds = System.nanoTime() - started;
        said.key("assignment").open();
        for (Map.Entry<String, Map<String, Collection<Integer>>> member : asked.read(cameBack).entrySet()) {
            said.key(member.getKey()).value(member.getValue());
        }
        return said.close().key("nanoseconds").value(nanoseconds).close();
    }

    /** The object that answers. A kept object has the settings of the question that first named it. */
    private Object object(Object instance, Settings settings) throws Throwable {
        if (instance == null) {
            return api.fresh(settings);
        }
        if (!(instance instanceof String)) {
            throw new WrongQuestion("instance: expected text");
        }
        Object kept = instances.get(instance);
        if (kept == null) {
            kept = api.fresh(settings);
            instances.put((String) instance, kept);
        }
        return kept;
    }

    private static JsonText error(Object id, Throwable thrown) {
        String message = "";
        String trace = "";
        try { // a foreign exception may fail to print itself, and memory may have run out
            message = thrown.getMessage() == null ? "" : thrown.getMessage();
            StringWriter printed = new StringWriter();
            Throwable who = thrown instanceof CannotBeAsked && thrown.getCause() != null ? thrown.getCause() : thrown;
            who.printStackTrace(new PrintWriter(printed, true));
            trace = printed.toString();
        } catch (Throwable unprintable) {
            trace = "";
        }
        JsonText said = new JsonText().open().key("id").value(id).key("error").open();
        if (thrown instanceof WrongQuestion) {
            said.pair("type", "AssayError").pair("message", message); // no foreign code failed
        } else if (thrown instanceof CannotBeAsked) {
            said.pair("type", "CannotBeAsked").pair("message", message);
            if (thrown.getCause() != null) {
                said.pair("trace", trace.substring(0, Math.min(TRACE, trace.length())));
            }
        } else {
            said.pair("type", thrown.getClass().getName()).pair("message", message)
                .pair("trace", trace.substring(0, Math.min(TRACE, trace.length())));
        }
        return said.close().close();
    }
}
