import com.fasterxml.jackson.databind.*;
import java.time.Duration;
import java.util.*;
import java.util.function.Supplier;
import java.util.stream.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.*;
import org.apache.kafka.clients.consumer.internals.ConsumerProtocol;
import org.apache.kafka.common.*;
import org.junit.jupiter.api.*;

/** Put vectors to kafka-clients. {@code -Dvectors=FILE,FILE} names the files. It needs Jackson beside JUnit. */
class KafkaClientsVectorsTest {
    static final Map<String, Supplier<ConsumerPartitionAssignor>> ASSIGNORS = Map.of("range", RangeAssignor::new,
        "roundrobin", RoundRobinAssignor::new, "sticky", StickyAssignor::new, "cooperative-sticky", CooperativeStickyAssignor::new);
    static final Set<String> CANNOT_EXPRESS = Set.of("racks"); // vectors with one of these flags are left out

    @TestFactory Stream<DynamicTest> vectors() throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        for (String file : System.getProperty("vectors").split(",")) for (JsonNode one : new ObjectMapper().readTree(new java.io.File(file)).get("vectors"))
            if (texts(one.get("flags")).noneMatch(CANNOT_EXPRESS::contains)) texts(one.get("strategies")).filter(ASSIGNORS::containsKey).forEach(strategy ->
                tests.add(DynamicTest.dynamicTest(one.get("id").asText() + " " + strategy, () -> Assertions.assertTimeoutPreemptively(
                    Duration.ofSeconds(one.at("/expect/answers_within_seconds").asInt()), () -> check(one, assign(strategy, one.get("group")))))));
        return tests.stream(); }
    static Stream<String> texts(JsonNode list) { return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText); }
    static List<TopicPartition> pairs(JsonNode topics) { // topic -> ids, or topic -> count or description
        return topics.properties().stream().flatMap(its -> (its.getValue().isArray() ? texts(its.getValue()).map(Integer::valueOf) : IntStream.range(0,
            its.getValue().path("partitions").asInt(its.getValue().asInt())).boxed()).map(id -> new TopicPartition(its.getKey(), id))).toList(); }
    static Stream<String> flat(String member, List<TopicPartition> its) { return its.stream().map(one -> member + " " + one); }
    static List<String> flat(JsonNode places) { return places.properties().stream().flatMap(its -> flat(its.getKey(), pairs(its.getValue()))).toList(); }
    static Map<String, List<TopicPartition>> assign(String strategy, JsonNode group) {
        Map<String, Subscription> members = new HashMap<>(); // as in ConsumerCoordinator
        for (JsonNode member : group.get("members")) {
            int generation = member.path("generation").asInt(-1), version = member.path("metadata_version").asInt(3);
            List<TopicPartition> owned = pairs(member.path("owned"));
            ConsumerPartitionAssignor own = ASSIGNORS.get(strategy).get();
            if (member.has("owned") || member.has("generation")) own.onAssignment(new Assignment(owned), new ConsumerGroupMetadata("g", generation, "m", Optional.empty()));
            var data = own.subscriptionUserData(texts(member.get("subscription")).collect(Collectors.toSet()));
            var sent = new Subscription(texts(member.get("subscription")).toList(), data, owned, generation, Optional.empty());
            members.put(member.get("id").asText(), ConsumerProtocol.deserializeSubscription(ConsumerProtocol.serializeSubscription(sent, (short) version)));
            members.get(member.get("id").asText()).setGroupInstanceId(Optional.ofNullable(member.path("instance_id").textValue())); }
        var known = pairs(group.get("topics")).stream().map(one -> new PartitionInfo(one.topic(), one.partition(), Node.noNode(), new Node[0], new Node[0])).toList();
        return ASSIGNORS.get(strategy).get().assign(new Cluster("c", List.of(), known, Set.of(), Set.of()), new GroupSubscription(members)).groupAssignment()
            .entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, one -> one.getValue().partitions()));
    }
    static void check(JsonNode vector, Map<String, List<TopicPartition>> answer) {
        List<String> given = answer.entrySet().stream().flatMap(its -> flat(its.getKey(), its.getValue())).toList(), owned = new ArrayList<>(), reads = new ArrayList<>(), left = new ArrayList<>();
        for (JsonNode member : vector.at("/group/members")) {
            List<TopicPartition> its = pairs(vector.at("/group/topics")).stream().filter(one -> texts(member.get("subscription")).anyMatch(one.topic()::equals)).toList();
            flat(member.get("id").asText(), its).forEach(reads::add); flat("", its).forEach(left::add); flat(member.get("id").asText(), pairs(member.path("owned"))).forEach(owned::add); }
        JsonNode expect = vector.get("expect");
        List<String> bare = answer.values().stream().flatMap(its -> flat("", its)).toList(), moved = new ArrayList<>(flat(expect.path("owners")));
        left.removeAll(bare); left.removeAll(flat("", pairs(expect.path("may_wait"))).toList()); moved.removeAll(given);
        int squares = answer.values().stream().mapToInt(its -> its.size() * its.size()).sum();
        Assertions.assertEquals(texts(vector.at("/group/members")).count(), answer.size(), "a member is missing, or a stranger is there");
        new TreeMap<>(Map.of("a member gets what it does not read", reads.containsAll(given), "a partition is given twice", Set.copyOf(bare).size() == bare.size(), "left out: " + left, left.isEmpty(),
            "the loads are not even", squares == expect.path("sum_of_squares").asInt(squares), moved.size() + " moves are too many", moved.size() <= expect.path("most_moves").asInt(moved.size()),
            "what must stay moves", given.containsAll(flat(expect.path("stays"))), "it is granted while another member owns it", Collections.disjoint(given, flat(expect.path("never"))),
            "nothing changes, but it is not balanced", expect.path("repeats_claims").asBoolean(true) || !Set.copyOf(given).equals(Set.copyOf(owned)))).forEach((text, kept) -> Assertions.assertTrue(kept, text)); }
}
