package assay.host;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.Uuid;

/**
 * Assignors of the group coordinator (KIP-848). It knows topics by id, and only those that exist. It also keeps a
 * record of what each member has: see {@link Holdings}. It lists members by the hash of their ids, never in a fixed
 * order. Here its map is filled in the order of the ids, so that the order of a group's members has no effect.
 */
final class CoordinatorApi implements AssignorApi {
    private final AssignorFactory factory;
    private final GroupSpecs kafka;

    CoordinatorApi(Class<?> type, GroupSpecs kafka) throws ReflectiveOperationException {
        factory = new AssignorFactory(type);
        this.kafka = kafka;
    }

    @Override
    public boolean isConfigurable() {
        return factory.isConfigurable();
    }

    @Override
    public Object fresh(Settings settings) throws Throwable {
        return factory.fresh(settings.ofBroker(), "the coordinator's assignor");
    }

    @Override
    public PreparedCall put(Object assignor, Group group, Settings settings) throws Throwable {
        if (!settings.single().isEmpty()) {
            throw new CannotBeAsked("a coordinator configures its assignor itself: no member has settings of its own");
        }
        TopicIds ids = new TopicIds();
        List<Group.Member> byId = new ArrayList<>(group.members());
        byId.sort(Comparator.comparing(Group.Member::id));
        Map<String, Map<String, Set<Integer>>> held = Holdings.of(new Group(group.topics(), byId));
        Set<String> existing = group.subscribedTopics().keySet();
        Map<Set<String>, Set<Uuid>> shared = new HashMap<>(); // equal subscriptions are one object there
        List<GroupSpecs.Known> members = new ArrayList<>();
        for (Group.Member member : byId) {
            Set<Uuid> subscribed = shared.computeIfAbsent(new HashSet<>(member.subscription()), names -> {
                // Ids in the order of the names' hash set, because the coordinator's own set is a view of that one.
                Set<Uuid> seen = new LinkedHashSet<>();
                names.stream().filter(existing::contains).forEach(name -> seen.add(ids.id(name)));
                return seen;
            });
            Map<Uuid, Set<Integer>> mine = new HashMap<>();
            held.get(member.id()).forEach((topic, partitions) -> mine.put(ids.id(topic), partitions));
            members.add(new GroupSpecs.Known(member, subscribed, Collections.unmodifiableMap(mine)));
        }
        // The coordinator compares the names, including missing topics.
        Object spec = kafka.spec(members, shared.size() == 1);
        return new ToCoordinator(assignor, group, ids, spec, kafka.describer(new Topics(group, ids)));
    }

    @Override
    public List<String> unordered() {
        return List.of("members");
    }

    private final class ToCoordinator implements PreparedCall {
        private final Object assignor;
        private final Group group;
        private final TopicIds ids;
        private final Object spec;
        private final Object describer;

        ToCoordinator(Object assignor, Group group, TopicIds ids, Object spec, Object describer) {
            this.assignor = assignor;
            this.group = group;
            this.ids = ids;
            this.spec = spec;
            this.describer = describer;
        }

        @Override
        public Object ask() throws Throwable {
            return Reflected.call(kafka.assign(), assignor, spec, describer);
        }

        @Override
        public Map<String, Map<String, Collection<Integer>>> read(Object cameBack) throws Throwable {
            Map<String, Map<String, Collection<Integer>>> answer = new LinkedHashMap<>();
            // The coordinator treats a member without an entry as a member without partitions.
            group.members().forEach(member -> answer.put(member.id(), Map.of()));
            Map<?, ?> members = (Map<?, ?>) Reflected.call(
                Reflected.method(cameBack.getClass(), "members"), cameBack);
            for (Map.Entry<?, ?> member : members.entrySet()) {
                answer.put((String) member.getKey(), named(kafka.partitions(member.getValue())));
            }
            return answer;
        }

        @SuppressWarnings("unchecked")
        private Map<String, Collection<Integer>> named(Object partitions) {
            Map<String, Collection<Integer>> named = new TreeMap<>();
            ((Map<Uuid, Set<Integer>>) partitions).forEach((topic, given) -> named.put(ids.name(topic), given));
            return named;
        }
    }
}
