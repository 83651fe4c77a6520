import static org.junit.jupiter.api.Assertions.*;
import com.fasterxml.jackson.databind.*;
import java.util.*;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.*;
import org.apache.kafka.clients.consumer.internals.*;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.*;
class KafkaClientsVectorsTest { // it reads the vectors of -Dvectors=FILE by Jackson
    static final Set<String> LEFT_OUT = Set.of("racks", "static-members"); // flags of vectors
    static final Map<String, Supplier<AbstractPartitionAssignor>> ASSIGNORS = Map.of(
        "range", RangeAssignor::new, "roundrobin", RoundRobinAssignor::new,
        "sticky", StickyAssignor::new, "cooperative-sticky", CooperativeStickyAssignor::new);
    static final ObjectMapper JSON = new ObjectMapper();
    @TestFactory Stream<DynamicTest> vectors() throws Exception {
        return JSON.readTree(new java.io.File(System.getProperty("vectors"))).get("vectors")
            .valueStream().filter(one -> texts(one.get("flags")).noneMatch(LEFT_OUT::contains))
            .flatMap(vector -> texts(vector.get("strategies")).filter(ASSIGNORS::containsKey)
                .map(strategy -> DynamicTest.dynamicTest(vector.get("id").asText() + " " + strategy,
                    () -> check(vector, ASSIGNORS.get(strategy)))));
    }
    static Stream<String> texts(JsonNode list) { return list.valueStream().map(JsonNode::asText); }
    static void check(JsonNode vector, Supplier<AbstractPartitionAssignor> create) {
        Map<String, Subscription> members = new HashMap<>();
        for (JsonNode member : vector.at("/group/members")) {
            List<TopicPartition> owned = new ArrayList<>();
            member.path("owned").properties().forEach(topic -> topic.getValue().forEach(
                id -> owned.add(new TopicPartition(topic.getKey(), id.asInt()))));
            int generation = member.path("generation").asInt(-1);
            var assignor = create.get();
            assignor.onAssignment(new Assignment(owned),
                new ConsumerGroupMetadata("", generation, "", Optional.empty()));
            List<String> topics = texts(member.get("subscription")).toList();
            var sent = new Subscription(topics, assignor.subscriptionUserData(Set.copyOf(topics)),
                owned, generation, Optional.empty());
            short version = (short) member.path("metadata_version").asInt(3);
            var bytes = ConsumerProtocol.serializeSubscription(sent, version);
            members.put(member.get("id").asText(), ConsumerProtocol.deserializeSubscription(bytes));
        }
        JsonNode expect = vector.get("expect");
        Map<String, Integer> counts = JSON.convertValue(vector.at("/group/topics"), Map.class);
        counts.keySet().removeIf(topic -> !expect.get("may_own").has(topic + "-0"));
        var limit = java.time.Duration.ofSeconds(expect.get("answers_within_seconds").asInt());
        var answer = assertTimeoutPreemptively(limit, () -> create.get().assign(counts, members));
        assertEquals(members.keySet(), answer.keySet(), "the members");
        Map<String, String> owner = new TreeMap<>();
        answer.forEach((m, its) -> its.forEach(p -> owner.merge(p + "", m, (a, b) -> a + "+" + b)));
        expect.get("may_own").fieldNames().forEachRemaining(one -> owner.putIfAbsent(one, ""));
        owner.forEach((one, member) -> assertTrue(texts(expect.get("may_own").path(one))
            .anyMatch(member::equals), one + " is given to '" + member + "'"));
        int squares = answer.values().stream().mapToInt(its -> its.size() * its.size()).sum();
        assertEquals(expect.path("sum_of_squares").asInt(squares), squares, "loads are not even");
        long moves = expect.path("owners").propertyStream().filter(
            one -> !one.getValue().asText().equals(owner.get(one.getKey()))).count();
        assertTrue(moves <= expect.path("most_moves").asLong(moves), moves + " moves, not fewer");
        assertTrue(moves >= expect.path("least_moves").asLong(), "not balanced, and nothing moves");
    }
}
