package assay.hang;

import assay.hang.Group.Event;
import assay.hang.Group.Member;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Makes a life that hangs smaller, for as long as it hangs at its last event. */
final class Shrinker {
    private final StickyRule rule;
    private final long limit;

    Shrinker(StickyRule rule, long limit) {
        this.rule = rule;
        this.limit = limit;
    }

    /** A smaller life that hangs, or {@code life} without the events after the hang. */
    Life shrink(Life life, int hangsAt) {
        Life best = new Life(life.cooperative(), life.start(), life.events().subList(0, hangsAt));
        for (boolean isSmaller = hangsAt > 0; isSmaller;) {
            isSmaller = false;
            for (Life other : smallerThan(best)) {
                if (!other.equals(best) && other.run(rule, limit).hangsAt() == other.events().size()) {
                    best = other;
                    isSmaller = true;
                    break;
                }
            }
        }
        return best;
    }

    private static List<Life> smallerThan(Life life) {
        List<Life> all = new ArrayList<>();
        if (life.cooperative()) {
            all.add(new Life(false, life.start(), life.events()));
        }
        List<Member> members = life.start().members();
        for (int place = 0; place + 1 < life.events().size(); place++) {
            List<Event> others = new ArrayList<>(life.events());
            Event gone = others.remove(place);
            all.add(new Life(life.cooperative(), life.start(), others));
            if (place == 0 && gone.kind().equals("join")) {
                List<Member> more = new ArrayList<>(members);
                more.addAll(gone.join());
                all.add(new Life(life.cooperative(), new Group(life.start().topics(), more), others));
            }
        }
        List<String> ids = new ArrayList<>(members.stream().map(Member::id).toList());
        for (String id : ids) {
            if (members.size() > 1) {
                all.add(new Life(life.cooperative(),
                    new Group(life.start().topics(), members.stream().filter(one -> !one.id().equals(id)).toList()),
                    life.events()));
            }
        }
        life.events().forEach(event -> event.join().forEach(member -> ids.add(member.id())));
        life.start().topics().forEach((topic, partitions) -> {
            for (int fewer : new int[] {0, partitions / 2, partitions - 1}) {
                Map<String, Integer> less = new LinkedHashMap<>(life.start().topics());
                less.put(topic, fewer);
                less.values().removeIf(count -> count == 0);
                all.add(changed(life, less, member -> fewer > 0 ? member : without(member, topic)));
            }
            for (String id : ids) {
                all.add(changed(life, life.start().topics(), one -> one.id().equals(id) ? without(one, topic) : one));
            }
        });
        return all;
    }

    private static Life changed(Life life, Map<String, Integer> topics, UnaryOperator<Member> change) {
        UnaryOperator<Member> whole = member -> {
            Member one = change.apply(member);
            return one.owning(one.owned().stream().filter(
                owned -> owned.partition() < topics.getOrDefault(owned.topic(), 0)).toList(), one.generation());
        };
        List<Event> events = new ArrayList<>();
        for (Event event : life.events()) {
            Map<String, Integer> grown = new LinkedHashMap<>(event.topics());
            grown.keySet().retainAll(topics.keySet());
            events.add(new Event(event.kind(), event.leave(), event.join().stream().map(whole).toList(),
                event.subscribe(), grown));
        }
        List<Member> members = life.start().members().stream().map(whole).toList();
        return new Life(life.cooperative(), new Group(topics, members), events);
    }

    private static Member without(Member member, String topic) {
        return member.reading(member.topics().stream().filter(one -> !one.equals(topic)).toList())
            .owning(member.owned().stream().filter(one -> !one.topic().equals(topic)).toList(), member.generation());
    }
}
