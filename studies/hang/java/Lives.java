package assay.hang;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs lives by number, and prints each life that hangs, and then the counts, as JSON lines.
 *
 * <p>Arguments: START SEED FIRST COUNT SECONDS MEMBERS TOPICS PARTITIONS SHRINK. START is one of {@link Draw.Start}. If
 * SHRINK is 1, the life is made smaller first.
 */
public final class Lives {
    /** More than ten times what any call of these sizes needed that ended. */
    private static final long LIMIT = 50_000;
    private static final long LONG_LIMIT = 1_000_000;

    private Lives() {
    }

    public static void main(String[] arguments) {
        Draw.Start start = Draw.Start.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        long[] numbers = new long[arguments.length];
        for (int place = 1; place < arguments.length; place++) {
            numbers[place] = Long.parseLong(arguments[place]);
        }
        Draw.Sizes sizes = new Draw.Sizes((int) numbers[5], (int) numbers[6], (int) numbers[7]);
        long until = System.nanoTime() + numbers[4] * 1_000_000_000L;
        StickyRule rule = new StickyRule();
        Shrinker shrinker = new Shrinker(rule, LIMIT);
        Map<String, Object> counts = new LinkedHashMap<>();
        Map<String, Long> hangs = new TreeMap<>();
        long calls = 0;
        long most = 0;
        long number = numbers[2];
        long end = Math.min(numbers[2] + numbers[3], Draw.lives(start, sizes));
        for (; number < end && System.nanoTime() < until; number++) {
            Life life = Draw.life(start, sizes, numbers[1], number);
            Life.Outcome outcome = life.run(rule, LIMIT);
            calls += outcome.calls();
            most = Math.max(most, outcome.mostSteps());
            if (outcome.hangsAt() < 0 || life.run(rule, LONG_LIMIT).hangsAt() < 0) {
                continue;
            }
            hangs.merge(life.kindAt(outcome.hangsAt()), 1L, Long::sum);
            Life small = numbers[8] == 1 ? shrinker.shrink(life, outcome.hangsAt()) : life;
            Map<String, Object> found = new LinkedHashMap<>();
            found.put("number", number);
            found.put("hangs_at", life.kindAt(outcome.hangsAt()));
            found.put("life", Json.life(small));
            found.put("group", Json.group(small.run(rule, LIMIT).group()));
            System.out.println(Json.text(found));
        }
        counts.put("lives", number - numbers[2]);
        counts.put("calls", calls);
        counts.put("hangs", hangs);
        counts.put("most_steps", most);
        System.out.println(Json.text(counts));
    }
}
