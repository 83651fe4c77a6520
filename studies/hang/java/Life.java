package assay.hang;

import assay.hang.Group.Event;
import java.util.List;

/** A group at its start, and the events after it. A life with the same data always runs in the same way. */
record Life(boolean cooperative, Group start, List<Event> events) {
    private static final int MOST_ROUNDS = 4;

    /**
     * The outcome.
     *
     * @param hangsAt the number of the event at which the assignor hung; 0: the start, -1: none
     * @param group the group of the last call
     * @param calls how often the assignor was asked
     * @param mostSteps the most look-ups of a call that ended
     */
    record Outcome(int hangsAt, Group group, long calls, long mostSteps) {
    }

    /** Runs the life. A call hangs if it looks up topics more than {@code limit} times. */
    Outcome run(StickyRule rule, long limit) {
        Group group = start;
        long calls = 0;
        long most = 0;
        for (int event = 0; event <= events.size(); event++) {
            if (event > 0) {
                group = group.after(events.get(event - 1));
            }
            boolean isSettled = false;
            for (int round = 0; round < MOST_ROUNDS && !isSettled; round++) {
                calls++;
                Group answered;
                try {
                    answered = rule.rebalance(group, cooperative, limit);
                } catch (CountedTopics.Hang hang) {
                    return new Outcome(event, group, calls, most);
                }
                most = Math.max(most, rule.steps());
                // An eager group rebalances once an event. A start with claims has to be one that the assignor keeps.
                boolean isOneRound = !cooperative && (event > 0 || start.members().get(0).generation() < 0);
                isSettled = isOneRound || answered.ownsTheSame(group);
                group = answered;
            }
        }
        return new Outcome(-1, group, calls, most);
    }

    /** The kind of the event at which the life hangs. */
    String kindAt(int event) {
        return event == 0 ? "start" : events.get(event - 1).kind();
    }
}
