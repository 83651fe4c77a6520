package assay.hang;

import assay.hang.Group.Event;
import assay.hang.Group.Member;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;

/** Draws a life from its number. */
final class Draw {
    /** How a life starts; see {@code hang_lives.py}. */
    enum Start { EMPTY, SETTLED, SERVICES }

    /** The sizes of groups: members at the most, topics, and partitions of a topic. */
    record Sizes(int members, int topics, int partitions) {
    }

    private final Random random;
    private final Sizes sizes;
    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private final List<Member> present = new ArrayList<>();
    private final int mode;
    private int ids;

    private Draw(Random random, Sizes sizes) {
        this.random = random;
        this.sizes = sizes;
        mode = random.nextInt(4);
    }

    /** The number of lives of a start. */
    static long lives(Start start, Sizes sizes) {
        long services = sizes.members() / 2 - 1;
        long counts = sizes.partitions();
        return start == Start.SERVICES ? services * services * counts * counts : Long.MAX_VALUE;
    }

    /** Life {@code number}. */
    static Life life(Start start, Sizes sizes, long seed, long number) {
        Random random = new Random(seed * 0x9E3779B97F4A7C15L + number);
        random.nextInt();
        Draw draw = new Draw(random, sizes);
        if (start == Start.SERVICES) {
            return draw.services(number);
        }
        draw.fill();
        return start == Start.SETTLED ? draw.settled() : draw.fromNothing();
    }

    /** Two services with a topic each; then a member joins that reads both. The number says how large they are. */
    private Life services(long number) {
        long rest = number;
        int[] places = new int[4];
        for (int place = 0; place < 4; place++) {
            int most = place < 2 ? sizes.partitions() : sizes.members() / 2 - 1;
            places[place] = (int) (rest % most);
            rest /= most;
        }
        for (int topic = 0; topic < 2; topic++) {
            counts.put("t" + topic, 1 + places[topic]);
            for (int member = 0; member < 2 + places[2 + topic]; member++) {
                present.add(Member.fresh(id(), List.of("t" + topic)));
            }
        }
        Event last = Event.joins(Member.fresh(id(), List.of("t0", "t1")));
        return new Life(false, new Group(counts, present), List.of(last));
    }

    private void fill() {
        int topics = 2 + random.nextInt(random.nextBoolean() ? 2 : sizes.topics() - 1);
        for (int topic = 0; topic < Math.min(topics, sizes.topics()); topic++) {
            names.add("t" + topic);
            counts.put("t" + topic, logUniform(sizes.partitions()));
        }
        int members = 2 + random.nextInt(sizes.members() - 2);
        for (int place = 0; place < members; place++) {
            present.add(Member.fresh(id(), subscription()));
        }
    }

    private Life fromNothing() {
        int together = random.nextBoolean() ? present.size() : 1;
        List<Member> first = List.copyOf(present.subList(0, together));
        Group start = new Group(new LinkedHashMap<>(counts), first);
        List<Event> events = new ArrayList<>();
        present.subList(together, present.size()).forEach(member -> events.add(Event.joins(member)));
        int further = 1 + random.nextInt(6);
        for (int event = 0; event < further; event++) {
            events.add(event());
        }
        return new Life(random.nextInt(4) == 0, start, events);
    }

    private Life settled() {
        Map<String, List<TopicPartition>> plan = new LinkedHashMap<>();
        present.forEach(member -> plan.put(member.id(), new ArrayList<>()));
        counts.forEach((topic, partitions) -> {
            List<Member> readers = present.stream().filter(member -> member.topics().contains(topic)).toList();
            for (int id = 0; id < partitions && !readers.isEmpty(); id++) {
                plan.get(readers.get(random.nextInt(readers.size())).id()).add(new TopicPartition(topic, id));
            }
        });
        List<Member> owners = present.stream().map(member -> member.owning(plan.get(member.id()), 1)).toList();
        return new Life(false, new Group(new LinkedHashMap<>(counts), owners), List.of(event()));
    }

    private Event event() {
        int kind = random.nextInt(12);
        if (kind < 4 && present.size() < sizes.members() || present.size() < 2) {
            Member come = Member.fresh(id(), subscription());
            present.add(come);
            return Event.joins(come);
        }
        int place = random.nextInt(present.size());
        Member member = present.get(place);
        if (kind < 7) {
            present.remove(place);
            return Event.leaves(member.id());
        }
        if (kind < 9) {
            String topic = names.get(random.nextInt(names.size()));
            counts.merge(topic, logUniform(sizes.partitions() / 2 + 1), Integer::sum);
            return Event.grows(topic, counts.get(topic));
        }
        if (kind < 11) {
            List<String> others = subscription();
            present.set(place, member.reading(others));
            return Event.subscribes(member.id(), others);
        }
        Member again = Member.fresh(id(), member.topics());
        present.set(place, again);
        return Event.restarts(member.id(), again);
    }

    private String id() {
        return String.format("m%08x-%d", random.nextInt(), ids++);
    }

    private int logUniform(int most) {
        return (int) Math.round(Math.pow(most, random.nextDouble()));
    }

    /** Any topics, the first topics, one or two topics, or those of one of two applications and a few others. */
    private List<String> subscription() {
        List<String> reads = new ArrayList<>(names);
        switch (mode) {
            case 0 -> reads.removeIf(topic -> random.nextBoolean());
            case 1 -> reads.subList(1 + random.nextInt(names.size()), names.size()).clear();
            case 2 -> {
                Collections.shuffle(reads, random);
                reads.subList(Math.min(1 + random.nextInt(2), names.size()), names.size()).clear();
            }
            default -> {
                boolean isFirst = random.nextBoolean();
                reads.removeIf(topic -> random.nextInt(6) > 0 && names.indexOf(topic) < names.size() / 2 != isFirst);
            }
        }
        return reads.isEmpty() ? List.of(names.get(random.nextInt(names.size()))) : reads;
    }
}
